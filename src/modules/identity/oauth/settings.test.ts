import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, describe, it, mock } from 'node:test';
import { createVerifier } from 'fast-jwt';
import { StartupError } from '#lib/startup-error.ts';
import type { Json } from '#test/harness.ts';
import { Browser, OpenIdServer } from '#test/oauth-providers.ts';
import { appleSecret } from './apple-secret.ts';
import { beginLogin, finishLogin, reasonOf } from './protocol.ts';
import { type OpenIdProvider, type Provider, readOAuthSettings } from './settings.ts';

const read = (env: Record<string, string>) => readOAuthSettings((name) => env[name]);
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const pem = ec.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const appleKey = {
  OAUTH_APPLE_CLIENT_ID: 'com.example.app',
  OAUTH_APPLE_TEAM_ID: 'TEAM123456',
  OAUTH_APPLE_KEY_ID: 'KEY1234567',
  OAUTH_APPLE_PRIVATE_KEY: pem,
};
const google = { OAUTH_GOOGLE_CLIENT_ID: 'id', OAUTH_GOOGLE_CLIENT_SECRET: 'secret' };

function openId(env: Record<string, string>, name: 'google' | 'microsoft' | 'apple'): OpenIdProvider {
  const provider = read(env)[name];
  assert.ok(provider?.kind === 'openid');
  return provider;
}

describe('the settings of providers', () => {
  it('include every provider with credentials', () => {
    assert.deepEqual(read({}), {});
    assert.deepEqual(Object.keys(read({ ...google, ...appleKey })), ['google', 'apple']);
    assert.equal(openId(google, 'google').issuer, 'https://accounts.google.com');
    assert.equal(openId(google, 'google').timeoutSeconds, 10);
    const twitter = read({ OAUTH_TWITTER_CLIENT_ID: 'id', OAUTH_TWITTER_CLIENT_SECRET: 'secret' }).twitter;
    assert.equal(twitter?.issuer, 'https://x.com');
  });

  it('accept other addresses, and plain http only for this machine', () => {
    const at = (issuer: string) => openId({ ...google, OAUTH_GOOGLE_ISSUER: issuer }, 'google').issuer;
    for (const issuer of [
      'https://id.example.com/tenant',
      'http://127.0.0.1:8080',
      'http://[::1]:1',
      'http://localhost',
    ]) {
      assert.equal(at(issuer), issuer);
    }
    const facebook = read({
      OAUTH_FACEBOOK_CLIENT_ID: 'id',
      OAUTH_FACEBOOK_CLIENT_SECRET: 'secret',
      OAUTH_FACEBOOK_AUTHORIZATION_URL: 'http://127.0.0.1:8080/authorize',
    }).facebook;
    assert.equal(facebook?.issuer, 'http://127.0.0.1:8080');
    assert.ok(facebook?.kind === 'oauth2' && facebook.tokenUrl.startsWith('https://graph.facebook.com/'));
  });

  it('stop the start when they are incomplete or wrong, with an error that names the variable', () => {
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' });
    const { OAUTH_APPLE_KEY_ID: _key, ...keyless } = appleKey;
    const wrong: [Record<string, string>, string][] = [
      [{ OAUTH_GOOGLE_CLIENT_ID: 'id' }, 'OAUTH_GOOGLE_CLIENT_SECRET'],
      [{ OAUTH_TWITTER_CLIENT_SECRET: 'secret' }, 'OAUTH_TWITTER_CLIENT_ID'],
      [{ OAUTH_APPLE_CLIENT_ID: 'id' }, 'OAUTH_APPLE_PRIVATE_KEY'],
      [{ ...appleKey, OAUTH_APPLE_CLIENT_ID: undefined as never }, 'OAUTH_APPLE_CLIENT_ID'],
      [keyless, 'OAUTH_APPLE_KEY_ID'],
      [{ ...appleKey, OAUTH_APPLE_CLIENT_SECRET: 'secret' }, 'OAUTH_APPLE_CLIENT_SECRET'],
      [{ ...appleKey, OAUTH_APPLE_PRIVATE_KEY: 'no key' }, 'OAUTH_APPLE_PRIVATE_KEY'],
      [{ ...appleKey, OAUTH_APPLE_PRIVATE_KEY: rsa.toString() }, 'OAUTH_APPLE_PRIVATE_KEY'],
      [{ ...google, OAUTH_GOOGLE_ISSUER: 'accounts.google.com' }, 'OAUTH_GOOGLE_ISSUER'],
      [{ ...google, OAUTH_GOOGLE_ISSUER: 'http://accounts.google.com' }, 'OAUTH_GOOGLE_ISSUER'],
      [{ ...google, OAUTH_GOOGLE_ISSUER: 'http://127.0.0.1.example.com' }, 'OAUTH_GOOGLE_ISSUER'],
      [{ ...google, OAUTH_GOOGLE_ISSUER: 'ftp://127.0.0.1' }, 'OAUTH_GOOGLE_ISSUER'],
      [{ ...google, OAUTH_GOOGLE_ISSUER: 'https://user:password@example.com' }, 'OAUTH_GOOGLE_ISSUER'],
      [{ ...google, OAUTH_GOOGLE_ISSUER: 'https://example.com?tenant=1' }, 'OAUTH_GOOGLE_ISSUER'],
      [{ OAUTH_FACEBOOK_PROFILE_URL: 'http://example.com/me' }, 'OAUTH_FACEBOOK_PROFILE_URL'],
    ];
    for (const [env, name] of wrong) {
      assert.throws(
        () => read(env),
        (error: Error) => error instanceof StartupError && error.message.includes(name) && !/BEGIN/.test(error.message),
        JSON.stringify(env),
      );
    }
  });
});

