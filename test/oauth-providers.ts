import assert from 'node:assert/strict';
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Call, Provider } from 'oidc-provider';
import type { Json } from './harness.ts';

/** A person with an account at a provider. */
export interface ProviderAccount {
  readonly sub: string;
  readonly [claim: string]: Json;
}

export interface Registered {
  readonly clientId: string;
  readonly clientSecret: string;
}

type Handler = (request: http.IncomingMessage, response: http.ServerResponse) => void;

/** A local HTTP server whose port is known before its handler is set. */
class Loopback {
  handle: Handler = (_request, response) => void response.writeHead(503).end();
  readonly #server = http.createServer((request, response) => this.handle(request, response));

  async listen(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
    });
  }
}

/** A real OpenID provider. Every visitor is signed in as `somebody` and consents. */
export class OpenIdServer extends Loopback {
  somebody: ProviderAccount = { sub: 'nobody' };
  /** Where the provider puts the claims besides the subject. */
  claimsFrom: 'token' | 'userinfo' = 'token';
  /** True when every sign-in is denied. */
  denying = false;
  /** Changes the answer of the token endpoint. */
  tamper: ((answer: Json) => Json) | undefined;
  /** The client secrets received with the codes. */
  readonly secrets: string[] = [];
  /** The paths that were requested. */
  readonly seen: string[] = [];
  readonly #keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  readonly #people = new Map<string, ProviderAccount>();

  /** Registers a client, once its redirect URI is known. `secretOf` checks a secret that is not a fixed text. */
  open({ clientId, clientSecret }: Registered, redirectUri: string, secretOf?: (given: string) => string): void {
    const jwk = { ...this.#keys.privateKey.export({ format: 'jwk' }), kid: 'signing', use: 'sig', alg: 'RS256' };
    const provider: Provider = new Provider(this.url, {
      clients: [
        {
          client_id: clientId,
          client_secret: clientSecret,
          redirect_uris: [redirectUri],
          token_endpoint_auth_method: 'client_secret_post',
        },
      ],
      jwks: { keys: [jwk] },
      cookies: { keys: [randomBytes(16).toString('hex')] },
      pkce: { required: () => true },
      scopes: ['openid', 'email', 'profile', 'name'],
      claims: {
        openid: ['sub'],
        email: ['email', 'email_verified', 'xms_edov'],
        profile: ['given_name', 'family_name'],
      },
      conformIdTokenClaims: this.claimsFrom === 'userinfo',
      ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600, AuthorizationCode: 60 },
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_call: Call, { uid }: { uid: string }) => `/interaction/${uid}` },
      findAccount: (_call: Call, sub: string) => ({ accountId: sub, claims: async () => this.#people.get(sub) }),
      loadExistingGrant: async ({ oidc }: Call) => {
        assert.ok(oidc);
        const grant = new provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId });
        grant.addOIDCScope('openid email profile name');
        await grant.save();
        return grant;
      },
    });
    provider.use(async (call, next) => {
      if (call.path === '/token') call.req.body = await this.#tokenRequest(call.req, clientSecret, secretOf);
      await next();
      if (call.oidc?.route === 'token' && this.tamper) call.body = this.tamper(call.body);
    });
    const callback = provider.callback();
    this.handle = (request, response) => {
      this.seen.push(new URL(request.url ?? '', this.url).pathname);
      if (!request.url?.startsWith('/interaction/')) return callback(request, response);
      this.#people.set(this.somebody.sub, this.somebody);
      const result = this.denying ? { error: 'access_denied' } : { login: { accountId: this.somebody.sub } };
      void provider.interactionFinished(request, response, result);
    };
  }

  async #tokenRequest(request: http.IncomingMessage, secret: string, secretOf?: (given: string) => string) {
    const form = Object.fromEntries(new URLSearchParams(await textOf(request)));
    this.secrets.push(form.client_secret ?? '');
    return secretOf ? { ...form, client_secret: secretOf(form.client_secret ?? '') && secret } : form;
  }

  /** Signs the ID token again with other claims, with the provider's key or another one. */
  resign(token: string, changes: Json, key: KeyObject = this.#keys.privateKey): string {
    const [header = '', payload = ''] = token.split('.');
    const claims = { ...JSON.parse(Buffer.from(payload, 'base64url').toString()), ...changes };
    const input = `${header}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`;
    return `${input}.${sign('sha256', Buffer.from(input), key).toString('base64url')}`;
  }
}

interface Grant {
  readonly challenge: string;
  readonly redirectUri: string;
}

/** A provider of plain OAuth 2. It accepts a code once, with the right client, verifier and redirect URI. */
export class PlainServer extends Loopback {
  profile: Json = {};
  profileStatus = 200;
  /** The paths that were requested. */
  readonly seen: string[] = [];
  readonly #codes = new Map<string, Grant>();
  readonly #tokens = new Set<string>();

