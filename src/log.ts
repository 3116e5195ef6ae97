import pino, { type Logger } from 'pino';
import { readDatabaseUrl } from '#db/connection.ts';
import type { Config } from './config.ts';

/** Lines that nobody takes are kept up to this size; later ones are dropped, because memory is worth more than the log. */
const maxUnwrittenBytes = 16 * 1024 * 1024;

/** Only what helps: errors of the driver carry the connection, and with it its keys. */
const describeError = ({ name, message, stack, code, cause }: Error & { code?: string }) => ({
  name,
  message,
  code,
  stack,
  ...(cause instanceof Error && { cause: cause.message }),
});

/**
 * Lines are written without waiting for them: those that come meanwhile go together, and a reader that is slow does not
 * stop the server. What is unwritten at the end of the process is written then.
 */
export function createLog(level: string): Logger {
  if (process.stdout.isTTY) {
    const options = { colorize: true, singleLine: true, ignore: 'pid,hostname' };
    return pino({ level, base: null, transport: { target: 'pino-pretty', options } });
  }
  const destination = pino.destination({ dest: 1, sync: false, maxLength: maxUnwrittenBytes });
  return pino({ level, serializers: { err: describeError } }, destination);
}

/** What the first line after a start says of the settings; nothing in it is secret. */
export function describeSettings(config: Config): object {
  return {
    database: config.databaseUrl === undefined ? 'embedded' : placesOf(config.databaseUrl),
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

/** Hosts and database, without user and password. */
function placesOf(databaseUrl: string): string {
  const { hosts, connectionString = '' } = readDatabaseUrl(databaseUrl);
  const places = (hosts?.addresses ?? [connectionString]).map((address) => new URL(address));
  return `${places.map(({ host }) => host).join(',')}${places[0]?.pathname ?? ''}`;
}