describe("Apple's client secret", () => {
  const verify = createVerifier({ key: ec.publicKey.export({ type: 'spki', format: 'pem' }), complete: true });

  it('is signed with the key, which may contain \\n for newlines, and renewed before it expires', () => {
    const provider = openId({ ...appleKey, OAUTH_APPLE_PRIVATE_KEY: pem.replaceAll('\n', '\\n') }, 'apple');
    assert.ok(typeof provider.clientSecret !== 'string');
    const secret = appleSecret(provider, provider.clientSecret);
    const first = secret();
    const { header, payload } = verify(first) as { header: Json; payload: Json };
    assert.deepEqual([header.alg, header.kid], ['ES256', 'KEY1234567']);
    const { iat, exp, ...claims } = payload;
    assert.deepEqual(claims, { iss: 'TEAM123456', aud: 'https://appleid.apple.com', sub: 'com.example.app' });
    assert.ok(Math.abs(iat - Date.now() / 1000) < 5);
    assert.ok(exp > iat && exp - iat <= 15_777_000);
    assert.equal(secret(), first);
    mock.timers.enable({ apis: ['Date'], now: (exp - 60) * 1000 });
    try {
      const second = secret();
      assert.notEqual(second, first);
      assert.ok((verify(second) as { payload: Json }).payload.exp > exp);
    } finally {
      mock.timers.reset();
    }
  });
});

