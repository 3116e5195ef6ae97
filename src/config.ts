import { randomBytes } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import path from 'node:path';
import type { Settings } from '#core/context.ts';
import { readDatabaseUrl } from '#db/connection.ts';
import { parseDurationMs } from '#lib/durations.ts';
import { makeFolder } from '#lib/folders.ts';
import type { MailSettings } from '#lib/mail.ts';
import { StartupError } from '#lib/startup-error.ts';
import { readOAuthSettings } from './modules/identity/oauth/settings.ts';

export interface Config {
  readonly production: boolean;
  /** Of the build, for GET /version. */
  readonly commit: string | undefined;
  readonly host: string;
  readonly port: number;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  /** Connections for requests. */
  readonly poolSize: number;
  /** Time limit for one statement of a request. */
  readonly requestTimeoutMs: number;
  readonly apiRateLimit: { readonly most: number; readonly perMs: number } | undefined;
  readonly jwtSecret: string;
  /** Accepted for reading, as `encryptionKeyPrevious` is: a secret is replaced while nodes go on. */
  readonly jwtSecretPrevious: string | undefined;
  readonly jwtLifetimeMs: number;
  readonly encryptionKey: Buffer;
  readonly encryptionKeyPrevious: Buffer | undefined;
  readonly defaultAccountKey: string;
  readonly adminEmail: string;
  readonly adminPassword: string | undefined;
  readonly publicUrl: URL | undefined;
  readonly logLevel: string;
  /** Undefined: there is no GET /metrics. Without a token it is open to all. */
  readonly metrics: { readonly token: string | undefined } | undefined;
  readonly trustProxy: boolean;
  /** Origins whose pages may call the API; `*` means all, without cookies. */
  readonly corsOrigins: '*' | ReadonlySet<string> | undefined;
  readonly mail: MailSettings;
  readonly settings: Settings;
}

type Environment = Readonly<Record<string, string | undefined>>;

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** Reads the environment once. Everything else gets the frozen result; no other file looks at process.env. */
export function readConfig(env: Environment): Config {
  const value = (name: string): string | undefined => (env[name] === '' ? undefined : env[name]);
  const production = value('NODE_ENV') === 'production';
  const dataDir = path.resolve(value('DATA_DIR') ?? './data');
  const databaseUrl = value('DATABASE_URL');
  if (databaseUrl !== undefined) checkDatabaseUrl(databaseUrl);
  for (const name of ['JWT_SECRET', 'ENCRYPTION_KEY']) {
    if (production && value(name) === undefined) {
      throw new StartupError(`${name} must be set when NODE_ENV is production.`);
    }
  }
  const secrets = secretStore(dataDir);
  const previousSecret = value('JWT_SECRET_PREVIOUS');
  const previousKey = value('ENCRYPTION_KEY_PREVIOUS');
  const port = integerIn(value('PORT') ?? '3000', 'PORT', 0, 65_535);
  return Object.freeze({
    production,
    commit: value('ATRIUM_COMMIT'),
    host: value('HOST') ?? '127.0.0.1',
    port,
    dataDir,
    databaseUrl,
    poolSize: integerIn(value('DATABASE_POOL_SIZE') ?? '10', 'DATABASE_POOL_SIZE', 2, 1000),
    requestTimeoutMs: duration(value('REQUEST_TIMEOUT') ?? '10s', 'REQUEST_TIMEOUT'),
    apiRateLimit: rateLimit(value('API_RATE_LIMIT'), 'API_RATE_LIMIT'),
    jwtSecret: jwtSecret(value('JWT_SECRET') ?? secrets('jwt-secret'), 'JWT_SECRET'),
    jwtSecretPrevious: previousSecret && jwtSecret(previousSecret, 'JWT_SECRET_PREVIOUS'),
    jwtLifetimeMs: duration(value('JWT_EXPIRES_IN') ?? '7d', 'JWT_EXPIRES_IN'),
    encryptionKey: encryptionKey(value('ENCRYPTION_KEY') ?? secrets('encryption-key'), 'ENCRYPTION_KEY'),
    encryptionKeyPrevious: previousKey ? encryptionKey(previousKey, 'ENCRYPTION_KEY_PREVIOUS') : undefined,
    defaultAccountKey: accountKey(value('DEFAULT_ACCOUNT_KEY') ?? 'default'),
    adminEmail: value('ADMIN_EMAIL') ?? 'admin@example.com',
    adminPassword: value('ADMIN_PASSWORD'),
    publicUrl: publicUrl(value('PUBLIC_URL')),
    logLevel: oneOf(value('LOG_LEVEL') ?? 'info', 'LOG_LEVEL', logLevels),
    metrics: metrics(value('METRICS_TOKEN'), yesOrNo(value('METRICS'), 'METRICS')),
    trustProxy: yesOrNo(value('TRUST_PROXY'), 'TRUST_PROXY'),
    corsOrigins: corsOrigins(value('CORS_ORIGINS')),
    mail: {
      smtpUrl: smtpUrl(value('SMTP_URL')),
      from: value('EMAIL_FROM') ?? 'no-reply@localhost',
      folder: path.join(dataDir, 'mail'),
    },
    settings: {
      login: {
        maxFailures: integerIn(value('LOGIN_MAX_FAILURES') ?? '5', 'LOGIN_MAX_FAILURES', 1, 1000),
        lockMs: duration(value('LOGIN_LOCK_DURATION') ?? '15m', 'LOGIN_LOCK_DURATION'),
      },
      oauth: readOAuthSettings(value),
      resetTokenMs: duration(value('RESET_TOKEN_LIFETIME') ?? '1h', 'RESET_TOKEN_LIFETIME'),
      verificationMs: duration(value('VERIFICATION_WINDOW') ?? '24h', 'VERIFICATION_WINDOW'),
      eventRetentionMs: duration(value('EVENT_RETENTION') ?? '365d', 'EVENT_RETENTION'),
      webhooks: {
        timeoutMs: duration(value('WEBHOOK_TIMEOUT') ?? '10s', 'WEBHOOK_TIMEOUT'),
        retryDelaysMs: durations(value('WEBHOOK_RETRY_DELAYS') ?? '30s,5m,30m,2h', 'WEBHOOK_RETRY_DELAYS'),
        allowPrivate: yesOrNo(value('WEBHOOK_ALLOW_PRIVATE'), 'WEBHOOK_ALLOW_PRIVATE'),
        limit: integerIn(value('WEBHOOK_LIMIT') ?? '100', 'WEBHOOK_LIMIT', 1, 1_000_000),
        dnsServers: nameServers(value('WEBHOOK_DNS_SERVERS')),
      },
    },
  });
}

