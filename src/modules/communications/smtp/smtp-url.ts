import net from 'node:net';

/** The parts of a URL such as `smtps://user:password@mail.example.com:465?name=crm.example.com`. */
export interface SmtpServer {
  /** The host in ASCII; an IPv6 address has no brackets. */
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte; otherwise STARTTLS when the server offers it. */
  readonly secure: boolean;
  readonly user: string;
  readonly password: string;
  /** Signs in by XOAUTH2 instead of the password. */
  readonly accessToken?: string;
  /** Fails when the server does not offer STARTTLS. */
  readonly requireTLS: boolean;
  /** Skips STARTTLS even when the server offers it. */
  readonly ignoreTLS: boolean;
  /** The name in EHLO. */
  readonly name: string | undefined;
  readonly authMethod: string | undefined;
  readonly tls: { readonly rejectUnauthorized?: boolean; readonly servername?: string };
  /** Unknown parameters. */
  readonly unknown: readonly string[];
}

/** Other options of nodemailer are not allowed: `proxy` and `socket` would bypass the check of addresses. */
const knownParameters = [
  'requireTLS',
  'ignoreTLS',
  'name',
  'authMethod',
  'tls.rejectUnauthorized',
  'tls.servername',
] as const;

/** The message continues a sentence that begins with the name of the field. */
export class InvalidSmtpUrl extends Error {}

export function parseSmtpUrl(text: string): SmtpServer {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || (url.protocol !== 'smtp:' && url.protocol !== 'smtps:'))
    throw new InvalidSmtpUrl('must be written smtps://user:password@host:465 or smtp://user:password@host:587');
  if (url.hostname === '') throw new InvalidSmtpUrl('must name a host, as in smtps://user:password@host:465');
  if (url.port === '0') throw new InvalidSmtpUrl('must name a port from 1 to 65535');
  if (!/^\/?$/.test(url.pathname) || url.hash !== '') throw new InvalidSmtpUrl('must not hold a path after the host');
  const secure = url.protocol === 'smtps:';
  const parameters = url.searchParams;
  const boolean = (name: string): boolean | undefined => {
    const value = parameters.get(name);
    if (value !== null && value !== 'true' && value !== 'false')
      throw new InvalidSmtpUrl(`must have true or false as the value of ${name}`);
    return value === null ? undefined : value === 'true';
  };
  const word = (name: string): string | undefined => {
    const value = parameters.get(name) ?? undefined;
    if (value !== undefined && !/^[\w.:[\]-]{1,253}$/.test(value))
      throw new InvalidSmtpUrl(`must have letters, digits, dots and hyphens as the value of ${name}`);
    return value;
  };
  const rejectUnauthorized = boolean('tls.rejectUnauthorized');
  const servername = word('tls.servername');
  return {
    host: hostOf(url),
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    secure,
    user: decoded(url.username),
    password: decoded(url.password),
    requireTLS: boolean('requireTLS') ?? false,
    ignoreTLS: boolean('ignoreTLS') ?? false,
    name: word('name'),
    authMethod: word('authMethod'),
    tls: {
      ...(rejectUnauthorized !== undefined && { rejectUnauthorized }),
      ...(servername !== undefined && { servername }),
    },
    unknown: [...parameters.keys()].filter((name) => !knownParameters.some((known) => known === name)),
  };
}

/** Refuses unknown parameters in URLs of tenants, because a parameter without effect would hide a mistake. */
export function requireKnownParameters({ unknown: [name] }: SmtpServer): void {
  if (name !== undefined)
    throw new InvalidSmtpUrl(
      `holds the unknown parameter "${name.slice(0, 100)}": those known are ${knownParameters.join(', ')}`,
    );
}

/**
 * Normalises the host. The URL standard keeps hosts of smtp: as written, but normalises those of http:, so 0x7f.1
 * becomes 127.0.0.1 and names become ASCII.
 */
function hostOf({ hostname }: URL): string {
  const text = `http://${decoded(hostname)}`;
  const host = URL.canParse(text) ? new URL(text).hostname : '';
  const bare = host.replace(/^\[(.*)\]$/, '$1');
  if (!net.isIP(bare) && !/^[a-z0-9_-]+(\.[a-z0-9_-]+)*\.?$/.test(bare))
    throw new InvalidSmtpUrl('must name a host, as in smtps://user:password@host:465');
  return bare;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new InvalidSmtpUrl('holds a % that is not followed by two hexadecimal digits: write %25 for the character %');
  }
}
