export const securities = ['tls', 'startTls', 'ifOffered'] as const;

export interface SmtpServer {
  /** TLS from the first byte, STARTTLS always, or STARTTLS when the server offers it. */
  readonly security: (typeof securities)[number];
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
}

export const emptyServer: SmtpServer = { security: 'tls', host: '', port: 465, user: '', password: '' };

export const usualPort = (security: SmtpServer['security']): number => (security === 'tls' ? 465 : 587);

/** The URL of the mail server, in the form that is stored. */
export function smtpUrl({ security, host, port, user, password }: SmtpServer): string {
  const login = user === '' ? '' : `${encodeURIComponent(user)}:${encodeURIComponent(password)}@`;
  const name = host.includes(':') ? `[${host}]` : host;
  const scheme = security === 'tls' ? 'smtps' : 'smtp';
  return `${scheme}://${login}${name}:${port}${security === 'startTls' ? '?requireTLS=true' : ''}`;
}
