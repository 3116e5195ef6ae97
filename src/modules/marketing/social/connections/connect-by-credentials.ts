import type { Context, Services } from '#core/context.ts';
import { AppError, invalid } from '#core/errors.ts';
import { Problem } from '#core/fields/field.ts';
import { requireOutgoingUrl } from '#core/outgoing-url.ts';
import { socialHttp } from '../http/http-of.ts';
import { PlatformError } from '../http/platform-error.ts';
import type { Account, Platform, Session, Tokens } from '../platforms/platform.ts';
import type { ConnectionValues } from './save-connection.ts';

export interface Credentials {
  readonly name?: string | undefined;
  readonly url?: string | undefined;
  readonly secret?: string | undefined;
  readonly server?: string | undefined;
  readonly accessToken?: string | undefined;
  readonly handle?: string | undefined;
  readonly appPassword?: string | undefined;
}

type Required = 'url' | 'server' | 'accessToken' | 'handle' | 'appPassword';

/** Values that users must enter for platforms without consent. */
const requiredOf: Readonly<Record<string, readonly Required[]>> = {
  webhook: ['url'],
  mastodon: ['server', 'accessToken'],
  bluesky: ['handle', 'appPassword'],
};

/** Signs in with credentials that a user typed. Returns the values of the connection. */
export async function connectByCredentials(
  context: Context,
  platform: Platform,
  given: Credentials,
): Promise<ConnectionValues> {
  for (const key of requiredOf[platform.name] ?? [])
    if (given[key] === undefined || given[key].trim() === '') throw invalid(key, 'required', 'is required');
  if (platform.name === 'webhook') return webhookValues(context, given);
  const { services } = context;
  const typed = given.server?.trim();
  const baseUrl =
    typed === undefined || typed === ''
      ? (services.settings.social.baseUrls[platform.name] ?? platform.baseUrl)
      : readServer(context, 'server', typed);
  const session: Session = {
    http: services.of(socialHttp),
    baseUrl,
    videoUrl: baseUrl,
    account: { externalId: '', handle: given.handle?.trim() ?? '' },
    accessToken: given.accessToken?.trim() ?? '',
    refreshToken: '',
    appPassword: given.appPassword?.trim() ?? '',
    webhookSecret: '',
  };
  const account = await ask(platform, async () => {
    if (!platform.identify) throw new Error(`${platform.name} takes no credentials`);
    return platform.identify(session);
  });
  const limits = await ask(platform, async () => platform.readLimits?.(session));
  return {
    ...accountValues(platform, account),
    serverUrl: baseUrl,
    ...secretsOf(session),
    ...(limits && { limits: { ...limits } }),
  };
}

const secretsOf = ({ accessToken, appPassword }: Session) => ({
  ...(accessToken !== '' && { accessToken }),
  ...(appPassword !== '' && { appPassword }),
});

async function ask<T>(platform: Platform, question: () => Promise<T>): Promise<T> {
  try {
    return await question();
  } catch (error) {
    if (error instanceof PlatformError)
      throw new AppError('conflict', `${platform.label} did not accept the account. ${error.message}`);
    throw error;
  }
}

/** The fields of the record that come from the platform. */
export function accountValues(platform: Platform, account: Account & { readonly tokens?: Tokens }): ConnectionValues {
  const { externalId, name, handle, avatarUrl = null, profileUrl = null, tokens, accessToken } = account;
  return {
    platform: platform.name,
    externalId,
    name: (name || handle || platform.label).slice(0, 255),
    handle: handle.slice(0, 255),
    avatarUrl: webAddress(avatarUrl),
    profileUrl: webAddress(profileUrl),
    ...(tokens && tokenValues(tokens)),
    // An account's own token does not expire.
    ...(accessToken !== undefined && { accessToken, expiresAt: null }),
  };
}

export const tokenValues = ({ accessToken, refreshToken, expiresAtMs, scopes }: Tokens) => ({
  accessToken,
  ...(refreshToken !== undefined && { refreshToken }),
  ...(scopes && { scopes: [...scopes] }),
  expiresAt: expiresAtMs === null ? null : new Date(expiresAtMs).toISOString(),
});

const webAddress = (value: string | null): string | null =>
  value !== null && value.length <= 2000 && /^https?:\/\/\S+$/i.test(value) && URL.canParse(value) ? value : null;

function webhookValues(context: Context, { url = '', secret, name }: Credentials): ConnectionValues {
  const address = readServer(context, 'url', url.trim());
  return {
    platform: 'webhook',
    externalId: null,
    name: name?.trim() || new URL(address).hostname,
    serverUrl: address,
    ...(secret !== undefined && secret !== '' && { webhookSecret: secret }),
  };
}

/**
 * Requires a server on the public Internet, because tenants name it; the HTTP client checks the address at each call. The client does not
 * check addresses that the operator has set, so tenants may not name those.
 */
function readServer({ services }: Context, field: string, text: string): string {
  const { settings } = services;
  const full = /^[a-z]+:\/\//i.test(text) || field === 'url' ? text : `https://${text}`;
  const url = URL.canParse(full) ? new URL(full) : undefined;
  const { baseUrls, videoUrls } = settings.social;
  const set = [...Object.values(baseUrls), ...Object.values(videoUrls)];
  const unchecked = set.some((one) => new URL(one).origin === url?.origin);
  const allowed = settings.outgoing.allowPrivate ? /^https?:$/ : /^https:$/;
  if (!url || unchecked || !allowed.test(url.protocol) || url.username !== '' || full.length > 2000)
    throw invalid(field, 'invalid_format', 'must be an https address such as https://example.com');
  requirePublic(field, url.href, services);
  return field === 'url' ? url.href : url.origin;
}

function requirePublic(field: string, url: string, services: Services): void {
  try {
    requireOutgoingUrl(url, services);
  } catch (error) {
    throw error instanceof Problem ? invalid(field, error.code, error.message) : error;
  }
}
