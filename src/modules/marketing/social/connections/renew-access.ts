import { tenantContext } from '#core/access/platform.ts';
import { inTransaction, type Services } from '#core/context.ts';
import { defineService } from '#core/module-service.ts';
import { invoke, operations } from '#core/operations/index.ts';
import { Refused, Unauthorized } from '../http/platform-error.ts';
import { socialConnections } from '../model-names.ts';
import type { Platform, Session } from '../platforms/platform.ts';
import { refreshTokens, type Tokens } from './oauth.ts';
import { readLogin, type StoredLogin } from './sql/read-login.ts';

interface Renewal {
  readonly tenantId: string;
  readonly connectionId: string;
  readonly platform: Platform;
  readonly session: Session;
}

/** The running renewals of this process, by the ids of their connections. */
export const accessRenewals = defineService({
  name: 'marketing.accessRenewals',
  make: () => new Map<string, Promise<string>>(),
});

/** Renews the access token. In one process, each connection has at most one renewal at a time. */
export function renewAccess(services: Services, renewal: Renewal, login: StoredLogin): Promise<string> {
  const renewals = services.of(accessRenewals);
  const { connectionId } = renewal;
  const begun =
    renewals.get(connectionId) ?? renew(services, renewal, login).finally(() => renewals.delete(connectionId));
  renewals.set(connectionId, begun);
  return begun;
}

async function renew(services: Services, renewal: Renewal, login: StoredLogin): Promise<string> {
  const { tenantId, connectionId, platform, session } = renewal;
  try {
    const tokens = await (platform.renew ? platform.renew(session) : refreshTokens(services, platform, session));
    await saveTokens(services, tenantId, connectionId, tokens);
    return tokens.accessToken;
  } catch (error) {
    if (!(error instanceof Refused || error instanceof Unauthorized)) throw error;
    // Another node may have used the refresh token: some platforms accept a token only once.
    const stored = await readLogin(services.db, tenantId, connectionId);
    const changed = stored?.accessToken && stored.accessToken !== login.accessToken;
    if (changed) return services.vault.decrypt(stored.accessToken as string);
    throw new Unauthorized(error.message);
  }
}

async function saveTokens(
  services: Services,
  tenantId: string,
  connectionId: string,
  { accessToken, refreshToken, expiresAtMs }: Tokens,
): Promise<void> {
  const tenant = await services.directory.tenantById(tenantId);
  if (!tenant) return;
  const context = await tenantContext(services, { tenantId, accountKey: tenant.accountKey });
  const record = {
    accessToken,
    ...(refreshToken !== undefined && { refreshToken }),
    expiresAt: expiresAtMs === null ? null : new Date(expiresAtMs).toISOString(),
  };
  await inTransaction(context, (within) =>
    invoke(within, operations.update, socialConnections(within), { id: connectionId, record }),
  );
}
