import path from 'node:path';
import type { Settings } from '#core/context.ts';
import { parseDurationMs } from '#lib/durations.ts';
import type { MailSettings } from '#lib/mail.ts';
import { StartupError } from '#lib/startup-error.ts';
import {
  bounceMailbox,
  corsOrigins,
  databaseUrl,
  dnsServers,
  filesUrl,
  publicUrl,
  sitesUrl,
  smtpUrl,
} from './config/addresses.ts';
import { readSecrets } from './config/secrets.ts';
import { type Environment, Variables } from './config/variables.ts';
import { readAiSettings } from './modules/ai/configuration/environment.ts';
import { readMailboxSettings } from './modules/communications/mailboxes/connections/settings.ts';
import { readCaptchaUrls } from './modules/forms/settings/captcha-setting.ts';
import { readOAuthSettings } from './modules/identity/oauth/settings.ts';
import { readTwilioUrl } from './modules/marketing/sms/provider/sms-setting.ts';
import { readSocialSettings } from './modules/marketing/social/settings/environment.ts';

export interface Config {
  readonly production: boolean;
  /** The commit of the build, for GET /version. */
  readonly commit: string | undefined;
  readonly host: string;
  readonly port: number;
  readonly dataDir: string;
  /** Undefined means that the embedded PostgreSQL is used. */
  readonly databaseUrl: string | undefined;
  /** Maximum number of database connections for requests. */
  readonly poolSize: number;
  /** Time limit for one statement of a request. */
  readonly requestTimeoutMs: number;
  readonly apiRateLimit: { readonly most: number; readonly perMs: number } | undefined;
  readonly jwtSecret: string;
  /**
   * The previous secret, which is still accepted, so that the secret can be replaced while nodes run. The same is true
   * for `encryptionKeyPrevious`.
   */
  readonly jwtSecretPrevious: string | undefined;
  readonly jwtLifetimeMs: number;
  readonly encryptionKey: Buffer;
  readonly encryptionKeyPrevious: Buffer | undefined;
  readonly defaultAccountKey: string;
  readonly adminEmail: string;
  readonly adminPassword: string | undefined;
  readonly publicUrl: URL | undefined;
  readonly logLevel: string;
  /** Undefined means that there is no GET /metrics. Without a token, everybody may read it. */
  readonly metrics: { readonly token: string | undefined } | undefined;
  readonly trustProxy: boolean;
  /** Origins whose pages may call the API; `*` means all, without cookies. */
  readonly corsOrigins: '*' | ReadonlySet<string> | undefined;
  readonly mail: MailSettings;
  /** The location where contents of files are stored. */
  readonly filesUrl: URL;
  readonly settings: Settings;
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** Reads the environment once, into a frozen object. No other file reads process.env. */
export function readConfig(env: Environment): Config {
  const variables = new Variables(env);
  const production = variables.text('NODE_ENV') === 'production';
  const dataDir = path.resolve(variables.text('DATA_DIR') ?? './data');
  return Object.freeze({
    production,
    commit: variables.text('ATRIUM_COMMIT'),
    host: variables.text('HOST') ?? '127.0.0.1',
    port: variables.integer('PORT', 3000, { min: 0, max: 65_535 }),
    dataDir,
    databaseUrl: databaseUrl(variables),
    poolSize: variables.integer('DATABASE_POOL_SIZE', 10, { min: 2, max: 1000 }),
    requestTimeoutMs: variables.durationMs('REQUEST_TIMEOUT', '10s'),
    apiRateLimit: apiRateLimit(variables),
    ...readSecrets(variables, dataDir, production),
    jwtLifetimeMs: variables.durationMs('JWT_EXPIRES_IN', '7d'),
    defaultAccountKey: accountKey(variables),
    adminEmail: variables.text('ADMIN_EMAIL') ?? 'admin@example.com',
    adminPassword: variables.text('ADMIN_PASSWORD'),
    publicUrl: publicUrl(variables),
    logLevel: variables.oneOf('LOG_LEVEL', 'info', logLevels),
    metrics: metrics(variables),
    trustProxy: variables.boolean('TRUST_PROXY'),
    corsOrigins: corsOrigins(variables),
    mail: {
      smtpUrl: smtpUrl(variables),
      from: variables.text('EMAIL_FROM') ?? 'no-reply@localhost',
      folder: path.join(dataDir, 'mail'),
    },
    filesUrl: filesUrl(variables, path.join(dataDir, 'files')),
    settings: readSettings(variables),
  });
}

const readSettings = (variables: Variables): Settings => ({
  ai: readAiSettings((name) => variables.text(name), variables.durationMs('AI_TIMEOUT', '60s')),
  bounceMailbox: bounceMailbox(variables),
  captchaUrls: readCaptchaUrls((name) => variables.text(name)),
  files: {
    maxSize: variables.bytes('FILE_MAX_SIZE', '100MB', 5_000_000_000),
    quota: variables.bytes('FILE_QUOTA', '1000000GB', Number.MAX_SAFE_INTEGER),
  },
  login: {
    maxFailures: variables.integer('LOGIN_MAX_FAILURES', 5, { min: 1, max: 1000 }),
    lockMs: variables.durationMs('LOGIN_LOCK_DURATION', '15m'),
  },
  mailboxes: readMailboxSettings((name) => variables.text(name)),
  oauth: readOAuthSettings((name) => variables.text(name)),
  sites: { url: sitesUrl(variables) },
  resetTokenMs: variables.durationMs('RESET_TOKEN_LIFETIME', '1h'),
  twilioUrl: readTwilioUrl((name) => variables.text(name)),
  verificationMs: variables.durationMs('VERIFICATION_WINDOW', '24h'),
  social: readSocialSettings(variables),
  eventRetentionMs: variables.durationMs('EVENT_RETENTION', '365d'),
  outgoing: {
    timeoutMs: variables.durationMs('WEBHOOK_TIMEOUT', '10s'),
    allowPrivate: variables.boolean('WEBHOOK_ALLOW_PRIVATE'),
    dnsServers: dnsServers(variables),
  },
  webhooks: {
    retryDelaysMs: variables.durationsMs('WEBHOOK_RETRY_DELAYS', '30s,5m,30m,2h'),
    limit: variables.integer('WEBHOOK_LIMIT', 100, { min: 1, max: 1_000_000 }),
  },
});

const accountKey = (variables: Variables): string =>
  variables.matching('DEFAULT_ACCOUNT_KEY', /^[a-z0-9-]{3,40}$/, 'be 3 to 40 characters of a-z, 0-9 and -.') ??
  'default';

function metrics(variables: Variables): Config['metrics'] {
  const token = variables.matching(
    'METRICS_TOKEN',
    /^[\w.~+/=-]{16,}$/,
    'be at least 16 letters, digits or any of . _ ~ + / = -, for instance from: openssl rand -hex 32',
  );
  const open = variables.boolean('METRICS');
  return token !== undefined || open ? { token } : undefined;
}

/** Parses a rate limit. `20/1m` means 20 requests per minute. */
function apiRateLimit(variables: Variables): Config['apiRateLimit'] {
  const text = variables.text('API_RATE_LIMIT');
  if (text === undefined) return undefined;
  const [count = '', per = ''] = text.split('/', 2);
  const most = /^[1-9]\d{0,8}$/.test(count) ? Number(count) : undefined;
  const perMs = parseDurationMs(per);
  if (most === undefined || !perMs)
    throw new StartupError(`API_RATE_LIMIT must be a count and a duration such as 600/1m, not "${text}".`);
  return { most, perMs };
}
