import type { Static } from 'typebox';
import { invalid } from '#core/errors.ts';
import type { imapInput, smtpInput } from './connection-input.ts';
import type { MailboxLogins, ServerLogin } from './credentials.ts';
import type { StoredServer } from './sql/stored-server.ts';

type ServerInput = Static<typeof imapInput>;

/** Builds the logins from a user's input. Without a password for SMTP, that of IMAP is used. */
export function givenLogins(imap: ServerInput, smtp: Static<typeof smtpInput>): MailboxLogins {
  if (imap.password === undefined) throw invalid('imap.password', 'required', 'is required');
  return { imap: login(imap, imap.password), smtp: login(smtp, smtp.password ?? imap.password) };
}

const login = ({ host, port, secure, username }: ServerInput, password: string): ServerLogin => ({
  host,
  port,
  secure,
  user: username,
  auth: { password },
});

/** The fields of the record that store these logins. */
export function loginFields({ imap, smtp }: MailboxLogins) {
  const stored = ({ host, port, secure, user }: ServerLogin): StoredServer => ({ host, port, secure, username: user });
  const password = ({ auth }: ServerLogin) => ('password' in auth ? auth.password : null);
  return {
    imap: stored(imap),
    smtp: stored(smtp),
    imapPassword: password(imap),
    smtpPassword: password(smtp),
  };
}