  open(client: Registered, redirectUri: string, secretIn: 'header' | 'body'): void {
    this.handle = async (request, response) => {
      const url = new URL(request.url ?? '', this.url);
      this.seen.push(url.pathname);
      const answer = (status: number, body: Json) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      if (url.pathname === '/authorize') return void this.#authorize(url, client, redirectUri, response);
      if (url.pathname === '/token') {
        const form = new URLSearchParams(await textOf(request));
        const valid = isClient(request, form, client, secretIn) && this.#redeem(form);
        return valid
          ? answer(200, { access_token: this.#newToken(), token_type: 'bearer', expires_in: 3600 })
          : answer(400, { error: 'invalid_grant', error_description: `the code ${form.get('code')} is not good` });
      }
      const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
      if (url.pathname !== '/me' || !token || !this.#tokens.has(token)) return answer(401, { error: 'invalid_token' });
      return answer(this.profileStatus, this.profile);
    };
  }

  #authorize({ searchParams }: URL, { clientId }: Registered, redirectUri: string, response: http.ServerResponse) {
    assert.equal(searchParams.get('client_id'), clientId);
    assert.equal(searchParams.get('redirect_uri'), redirectUri);
    assert.equal(searchParams.get('response_type'), 'code');
    assert.equal(searchParams.get('code_challenge_method'), 'S256');
    const code = randomBytes(24).toString('base64url');
    this.#codes.set(code, { challenge: searchParams.get('code_challenge') ?? '', redirectUri });
    const back = new URL(redirectUri);
    back.searchParams.set('code', code);
    back.searchParams.set('state', searchParams.get('state') ?? '');
    response.writeHead(302, { location: back.href }).end();
  }

  #redeem(form: URLSearchParams): boolean {
    const code = form.get('code') ?? '';
    const grant = this.#codes.get(code);
    this.#codes.delete(code);
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    return grant?.challenge === challenge && grant.redirectUri === form.get('redirect_uri');
  }

  #newToken(): string {
    const token = randomBytes(24).toString('base64url');
    this.#tokens.add(token);
    return token;
  }
}

function isClient(
  { headers: { authorization } }: http.IncomingMessage,
  form: URLSearchParams,
  { clientId, clientSecret }: Registered,
  secretIn: 'header' | 'body',
): boolean {
  if (secretIn === 'body') return form.get('client_id') === clientId && form.get('client_secret') === clientSecret;
  const [, basic = ''] = /^Basic (.+)$/.exec(authorization ?? '') ?? [];
  const parts = Buffer.from(basic, 'base64').toString().split(':');
  const decode = (part: string) => decodeURIComponent(part.replaceAll('+', ' '));
  return parts.length === 2 && parts.map(decode).join(':') === `${clientId}:${clientSecret}`;
}

async function textOf(request: http.IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

export interface Page {
  readonly url: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The absolute URL of the redirect. */
  readonly location: string | undefined;
}

/** A browser: keeps cookies by origin, and follows redirects only in `follow`. */
export class Browser {
  readonly #jars = new Map<string, Map<string, string>>();

  cookies(url: string): Map<string, string> {
    const { origin } = new URL(url);
    const jar = this.#jars.get(origin) ?? new Map<string, string>();
    this.#jars.set(origin, jar);
    return jar;
  }

  async open(url: string, headers: Record<string, string> = {}, form?: Record<string, string>): Promise<Page> {
    const jar = this.cookies(url);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { accept: 'text/html', ...(cookie !== '' && { cookie }), ...headers },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '' || /max-age=0/i.test(line)) jar.delete(name);
      else jar.set(name, value);
    }
    const location = response.headers.get('location');
    return {
      url,
      status: response.status,
      headers: response.headers,
      text: await response.text(),
      location: location === null ? undefined : new URL(location, url).href,
    };
  }

  /** Follows redirects until the next URL begins with `end`, and returns that URL, or the page that does not redirect. */
  async follow(url: string, end: string): Promise<{ at?: URL; page?: Page }> {
    let next = url;
    for (let steps = 0; steps < 20; steps += 1) {
      if (next.startsWith(end)) return { at: new URL(next) };
      const page = await this.open(next);
      if (page.location === undefined) return { page };
      next = page.location;
    }
    throw new Error(`${url} redirects in a circle`);
  }
}

/** The form of a page that submits itself. */
export function formOf(html: string): { action: string; fields: Record<string, string> } {
  const fields = [...html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(
    ([, name = '', value = '']) => [name, value.replaceAll('&amp;', '&').replaceAll('&quot;', '"')],
  );
  return { action: /<form method="post" action="([^"]+)"/.exec(html)?.[1] ?? '', fields: Object.fromEntries(fields) };
}
