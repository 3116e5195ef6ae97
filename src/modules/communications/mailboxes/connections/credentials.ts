import type { Services } from '#core/context.ts';
import { readSecrets } from './sql/read-secrets.ts';

/** How to sign in at a server of a mailbox. */
export interface ServerLogin {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte; otherwise STARTTLS. */
  readonly secure: boolean;
  readonly user: string;
  readonly auth: { readonly password: string } | { readonly accessToken: string };
}

export interface MailboxLogins {
  readonly imap: ServerLogin;
  readonly smtp: ServerLogin;
}

/** The mailbox cannot be used before its user connects it again. The message tells the user why. */
export class MailboxNotUsable extends Error {}

/** How the server of a mailbox is reached, as it is stored in the connection. */
export interface StoredServer {
  readonly host: string;
  readonly port: number;
  readonly secure: boolean;
  readonly username: string;
}

/** The logins of a mailbox. Throws `MailboxNotUsable` when there are none, or when the provider withdrew them. */
export async function openLogins(services: Services, tenantId: string, connectionId: string): Promise<MailboxLogins> {
  const stored = await readSecrets(services.db, tenantId, connectionId);
  if (!stored) throw new MailboxNotUsable('The mailbox was disconnected.');
  const { imap, smtp, imapPassword, smtpPassword } = stored;
  if (!imap || !smtp || imapPassword === null) throw new MailboxNotUsable('The mailbox has no login.');
  const { vault } = services;
  const login = ({ username, ...server }: StoredServer, sealed: string): ServerLogin => ({
    ...server,
    user: username,
    auth: { password: vault.decrypt(sealed) },
  });
  return { imap: login(imap, imapPassword), smtp: login(smtp, smtpPassword ?? imapPassword) };
}
