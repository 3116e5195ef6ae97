export interface BounceMailboxSettings {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte. False means STARTTLS, which only a server on this machine may lack. */
  readonly secure: boolean;
  readonly user: string;
  readonly password: string;
  readonly folder: string;
}

declare module '#core/context.ts' {
  interface Settings {
    /** The mailbox that bounces and complaints are sent to. */
    readonly bounceMailbox: BounceMailboxSettings | undefined;
  }
}

export const mailboxUrlForm = 'imaps://user:password@host/INBOX, percent-encoded where needed';

/** Reads `imaps://user:password@host:port/folder`. Throws when the text has another form. */
export function readMailboxUrl(text: string): BounceMailboxSettings {
  const { protocol, hostname, port, username, password, pathname, search, hash } = new URL(text);
  const secure = protocol === 'imaps:';
  const isPlain = search === '' && hash === '' && hostname !== '' && username !== '' && password !== '';
  if ((!secure && protocol !== 'imap:') || !isPlain) throw new Error('not the URL of a mailbox');
  return {
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: port === '' ? (secure ? 993 : 143) : Number(port),
    secure,
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    folder: decodeURIComponent(pathname.slice(1)) || 'INBOX',
  };
}