function jwtSecret(text: string, name: string): string {
  if (Buffer.byteLength(text) < 32) throw new StartupError(`${name} must be at least 32 bytes long.`);
  return text;
}

function encryptionKey(text: string, name: string): Buffer {
  const key = Buffer.from(text, 'base64');
  if (key.length !== 32)
    throw new StartupError(`${name} must be 32 bytes in base64, for instance from: openssl rand -base64 32`);
  return key;
}

function metrics(token: string | undefined, open: boolean): Config['metrics'] {
  if (token !== undefined && !/^[\w.~+/=-]{16,}$/.test(token))
    throw new StartupError(
      'METRICS_TOKEN must be at least 16 letters, digits or any of . _ ~ + / = -, for instance from: openssl rand -hex 32',
    );
  return token !== undefined || open ? { token } : undefined;
}

/** `20/1m`: so many in that time. */
function rateLimit(text: string | undefined, name: string): Config['apiRateLimit'] {
  if (text === undefined) return undefined;
  const [count = '', per = ''] = text.split('/', 2);
  const most = /^[1-9]\d{0,8}$/.test(count) ? Number(count) : undefined;
  const perMs = parseDurationMs(per);
  if (most === undefined || !perMs)
    throw new StartupError(`${name} must be a count and a duration such as 600/1m, not "${text}".`);
  return { most, perMs };
}

/** Secrets that nobody set are made once and kept, so that tokens and encrypted values outlive a restart. */
function secretStore(dataDir: string): (name: string) => string {
  return (name) => {
    const file = path.join(dataDir, 'secrets', name);
    try {
      return readFileSync(file, 'utf8').trim();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw unwritable(file, error);
    }
    const secret = randomBytes(32).toString('base64');
    try {
      makeFolder(dataDir);
      makeFolder(path.dirname(file), 0o700);
      // `wx`: of two processes that start together, one writes and the other reads.
      writeFileSync(file, `${secret}\n`, { mode: 0o600, flag: 'wx' });
      return secret;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST' && statSync(file).isFile()) {
        return readFileSync(file, 'utf8').trim();
      }
      throw unwritable(dataDir, error);
    }
  };
}

