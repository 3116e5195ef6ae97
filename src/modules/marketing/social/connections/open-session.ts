import type { Services } from '#core/context.ts';
import { socialHttp } from '../http/http-of.ts';
import { isPlatformName } from '../platform-names.ts';
import { loadPlatform } from '../platforms/index.ts';
import type { Platform, Session } from '../platforms/platform.ts';
import { withLimits } from './limits-of.ts';
import { renewAccess } from './renew-access.ts';
import { readLogin, type StoredLogin } from './sql/read-login.ts';

/** Access tokens are renewed this long before they expire. */
const renewBeforeMs = 120_000;

/** Thrown when a person must act before the connection can be used again. */
export class ConnectionNotUsable extends Error {}

export interface OpenedSession {
  readonly platform: Platform;
  readonly session: Session;
  readonly login: StoredLogin;
}

const reasons: Readonly<Record<string, string>> = {
  needsReauthorization: 'must be authorized again. Reconnect it, then try again.',
  disabled: 'is disabled. Enable it, then try again.',
};

/**
 * Returns the login of a connection, renewed when it is about to expire. Throws `ConnectionNotUsable` when a person
 * must act.
 */
export async function openSession(services: Services, tenantId: string, connectionId: string): Promise<OpenedSession> {
  const login = await readLogin(services.db, tenantId, connectionId);
  if (!login) throw new ConnectionNotUsable('The connection was removed.');
  const reason = reasons[login.status];
  if (reason !== undefined) throw new ConnectionNotUsable(`The connection ${login.name} ${reason}`);
  if (!isPlatformName(login.platform)) throw new Error(`${login.platform} is no platform`);
  const platform = withLimits(await loadPlatform(login.platform), login.limits);
  const session = sessionOf(services, platform, login);
  if (login.expiresInMs === null || login.expiresInMs > renewBeforeMs) return { platform, session, login };
  const accessToken = await renewAccess(services, { tenantId, connectionId, platform, session }, login);
  return { platform, session: { ...session, accessToken }, login };
}

function sessionOf(services: Services, platform: Platform, login: StoredLogin): Session {
  const open = (sealed: string | null) => (sealed === null ? '' : services.vault.decrypt(sealed));
  const baseUrl = login.serverUrl ?? services.settings.social.baseUrls[platform.name] ?? platform.baseUrl;
  return {
    http: services.of(socialHttp),
    baseUrl,
    videoUrl: services.settings.social.videoUrls[platform.name] ?? platform.videoUrl ?? baseUrl,
    account: { externalId: login.externalId ?? '', handle: login.handle ?? '' },
    accessToken: open(login.accessToken),
    refreshToken: open(login.refreshToken),
    appPassword: open(login.appPassword),
    webhookSecret: open(login.webhookSecret),
  };
}
