import type { SmtpServer } from '../../smtp/smtp-url.ts';
import type { ServerLogin } from '../connections/credentials.ts';

/** The SMTP server of a mailbox, for an `SmtpSession`. TLS may be missing only where private hosts are allowed. */
export const smtpServerOf = ({ host, port, secure, user, auth }: ServerLogin, allowPrivate: boolean): SmtpServer => ({
  host,
  port,
  secure,
  user,
  password: 'password' in auth ? auth.password : '',
  ...('accessToken' in auth && { accessToken: auth.accessToken }),
  requireTLS: !secure && !allowPrivate,
  ignoreTLS: false,
  name: undefined,
  authMethod: undefined,
  tls: {},
  unknown: [],
});
