import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Json } from './harness.ts';

interface Kind {
  /** The path of the issuer. */
  readonly path: string;
  /** The issuer in the document of the provider, and in its tokens. Default: the address of the provider. */
  readonly documentIssuer?: string;
  readonly tokenIssuer?: string;
  /** Microsoft has no way to revoke a consent. */
  readonly revokes: boolean;
  /** Microsoft issues a new refresh token with every renewal, and the old one ends. */
  readonly rotates: boolean;
  /** The claims with the address. */
  claims(email: string): Json;
}

const google: Kind = { path: '', revokes: true, rotates: false, claims: (email) => ({ email }) };

/** Accounts of organisations have no claim `email`, and one document for all organisations names none. */
const microsoft: Kind = {
  path: '/common/v2.0',
  documentIssuer: 'https://login.microsoftonline.com/{tenantid}/v2.0',
  tokenIssuer: 'https://login.microsoftonline.com/organisation-1/v2.0',
  revokes: false,
  rotates: true,
  claims: (email) => ({ preferred_username: email, tid: 'organisation-1', ver: '2.0' }),
};

/** A provider of mailboxes. Every visitor consents as `email`. */
export class FakeProvider {
  email = 'ann@provider.example';
  withdrawn = false;
  /** The scope in the answer; undefined omits it. */
  scope: string | undefined;
  expiresIn = 3600;
  renewals = 0;
  /** The parameters of the browser's last request. */
  asked = new URLSearchParams();
  refreshToken = 'the-refresh-token';
  readonly revoked: string[] = [];
  readonly tokens = new Set<string>();
  /** Tokens that a mail server asked about. */
  introspected = 0;
  readonly #kind: Kind;
  readonly #codes = new Map<string, { challenge: string; nonce: string }>();
  readonly #keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  readonly #server = http.createServer((request, response) => void this.#answer(request, response));

  constructor(name: 'google' | 'microsoft' = 'google') {
    this.#kind = name === 'google' ? google : microsoft;
  }

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async #answer(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '', this.url);
    let text = '';
    for await (const chunk of request) text += chunk;
    const json = (body: Json, status = 200): undefined =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const form = new URLSearchParams(text);
    switch (url.pathname) {
      case `${this.#kind.path}/.well-known/openid-configuration`:
        return json(this.#description());
      case '/keys':
        return json({
          keys: [{ ...this.#keys.publicKey.export({ format: 'jwk' }), kid: 'k', alg: 'RS256', use: 'sig' }],
        });
      case '/authorize':
        return this.#authorize(url, response);
      case '/introspect':
        return this.#introspect(form, json);
      case '/revoke':
        this.revoked.push(form.get('token') ?? '');
        return void response.writeHead(200).end();
      default:
        return this.#token(form, json);
    }
  }

  #description(): Json {
    const { documentIssuer, path, revokes } = this.#kind;
    const origin = documentIssuer === undefined ? this.url : new URL(documentIssuer).origin;
    const at = (name: string) => `${origin}/${name}`;
    return {
      issuer: documentIssuer ?? `${this.url}${path}`,
      authorization_endpoint: at('authorize'),
      token_endpoint: at('token'),
      jwks_uri: at('keys'),
      ...(revokes && { revocation_endpoint: at('revoke') }),
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
    };
  }

  #authorize({ searchParams }: URL, response: http.ServerResponse): void {
    this.asked = searchParams;
    const code = randomBytes(12).toString('hex');
    const challenge = searchParams.get('code_challenge') ?? '';
    this.#codes.set(code, { challenge, nonce: searchParams.get('nonce') ?? '' });
    const back = new URL(searchParams.get('redirect_uri') ?? '');
    back.searchParams.set('code', code);
    back.searchParams.set('state', searchParams.get('state') ?? '');
    response.writeHead(302, { location: back.href }).end();
  }

  /** Answers a mail server that checks a token (RFC 7662). */
  #introspect(form: URLSearchParams, json: (body: Json) => void): void {
    this.introspected += 1;
    const active = this.tokens.has(form.get('token') ?? '');
    json(active ? { active, email: this.email, username: this.email } : { active });
  }

  #token(form: URLSearchParams, json: (body: Json, status?: number) => undefined): undefined {
    const tokens = () => {
      const access = randomBytes(12).toString('hex');
      this.tokens.add(access);
      const granted = this.scope === undefined ? {} : { scope: this.scope };
      return { access_token: access, token_type: 'bearer', expires_in: this.expiresIn, ...granted };
    };
    if (form.get('grant_type') === 'refresh_token') {
      this.renewals += 1;
      if (this.withdrawn || form.get('refresh_token') !== this.refreshToken)
        return json({ error: 'invalid_grant' }, 400);
      if (!this.#kind.rotates) return json(tokens());
      this.refreshToken = randomBytes(12).toString('hex');
      return json({ ...tokens(), refresh_token: this.refreshToken });
    }
    const grant = this.#codes.get(form.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (!grant || grant.challenge !== challenge) return json({ error: 'invalid_grant' }, 400);
    return json({ ...tokens(), refresh_token: this.refreshToken, id_token: this.#idToken(grant.nonce) });
  }

  #idToken(nonce: string): string {
    const { tokenIssuer, path, claims: told } = this.#kind;
    const now = Math.floor(Date.now() / 1000);
    const iss = tokenIssuer ?? `${this.url}${path}`;
    const claims = { iss, aud: 'client', sub: 'ann', ...told(this.email), nonce, iat: now, exp: now + 600 };
    const part = (value: Json) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const text = `${part({ alg: 'RS256', kid: 'k' })}.${part(claims)}`;
    return `${text}.${sign('sha256', Buffer.from(text), this.#keys.privateKey).toString('base64url')}`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}
