import { tenantContext } from '#core/access/platform.ts';
import { inTransaction, type Services } from '#core/context.ts';
import { defineService } from '#core/module-service.ts';
import { invoke, operations } from '#core/operations/index.ts';
import { mailboxConnections } from '../../model-names.ts';
import { MailboxNotUsable } from './mailbox-not-usable.ts';
import { requireReauthorization } from './require-reauthorization.ts';
import type { MailboxProvider } from './settings.ts';
import { readSecrets } from './sql/read-secrets.ts';

/** Tokens are renewed this long before they expire, so that a connection that is being opened can still use them. */
const renewBeforeMs = 5 * 60_000;

interface CachedToken {
  readonly accessToken: string;
  readonly expiresAtMs: number;
}

interface TokenCache {
  readonly tokens: Map<string, CachedToken>;
  readonly renewals: Map<string, Promise<string>>;
}

export const tokenCache = defineService<TokenCache>({
  name: 'communications.tokenCache',
  make: () => ({ tokens: new Map(), renewals: new Map() }),
});

export const keepToken = (services: Services, connectionId: string, token: CachedToken): void => {
  services.of(tokenCache).tokens.set(connectionId, token);
};

/** Forgets a token that the server refused, or whose mailbox was disconnected. */
export const dropToken = (services: Services, connectionId: string): void => {
  services.of(tokenCache).tokens.delete(connectionId);
};

export interface TokenOwner {
  readonly tenantId: string;
  readonly connectionId: string;
  readonly provider: MailboxProvider;
}

/** A valid access token. Throws `MailboxNotUsable` when the consent was withdrawn. */
export async function accessTokenOf(services: Services, owner: TokenOwner, sealed: string): Promise<string> {
  const { tokens, renewals } = services.of(tokenCache);
  const { connectionId } = owner;
  const cached = tokens.get(connectionId);
  if (cached && cached.expiresAtMs - renewBeforeMs > Date.now()) return cached.accessToken;
  let renewal = renewals.get(connectionId);
  if (!renewal) {
    renewal = renew(services, owner, sealed).finally(() => renewals.delete(connectionId));
    renewals.set(connectionId, renewal);
  }
  return renewal;
}

async function renew(services: Services, owner: TokenOwner, sealed: string, isRetry = false): Promise<string> {
  const { tenantId, connectionId, provider } = owner;
  const { renewTokens, isWithdrawn, reasonOf } = await import('./provider-client.ts');
  const used = services.vault.decrypt(sealed);
  try {
    const { accessToken, expiresAtMs, refreshToken } = await renewTokens(provider, used);
    if (refreshToken !== undefined && refreshToken !== used) await saveRefreshToken(services, owner, refreshToken);
    // A token with a short life is renewed for each use.
    keepToken(services, connectionId, { accessToken, expiresAtMs });
    return accessToken;
  } catch (error) {
    if (!isWithdrawn(error)) throw new Error(`the provider gave no new access: ${reasonOf(error)}`, { cause: error });
    // Another node may have exchanged the token meanwhile.
    const stored = await readSecrets(services.db, tenantId, connectionId);
    const current = stored?.refreshToken ?? null;
    if (!isRetry && current !== null && services.vault.decrypt(current) !== used)
      return renew(services, owner, current, true);
    dropToken(services, connectionId);
    const reason = 'Access to the mailbox was withdrawn at the provider. Connect it again.';
    await requireReauthorization(services, tenantId, connectionId, reason);
    throw new MailboxNotUsable(reason);
  }
}

async function saveRefreshToken(
  services: Services,
  { tenantId, connectionId }: TokenOwner,
  refreshToken: string,
): Promise<void> {
  const tenant = await services.directory.tenantById(tenantId);
  if (!tenant) return;
  const context = await tenantContext(services, { tenantId, accountKey: tenant.accountKey });
  await inTransaction(context, (within) =>
    invoke(within, operations.update, mailboxConnections(within), { id: connectionId, record: { refreshToken } }),
  );
}
