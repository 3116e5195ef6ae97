import type { Services } from '#core/context.ts';
import { Unauthorized } from '../http/platform-error.ts';
import type { SocialHttp } from '../http/social-http.ts';
import type { Consent, Platform, Session, TokenExchange, Tokens } from '../platforms/platform.ts';
import type { PlatformClient } from '../settings/environment.ts';

export type { Tokens } from '../platforms/platform.ts';

interface Client {
  readonly http: SocialHttp;
  readonly consent: Consent;
  readonly client: PlatformClient;
  /** The base URL that the operator has set. */
  readonly override: string | undefined;
}

/** Returns an address of the platform, below the base URL that the operator has set. */
export const endpoint = (url: string, override: string | undefined): string =>
  override === undefined ? url : `${override}${new URL(url).pathname}`;

/** Exchanges a code for its token. */
export const exchangeCode = (at: Client, code: string, redirectUri: string, verifier: string | null): Promise<Tokens> =>
  requestTokens(at, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    ...(verifier !== null && { code_verifier: verifier }),
  });

/** Gets new tokens for a connection whose access expires. Throws `Unauthorized` when only its user can renew it. */
export async function refreshTokens(services: Services, platform: Platform, session: Session): Promise<Tokens> {
  const { consent, name, label } = platform;
  const { clients, baseUrls } = services.settings.social;
  const client = clients[name];
  if (!consent) throw new Unauthorized(`The access to ${label} has ended.`);
  if (!client) throw new Error(`${label} is not set up by the operator`);
  const at = { http: session.http, consent, client, override: baseUrls[name] };
  if (consent.renewal) return exchangeToken(at, consent.renewal, session.accessToken);
  if (session.refreshToken === '') throw new Unauthorized(`The access to ${label} has ended.`);
  return requestTokens(at, { grant_type: 'refresh_token', refresh_token: session.refreshToken });
}

export async function exchangeToken(
  { http, client, override }: Client,
  { url: address, grantType, tokenParameter, withClient }: TokenExchange,
  token: string,
): Promise<Tokens> {
  const url = new URL(endpoint(address, override));
  url.searchParams.set('grant_type', grantType);
  if (withClient) {
    url.searchParams.set('client_id', client.id);
    url.searchParams.set('client_secret', client.secret);
  }
  url.searchParams.set(tokenParameter, token);
  return readTokens((await http.request({ method: 'GET', url: url.href })).json);
}

async function requestTokens(
  { http, consent, client, override }: Client,
  form: Readonly<Record<string, string>>,
): Promise<Tokens> {
  const basic = consent.clientAuth === 'basic';
  const { json } = await http.request({
    method: 'POST',
    url: endpoint(consent.tokenUrl, override),
    form: {
      ...form,
      [consent.clientIdParameter ?? 'client_id']: client.id,
      ...(!basic && { client_secret: client.secret }),
    },
    ...(basic && {
      headers: { authorization: `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString('base64')}` },
    }),
  });
  return readTokens(json);
}

function readTokens(json: unknown): Tokens {
  const { access_token, refresh_token, expires_in, scope } = (json ?? {}) as Record<string, unknown>;
  if (typeof access_token !== 'string' || access_token === '') throw new Unauthorized('The platform gave no access.');
  return {
    accessToken: access_token,
    ...(typeof refresh_token === 'string' && { refreshToken: refresh_token }),
    expiresAtMs: Number(expires_in) > 0 ? Date.now() + Number(expires_in) * 1000 : null,
    ...(typeof scope === 'string' && { scopes: scope.split(/[\s,]+/).filter(Boolean) }),
  };
}
