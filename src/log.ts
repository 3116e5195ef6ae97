import pino, { type Logger } from 'pino';
import { readDatabaseUrl } from '#db/connection.ts';
import type { Config } from './config.ts';

/** When nothing reads stdout, lines are buffered up to this size. Further lines are dropped, to limit the memory. */
const maxBufferedBytes = 16 * 1024 * 1024;

/** Selects properties, because errors of the database driver contain the connection with its keys. */
const describeError = ({ name, message, stack, code, cause }: Error & { code?: string }) => ({
  name,
  message,
  code,
  stack,
  ...(cause instanceof Error && { cause: cause.message }),
});

/**
 * Creates a log that writes asynchronously: lines are written in batches, and a slow reader of stdout does not block
 * the server. Buffered lines are written when the process ends.
 */
export function createLog(level: string): Logger {
  if (process.stdout.isTTY) {
    const options = { colorize: true, singleLine: true, ignore: 'pid,hostname' };
    return pino({ level, base: null, transport: { target: 'pino-pretty', options } });
  }
  const destination = pino.destination({ dest: 1, sync: false, maxLength: maxBufferedBytes });
  return pino({ level, serializers: { err: describeError } }, destination);
}

/** The settings that the line "started" shows. None of them is secret. */
export function describeSettings(config: Config): object {
  return {
    database: config.databaseUrl === undefined ? 'embedded' : hostsAndDatabase(config.databaseUrl),
    dataDir: config.dataDir,
    production: config.production,
    publicUrl: config.publicUrl?.origin,
    trustProxy: config.trustProxy,
    poolSize: config.poolSize,
    requestTimeoutMs: config.requestTimeoutMs,
    apiRateLimit: config.apiRateLimit,
    mail: config.mail.smtpUrl === undefined ? 'files' : 'smtp',
    corsOrigins: config.corsOrigins && [...config.corsOrigins],
    metrics: config.metrics !== undefined,
  };
}

/** The hosts and the database of a URL, without user and password. */
function hostsAndDatabase(databaseUrl: string): string {
  const { hosts, connectionString = '' } = readDatabaseUrl(databaseUrl);
  const urls = (hosts?.addresses ?? [connectionString]).map((address) => new URL(address));
  return `${urls.map(({ host }) => host).join(',')}${urls[0]?.pathname ?? ''}`;
}