describe('the discovery of a provider', () => {
  const redirectUri = 'http://127.0.0.1:9/callback';

  async function serverFor(redirect = redirectUri): Promise<{ server: OpenIdServer; provider: Provider }> {
    const server = await new OpenIdServer().listen();
    after(() => server.close());
    server.open({ clientId: 'id', clientSecret: 'secret' }, redirect);
    return { server, provider: openId({ ...google, OAUTH_GOOGLE_ISSUER: server.url }, 'google') };
  }
  const discoveryRequests = ({ seen }: OpenIdServer) => seen.filter((path) => path.startsWith('/.well-known/')).length;

  it('is cached for an hour', async () => {
    const { server, provider } = await serverFor();
    await Promise.all([beginLogin(provider, redirectUri, 'a'), beginLogin(provider, redirectUri, 'b')]);
    assert.equal(discoveryRequests(server), 1);
    mock.timers.enable({ apis: ['Date'], now: Date.now() + 59 * 60_000 });
    try {
      await beginLogin(provider, redirectUri, 'c');
      assert.equal(discoveryRequests(server), 1);
      mock.timers.setTime(Date.now() + 2 * 60_000);
      await beginLogin(provider, redirectUri, 'd');
      assert.equal(discoveryRequests(server), 2);
    } finally {
      mock.timers.reset();
    }
  });

  it('is not cached when it failed', async () => {
    const { server, provider } = await serverFor();
    const { handle } = server;
    server.handle = (_request, response) => void response.writeHead(500).end();
    await assert.rejects(beginLogin(provider, redirectUri, 'a'));
    server.handle = handle;
    assert.ok((await beginLogin(provider, redirectUri, 'b')).url.startsWith(server.url));
  });

  it('times out when the provider does not answer', async () => {
    const silent = http.createServer(() => {});
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    after(() => silent.closeAllConnections());
    after(() => silent.close());
    const issuer = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const provider = { ...openId({ ...google, OAUTH_GOOGLE_ISSUER: issuer }, 'google'), timeoutSeconds: 0.2 };
    const begun = Date.now();
    const failure = await beginLogin(provider, redirectUri, 'a').catch((error) => error);
    assert.ok(Date.now() - begun < 5000);
    assert.match(reasonOf(failure), /timed out/);
  });

  it('accepts every Microsoft directory as a separate issuer', async () => {
    const common = 'https://login.microsoftonline.com';
    const { server } = await serverFor();
    const provider = openId({ OAUTH_MICROSOFT_CLIENT_ID: 'id', OAUTH_MICROSOFT_CLIENT_SECRET: 'secret' }, 'microsoft');
    const real = globalThis.fetch;
    // Requests to Microsoft go to the local server, and its discovery document is rewritten to look like Microsoft's.
    const detour = async (input: string | URL | Request, options?: RequestInit) => {
      const answer = await real(
        String(input).replace(`${common}/common/v2.0`, server.url).replace(common, server.url),
        options,
      );
      if (!String(input).includes('/.well-known/')) return answer;
      const metadata = JSON.parse((await answer.text()).replaceAll(server.url, common));
      return Response.json({
        ...metadata,
        issuer: `${common}/{tenantid}/v2.0`,
        authorization_response_iss_parameter_supported: false,
      });
    };
    mock.method(globalThis, 'fetch', detour);
    try {
      const signIn = async (claims: Json) => {
        server.somebody = { sub: 'ms-1', email: 'a@example.com', email_verified: true };
        server.tamper = (answer) => ({ ...answer, id_token: server.resign(answer.id_token, claims) });
        const { url, nonce, verifier } = await beginLogin(provider, redirectUri, 'state');
        const { at } = await new Browser().follow(url.replace(common, server.url), redirectUri);
        const code = at?.searchParams.get('code') ?? undefined;
        return finishLogin(provider, { code, state: 'state' }, { redirectUri, state: 'state', nonce, verifier });
      };
      const directory = (tid: string) => ({ tid, iss: `${common}/${tid}/v2.0` });
      const person = await signIn(directory('first'));
      assert.deepEqual([person.issuer, person.subject], [`${common}/first/v2.0`, 'ms-1']);
      assert.equal(person.emailVerified, false, 'the administrator of any directory can set any address');
      assert.equal((await signIn({ ...directory('first'), xms_edov: true })).emailVerified, true);
      await assert.rejects(signIn({ tid: 'first', iss: `${common}/second/v2.0` }), /claim/);
    } finally {
      mock.restoreAll();
    }
  });
});

describe('the reason of a failure', () => {
  it('contains neither codes nor tokens', () => {
    const secret = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl';
    const reason = reasonOf(
      new Error(`bad ${secret}`, { cause: Object.assign(new Error(secret), { code: 'ECONNRESET' }) }),
    );
    assert.equal(reason, 'bad …: … (ECONNRESET)');
    assert.equal(reasonOf(new Error('refused', { cause: { token: secret } })), 'refused');
    assert.equal(reasonOf('nothing'), 'no reason was given');
  });
});
