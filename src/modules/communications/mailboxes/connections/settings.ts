import { StartupError } from '#lib/startup-error.ts';

/** The providers whose mailboxes are connected by consent. */
export const providerNames = ['google', 'microsoft'] as const;
export type ProviderName = (typeof providerNames)[number];

export interface ProviderServer {
  readonly host: string;
  readonly port: number;
  readonly secure: boolean;
}

export interface MailboxProvider {
  readonly name: ProviderName;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly imap: ProviderServer;
  readonly smtp: ProviderServer;
  /** True when the operator named the servers, so they may be in the private network. */
  readonly ownServers: boolean;
}

export interface MailboxSettings {
  readonly providers: Readonly<Partial<Record<ProviderName, MailboxProvider>>>;
}

declare module '#core/context.ts' {
  interface Settings {
    readonly mailboxes: MailboxSettings;
  }
}

type ReadVariable = (name: string) => string | undefined;

const defaults: Readonly<Record<ProviderName, { issuer: string; imap: string; smtp: string; label: string }>> = {
  google: {
    issuer: 'https://accounts.google.com',
    imap: 'imap.gmail.com:993',
    smtp: 'smtp.gmail.com:465',
    label: 'Google',
  },
  microsoft: {
    issuer: 'https://login.microsoftonline.com/common/v2.0',
    imap: 'outlook.office365.com:993',
    smtp: 'smtp.office365.com:587',
    label: 'Microsoft',
  },
};

/** The name of the provider for people. */
export const labelOf = (name: ProviderName): string => defaults[name].label;

export const isProviderName = (name: string): name is ProviderName =>
  (providerNames as readonly string[]).includes(name);

/** Ports on which TLS begins with the first byte. Other ports use STARTTLS. */
const securePorts: readonly number[] = [993, 465];

/** Client and issuer default to those of the login with the provider. */
export function readMailboxSettings(value: ReadVariable): MailboxSettings {
  const found = providerNames.flatMap((name) => {
    const provider = readProvider(name, value);
    return provider ? [[name, provider] as const] : [];
  });
  return Object.freeze({ providers: Object.freeze(Object.fromEntries(found)) });
}

function readProvider(name: ProviderName, value: ReadVariable): MailboxProvider | undefined {
  const variable = (part: string) => `MAILBOX_${name.toUpperCase()}_${part}`;
  const own = (part: string) => value(variable(part));
  const ofLogin = (part: string) => value(`OAUTH_${name.toUpperCase()}_${part}`);
  const server = (part: string, standard: string) => readServer(variable(part), own(part) ?? standard);
  const servers = {
    imap: server('IMAP_HOST', defaults[name].imap),
    smtp: server('SMTP_HOST', defaults[name].smtp),
    ownServers: own('IMAP_HOST') !== undefined && own('SMTP_HOST') !== undefined,
  };
  const issuer = readIssuer(variable('ISSUER'), own('ISSUER') ?? ofLogin('ISSUER') ?? defaults[name].issuer);
  const [id, secret] = [own('CLIENT_ID'), own('CLIENT_SECRET')];
  if ((id === undefined) !== (secret === undefined)) {
    const [set, missing] = id === undefined ? ['CLIENT_SECRET', 'CLIENT_ID'] : ['CLIENT_ID', 'CLIENT_SECRET'];
    throw new StartupError(`${variable(set)} is set, but ${variable(missing)} is not. Set both or neither.`);
  }
  const clientId = id ?? ofLogin('CLIENT_ID');
  const clientSecret = secret ?? ofLogin('CLIENT_SECRET');
  if (clientId === undefined || clientSecret === undefined) return undefined;
  return Object.freeze({ name, issuer, clientId, clientSecret, ...servers });
}

function readServer(name: string, text: string): ProviderServer {
  const [, host = '', digits = ''] = /^([\w.-]+|\[[\da-f:.]+\]):(\d{1,5})$/i.exec(text) ?? [];
  const port = Number(digits);
  if (host === '' || port < 1 || port > 65_535)
    throw new StartupError(`${name} must be written host:port, such as imap.example.com:993, not "${text}".`);
  return { host: host.replace(/^\[(.*)\]$/, '$1'), port, secure: securePorts.includes(port) };
}

function readIssuer(name: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isLocal = url !== undefined && (url.hostname === 'localhost' || /^127(?:\.\d+){3}$/.test(url.hostname));
  if (!url || !(url.protocol === 'https:' || (url.protocol === 'http:' && isLocal)) || /[?#]/.test(text))
    throw new StartupError(`${name} must be an https address without a query, not "${text}".`);
  return text;
}
