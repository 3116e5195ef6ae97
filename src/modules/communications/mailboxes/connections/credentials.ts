import type { Access } from '#core/access/access.ts';
import type { Services } from '#core/context.ts';
import { mayNamePrivate } from '../../smtp/private-addresses.ts';
import { accessTokenOf } from './access-tokens.ts';
import { MailboxNotUsable } from './mailbox-not-usable.ts';
import { isProviderName, labelOf, type ProviderServer } from './settings.ts';
import { readSecrets, type StoredSecrets } from './sql/read-secrets.ts';
import type { StoredServer } from './sql/stored-server.ts';

export { MailboxNotUsable } from './mailbox-not-usable.ts';

/** The login at a server of a mailbox. */
export interface ServerLogin {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte; otherwise STARTTLS. */
  readonly secure: boolean;
  readonly user: string;
  readonly auth: { readonly password: string } | { readonly accessToken: string };
  /**
   * True when the operator or an administrator of the platform named the server, so it may be in the private network.
   */
  readonly trusted?: boolean;
}

export interface MailboxLogins {
  readonly imap: ServerLogin;
  readonly smtp: ServerLogin;
}

/**
 * Returns the logins of a mailbox. Throws `MailboxNotUsable` when there are none, or when the provider withdrew them;
 * in that case the connection shows the reason, and its user gets a mail.
 */
export async function openLogins(services: Services, tenantId: string, connectionId: string): Promise<MailboxLogins> {
  const stored = await readSecrets(services.db, tenantId, connectionId);
  if (!stored) throw new MailboxNotUsable('The mailbox was disconnected.');
  return stored.provider === 'imap'
    ? trustedLogins(services, passwordLogins(services, stored), await ownerAccess(services, tenantId, stored))
    : consentLogins(services, tenantId, connectionId, stored);
}

/** Trusts servers that an administrator of the platform named. */
export function trustedLogins(services: Services, { imap, smtp }: MailboxLogins, access?: Access): MailboxLogins {
  const trusted = mayNamePrivate(services, access);
  return { imap: { ...imap, trusted }, smtp: { ...smtp, trusted } };
}

/** Reads the current permissions of the owner, because an administrator may lose that role. */
async function ownerAccess({ directory }: Services, tenantId: string, { ownerId }: StoredSecrets) {
  const tenant = await directory.tenantById(tenantId);
  // Only the operator's account has administrators of the platform.
  if (!tenant || !directory.isOperator(tenant.accountKey) || ownerId === null) return undefined;
  return (await directory.actors(tenantId, [ownerId])).get(ownerId)?.access;
}

function passwordLogins({ vault }: Services, { imap, smtp, imapPassword, smtpPassword }: StoredSecrets): MailboxLogins {
  if (!imap || !smtp || imapPassword === null) throw new MailboxNotUsable('The mailbox has no login.');
  const login = ({ username, ...server }: StoredServer, sealed: string): ServerLogin => ({
    ...server,
    user: username,
    auth: { password: vault.decrypt(sealed) },
  });
  return { imap: login(imap, imapPassword), smtp: login(smtp, smtpPassword ?? imapPassword) };
}

async function consentLogins(
  services: Services,
  tenantId: string,
  connectionId: string,
  { provider: name, email, refreshToken }: StoredSecrets,
): Promise<MailboxLogins> {
  const provider = isProviderName(name) ? services.settings.mailboxes.providers[name] : undefined;
  if (!provider)
    throw new Error(`Mailboxes of ${isProviderName(name) ? labelOf(name) : name} are not set up by the operator`);
  if (refreshToken === null) throw new MailboxNotUsable('The mailbox has no login. Connect it again.');
  const accessToken = await accessTokenOf(services, { tenantId, connectionId, provider }, refreshToken);
  const login = (server: ProviderServer): ServerLogin => ({
    ...server,
    user: email,
    auth: { accessToken },
    trusted: provider.ownServers,
  });
  return { imap: login(provider.imap), smtp: login(provider.smtp) };
}