const unwritable = (file: string, error: unknown) =>
  new StartupError(
    `Cannot write to ${file} (${(error as NodeJS.ErrnoException).code ?? error}): make the folder writable or set DATA_DIR to another one.`,
  );

/** The address itself is not repeated: it holds a password. */
function checkDatabaseUrl(text: string): void {
  if (!/^postgres(?:ql)?:\/\//.test(text)) {
    throw new StartupError('DATABASE_URL must begin with postgres:// or postgresql://.');
  }
  const { hosts, connectionString = '' } = readDatabaseUrl(text);
  for (const address of hosts?.addresses ?? [connectionString]) {
    try {
      const { username, password, pathname } = new URL(address);
      for (const part of [username, password, pathname]) decodeURIComponent(part);
    } catch {
      throw new StartupError(
        'DATABASE_URL must be written postgres://user:password@host:port/database, percent-encoded where needed; several hosts are written host:port,host:port.',
      );
    }
  }
}

function duration(text: string, name: string): number {
  const ms = parseDurationMs(text);
  if (ms === undefined || ms === 0) {
    throw new StartupError(`${name} must be a duration such as 15m, 7d or a number of seconds, not "${text}".`);
  }
  return ms;
}

const durations = (text: string, name: string): number[] => text.split(',').map((part) => duration(part, name));

const yesOrNo = (text: string | undefined, name: string): boolean =>
  oneOf(text ?? 'false', name, ['true', 'false']) === 'true';

function integerIn(text: string, name: string, min: number, max: number): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < min || number > max) {
    throw new StartupError(`${name} must be a whole number from ${min} to ${max}, not "${text}".`);
  }
  return number;
}

/** Addresses in numbers, each perhaps with a port: `10.0.0.2`, `10.0.0.2:5353`, `[fd00::2]:53`. */
function nameServers(text: string | undefined): string[] {
  const servers = text?.split(',').map((server) => server.trim()) ?? [];
  const wrong = servers.find((server) => !isIP(server.replace(/^\[(.+)\](:\d+)?$|^([\d.]+):\d+$/, '$1$3')));
  if (wrong !== undefined)
    throw new StartupError(`WEBHOOK_DNS_SERVERS must be IP addresses, separated by commas, not "${wrong}".`);
  return servers;
}

function oneOf(text: string, name: string, allowed: readonly string[]): string {
  if (!allowed.includes(text)) throw new StartupError(`${name} must be one of ${allowed.join(', ')}, not "${text}".`);
  return text;
}

function accountKey(text: string): string {
  if (!/^[a-z0-9-]{3,40}$/.test(text)) {
    throw new StartupError('DEFAULT_ACCOUNT_KEY must be 3 to 40 characters of a-z, 0-9 and -.');
  }
  return text;
}

/** The address itself is not repeated: it may hold a password. */
function smtpUrl(text: string | undefined): string | undefined {
  if (text !== undefined && !(/^smtps?:\/\/[^/?#]/.test(text) && URL.canParse(text))) {
    throw new StartupError('SMTP_URL must be written smtp://user:password@host:port or smtps://….');
  }
  return text;
}

function corsOrigins(text: string | undefined): Config['corsOrigins'] {
  const origins = text?.split(',').map((origin) => origin.trim()) ?? [];
  if (origins.length === 0) return undefined;
  if (text?.trim() === '*') return '*';
  const wrong = origins.find((origin) => !isOrigin(origin));
  if (wrong !== undefined)
    throw new StartupError(
      `CORS_ORIGINS must be * alone, or origins such as https://app.example.com without a path, separated by commas, not "${wrong}".`,
    );
  return new Set(origins.map((origin) => new URL(origin).origin));
}

const isOrigin = (text: string): boolean => /^https?:\/\/[^/?#@*\s]+$/i.test(text) && URL.canParse(text);

function publicUrl(text: string | undefined): URL | undefined {
  if (text === undefined) return undefined;
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) {
    throw new StartupError(`PUBLIC_URL must be an http or https address, not "${text}".`);
  }
  return new URL(text);
}
