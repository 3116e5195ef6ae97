import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { after, describe, it, mock } from 'node:test';
import { createVerifier } from 'fast-jwt';
import { adminEmail } from '#test/cluster.ts';
import { refused } from '#test/expect.ts';
import { appForFile, Client, type Json, type Reply, startApp } from '#test/harness.ts';
import {
  Browser,
  formOf,
  OpenIdServer,
  type Page,
  PlainServer,
  type ProviderAccount,
  type Registered,
} from '#test/oauth-providers.ts';

const client: Registered = { clientId: 'atrium-client', clientSecret: 'a secret of the client' };
const appleKey = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const google = await new OpenIdServer().listen();
const microsoft = await new OpenIdServer().listen();
const apple = await new OpenIdServer().listen();
const facebook = await new PlainServer().listen();
const twitter = await new PlainServer().listen();

const credentials = (name: string) => ({
  [`OAUTH_${name}_CLIENT_ID`]: client.clientId,
  [`OAUTH_${name}_CLIENT_SECRET`]: client.clientSecret,
});
const endpoints = (name: string, { url }: PlainServer) => ({
  [`OAUTH_${name}_AUTHORIZATION_URL`]: `${url}/authorize`,
  [`OAUTH_${name}_TOKEN_URL`]: `${url}/token`,
  [`OAUTH_${name}_PROFILE_URL`]: `${url}/me`,
});
const app = await appForFile({
  ...credentials('GOOGLE'),
  OAUTH_GOOGLE_ISSUER: google.url,
  ...credentials('MICROSOFT'),
  OAUTH_MICROSOFT_ISSUER: microsoft.url,
  OAUTH_APPLE_CLIENT_ID: client.clientId,
  OAUTH_APPLE_TEAM_ID: 'TEAM123456',
  OAUTH_APPLE_KEY_ID: 'KEY1234567',
  OAUTH_APPLE_PRIVATE_KEY: appleKey.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  OAUTH_APPLE_ISSUER: apple.url,
  ...credentials('FACEBOOK'),
  ...endpoints('FACEBOOK', facebook),
  ...credentials('TWITTER'),
  ...endpoints('TWITTER', twitter),
});
const { admin, anonymous, events, sql, tenant, url } = app;
const callback = (provider: string) => `${url}/api/identity/auth/${provider}/callback`;
const verifyAppleSecret = createVerifier({
  key: appleKey.publicKey.export({ type: 'spki', format: 'pem' }),
  allowedAud: apple.url,
  allowedIss: 'TEAM123456',
  allowedSub: client.clientId,
});
google.open(client, callback('google'));
microsoft.claimsFrom = 'userinfo';
microsoft.open(client, callback('microsoft'));
apple.open(client, callback('apple'), (secret) => verifyAppleSecret(secret).sub);
facebook.open(client, callback('facebook'), 'body');
twitter.open(client, callback('twitter'), 'header');
after(() => Promise.all([google, microsoft, apple, facebook, twitter].map((server) => server.close())));

let count = 0;
const somebody = (claims: Json = {}): ProviderAccount => {
  count += 1;
  return { sub: `subject-${count}`, email: `person-${count}@example.com`, email_verified: true, ...claims };
};
const json = { accept: 'application/json' };
const begin = (browser: Browser, provider: string, query = '', headers?: Record<string, string>) =>
  browser.open(`${url}/api/identity/auth/${provider}${query}`, headers);
const replyOf = ({ status, headers, text }: Page): Reply => ({
  status,
  headers,
  text,
  body: headers.get('content-type')?.includes('json') ? JSON.parse(text) : undefined,
});

/** Signs in at the provider and returns the callback address, without opening it. */
async function signInAtProvider(
  browser: Browser,
  provider: string,
  query = '',
  headers?: Record<string, string>,
): Promise<URL> {
  const { status, location = '', text } = await begin(browser, provider, query, headers);
  assert.equal(status, 302, text);
  const { at, page } = await browser.follow(location, callback(provider));
  assert.ok(at, page?.text);
  return at;
}

const finish = async (browser: Browser, at: URL, headers: Record<string, string> = json): Promise<Reply> =>
  replyOf(await browser.open(at.href, headers));

async function signInWith(provider: string, who: OpenIdServer, person: ProviderAccount, query = ''): Promise<Reply> {
  who.somebody = person;
  const browser = new Browser();
  return finish(browser, await signInAtProvider(browser, provider, query));
}
const withGoogle = (person: ProviderAccount, query = '') => signInWith('google', google, person, query);

async function changeTenant(accountKey: string, change: string): Promise<void> {
  await sql(`update tenants set ${change} where account_key = $1`, [accountKey]);
  app.app.services.directory.invalidateAll();
}

/** A tenant with open registration. */
async function openTenant(): Promise<Client> {
  const boss = await tenant();
  await changeTenant(boss.accountKey, `settings = '{"registrationOpen": true, "registrationRole": "viewer"}'`);
  return boss;
}

async function newUser(person: ProviderAccount, verified: boolean, by = admin): Promise<string> {
  const { _id } = await by.create('/api/identity/users', { email: person.email, roles: ['viewer'] });
  await sql('update identity_users set email_verified = $2 where id = $1', [_id, verified]);
  return _id;
}
const as = (reply: Reply): Client => {
  assert.equal(reply.status, 200, reply.text);
  return new Client(url, reply.body.token, reply.body.user.id);
};
const identities = async (caller: Client): Promise<Json[]> => (await caller.get('/api/identity/identities')).body.data;
const states = async () => Number((await sql('select count(*) from oauth_states'))[0].count);
const securityEvents = async (userId: string) =>
  (await events()).filter(({ type, record }) => type.startsWith('security.') && record.userId === userId);

describe('the start of a sign-in', () => {
  it('redirects to the provider with a challenge, a state and a nonce, and sets a cookie for this browser', async () => {
    const page = await begin(new Browser(), 'google');
    assert.equal(page.status, 302);
    const { origin, searchParams } = new URL(page.location ?? '');
    assert.equal(origin, google.url);
    const { state, nonce, code_challenge: challenge, ...rest } = Object.fromEntries(searchParams);
    assert.deepEqual(rest, {
      client_id: client.clientId,
      response_type: 'code',
      redirect_uri: callback('google'),
      scope: 'openid email profile',
      code_challenge_method: 'S256',
    });
    for (const value of [state, nonce, challenge]) assert.match(String(value), /^[\w.-]{43,}$/);
    const [cookie = '', ...others] = page.headers.getSetCookie();
    assert.deepEqual(others, []);
    const [pair = '', ...flags] = cookie.split('; ');
    assert.match(pair, /^platform_oauth=[\w-]{43}$/);
    assert.deepEqual(
      new Set(flags.map((flag) => flag.toLowerCase())),
      new Set(['httponly', 'samesite=lax', 'path=/api/identity/auth', 'max-age=600']),
    );
  });

  it('stores the state and the cookie as hashes, and the verifier encrypted', async () => {
    const browser = new Browser();
    const { location = '' } = await begin(browser, 'google');
    const [row] = await sql('select * from oauth_states order by created_at desc limit 1');
    assert.match(row.verifier, /^v2-/);
    const kept = JSON.stringify(row, (_key, value) =>
      value?.type === 'Buffer' ? Buffer.from(value.data).toString('latin1') : value,
    );
    const cookie = browser.cookies(url).get('platform_oauth') ?? '-';
    for (const secret of [new URL(location).searchParams.get('state') ?? '-', cookie]) {
      assert.ok(!kept.includes(secret));
    }
    assert.equal(row.browser.length, 32);
    assert.equal(row.hash.length, 32);
  });

  it('is 404 for unknown providers, and 409 with the missing variables for a provider without credentials', async () => {
    for (const path of ['github', 'github/callback', '__proto__', 'constructor']) {
      refused(await anonymous.get(`/api/identity/auth/${path}`), 404, 'not_found');
    }
    const bare = await startApp();
    after(() => bare.close());
    for (const name of ['google', 'microsoft', 'apple', 'facebook', 'twitter']) {
      for (const path of [name, `${name}/callback?code=a&state=b`]) {
        const reply = await bare.anonymous.get(`/api/identity/auth/${path}`);
        refused(reply, 409, 'not_configured');
        assert.match(reply.body.error.message, new RegExp(`OAUTH_${name.toUpperCase()}_CLIENT_ID`));
        assert.match(reply.body.error.message, new RegExp(`OAUTH_${name.toUpperCase()}_CLIENT_SECRET`));
      }
    }
    refused(await anonymous.get('/api/identity/auth/google?accountKey=no-such-tenant'), 404, 'not_found');
  });

  it('refuses a returnTo on another site', async () => {
    const elsewhere = [
      'https://example.com/',
      '//example.com',
      '/\\example.com',
      '\\\\example.com',
      '/a//b',
      'deals',
      '',
      'javascript:alert(1)',
      '/\texample.com',
      '/a\r\nset-cookie: a=b',
      '/.//example.com',
    ];
    const before = await states();
    for (const target of elsewhere) {
      const reply = await anonymous.get(`/api/identity/auth/google?returnTo=${encodeURIComponent(target)}`);
      refused(reply, 400, 'bad_request', 'returnTo');
    }
    assert.equal(await states(), before);
  });

  it('sets a Secure cookie over https, valid on the public host also from the subdomain of a tenant', async () => {
    const hosted = await startApp({
      PUBLIC_URL: 'https://example.test',
      ...credentials('FACEBOOK'),
      ...endpoints('FACEBOOK', facebook),
    });
    after(() => hosted.close());
    const cookieAt = async (host: string) => {
      const { headers } = await hosted.app.server.inject({ url: '/api/identity/auth/facebook', headers: { host } });
      return String(headers['set-cookie']);
    };
    assert.match(await cookieAt('example.test'), /; Secure/);
    assert.doesNotMatch(await cookieAt('example.test'), /Domain/);
    await hosted.tenant('acme');
    assert.match(await cookieAt('acme.example.test'), /; Domain=example\.test/);
  });
});

describe('the callback of a sign-in', () => {
  it('answers like a password sign-in when the client accepts JSON', async () => {
    const boss = await openTenant();
    const person = somebody({ given_name: 'Ada', family_name: 'Byron' });
    const reply = await withGoogle(person, `?accountKey=${boss.accountKey}`);
    assert.equal(reply.status, 200, reply.text);
    assert.deepEqual(Object.keys(reply.body).sort(), ['token', 'user']);
    const { id } = reply.body.user;
    assert.deepEqual(reply.body.user, { id, email: person.email, roles: ['viewer'] });
    assert.match(reply.headers.get('set-cookie') ?? '', new RegExp(`^platform_access=${reply.body.token};`));
    const made = (await boss.get(`/api/identity/users/${id}`)).body;
    assert.deepEqual([made.firstName, made.lastName, made.emailVerified], ['Ada', 'Byron', true]);
    assert.ok(made.emailVerifiedAt);
    const written = await securityEvents(id);
    assert.deepEqual(
      written.map(({ type }) => type).filter((type) => type !== 'security.rolesChanged'),
      ['security.registered', 'security.identityLinked', 'security.signedIn'],
    );
    assert.equal(written.at(-1)?.record.method, 'google');
    assert.doesNotMatch(JSON.stringify(written), new RegExp(person.sub));
    assert.ok((await events(id)).some(({ type }) => type === 'user.created'));
    const again = await withGoogle(person, `?accountKey=${boss.accountKey}`);
    assert.equal(again.body.user.id, id);
  });

  it('sets the cookie and redirects to returnTo in a browser', async () => {
    const { accountKey } = await openTenant();
    google.somebody = somebody();
    for (const [query, target] of [
      ['', '/app/'],
      ['&returnTo=/deals%3Fstage%3Dwon%23top', '/deals?stage=won#top'],
      ['&returnTo=/gr%C3%BC%C3%9Fe', '/gr%C3%BC%C3%9Fe'],
    ]) {
      const browser = new Browser();
      const at = await signInAtProvider(browser, 'google', `?accountKey=${accountKey}${query}`);
      const reply = await finish(browser, at, { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' });
      assert.equal(reply.status, 303, reply.text);
      assert.equal(reply.headers.get('location'), target);
      assert.equal(reply.text, '');
      const token = browser.cookies(url).get('platform_access');
      const me = await anonymous.get('/api/identity/identities', { cookie: `platform_access=${token}` });
      assert.equal(me.body.data.length, 1, me.text);
    }
  });

  it('identifies a person by issuer and subject, not by email address', async () => {
    const { accountKey } = await openTenant();
    const person = somebody();
    const first = await withGoogle(person, `?accountKey=${accountKey}`);
    const moved = await withGoogle({ ...person, email: 'moved@example.com' }, `?accountKey=${accountKey}`);
    assert.equal(moved.body.user.id, first.body.user.id);
    const other = { ...somebody(), sub: person.sub };
    const elsewhere = await signInWith('microsoft', microsoft, other, `?accountKey=${accountKey}`);
    assert.equal(elsewhere.status, 200, elsewhere.text);
    assert.notEqual(elsewhere.body.user.id, first.body.user.id);
    const rows = await sql(
      'select issuer, subject, user_id from user_identities where subject = $1 order by created_at',
      [person.sub],
    );
    assert.deepEqual(
      rows.map(({ issuer, user_id: userId }) => [issuer, userId]),
      [
        [google.url, first.body.user.id],
        [microsoft.url, elsewhere.body.user.id],
      ],
    );
  });

  it('creates a separate user in each tenant', async () => {
    const [one, two] = [await openTenant(), await openTenant()];
    const person = somebody();
    const first = await withGoogle(person, `?accountKey=${one.accountKey}`);
    const second = await withGoogle(person, `?accountKey=${two.accountKey}`);
    assert.equal(second.status, 200, second.text);
    assert.notEqual(first.body.user.id, second.body.user.id);
    refused(await withGoogle(person), 403, 'forbidden');
  });

  it('creates one user when several requests arrive at once', async () => {
    const { accountKey } = await openTenant();
    google.somebody = somebody();
    const browsers = Array.from({ length: 4 }, () => new Browser());
    const callbacks: URL[] = [];
    for (const browser of browsers)
      callbacks.push(await signInAtProvider(browser, 'google', `?accountKey=${accountKey}`));
    const replies = await Promise.all(browsers.map((browser, n) => finish(browser, callbacks[n] as URL)));
    for (const reply of replies) assert.equal(reply.status, 200, reply.text);
    assert.equal(new Set(replies.map(({ body }) => body.user.id)).size, 1);
  });
});

describe('the other providers', () => {
  it('Microsoft: the address is read from userinfo', async () => {
    const boss = await openTenant();
    const reply = await signInWith('microsoft', microsoft, somebody(), `?accountKey=${boss.accountKey}`);
    assert.equal(reply.status, 200, reply.text);
    assert.equal((await boss.get(`/api/identity/users/${reply.body.user.id}`)).body.emailVerified, true);
  });

  it('Apple: the form it posts is redirected to the callback, and the client secret is signed', async () => {
    const boss = await openTenant();
    const person = somebody({ email_verified: 'true' });
    apple.somebody = person;
    const browser = new Browser();
    const { location = '' } = await begin(browser, 'apple', `?accountKey=${boss.accountKey}`);
    assert.equal(new URL(location).searchParams.get('response_mode'), 'form_post');
    const { page } = await browser.follow(location, callback('apple'));
    const { action, fields } = formOf(page?.text ?? '');
    assert.equal(action, callback('apple'));
    const user = JSON.stringify({ name: { firstName: 'Grace', lastName: 'Höpper' }, email: 'else@example.com' });
    // A browser sends no cookies with a form posted from another site.
    const posted = await new Browser().open(action, {}, { ...fields, user, id_token: 'unwanted' });
    assert.equal(posted.status, 303, posted.text);
    assert.deepEqual(posted.headers.getSetCookie(), []);
    const at = new URL(posted.location ?? '');
    assert.equal(`${at.origin}${at.pathname}`, callback('apple'));
    assert.deepEqual(Object.fromEntries(at.searchParams), { ...fields, user });
    const reply = await finish(browser, at);
    assert.equal(reply.status, 200, reply.text);
    const made = (await boss.get(`/api/identity/users/${reply.body.user.id}`)).body;
    assert.deepEqual(
      [made.email, made.firstName, made.lastName, made.emailVerified],
      [person.email, 'Grace', 'Höpper', true],
    );
    assert.equal(apple.secrets.length, 1);
    assert.equal(verifyAppleSecret(apple.secrets[0] ?? '').sub, client.clientId);
  });

  it('Apple: values that are too long and unknown values are not forwarded', async () => {
    const before = await states();
    const long = await new Browser().open(callback('apple'), json, { code: 'c'.repeat(4097), state: 's' });
    refused(replyOf(long), 422, 'validation_failed', 'code');
    const odd = await new Browser().open(callback('apple'), {}, { code: 'c', returnTo: 'https://example.com' });
    assert.equal(odd.headers.get('location'), '/api/identity/auth/apple/callback?code=c');
    assert.equal(await states(), before);
  });

  it('Facebook: the address counts as not verified', async () => {
    const boss = await openTenant();
    const { email } = somebody();
    facebook.profile = { id: '1001', first_name: 'Mary', last_name: 'Lee', email };
    const enter = async () => {
      const browser = new Browser();
      return finish(browser, await signInAtProvider(browser, 'facebook', `?accountKey=${boss.accountKey}`));
    };
    const reply = await enter();
    assert.equal(reply.status, 200, reply.text);
    const made = (await boss.get(`/api/identity/users/${reply.body.user.id}`)).body;
    assert.deepEqual([made.email, made.firstName, made.lastName, made.emailVerified], [email, 'Mary', 'Lee', false]);
    assert.equal((await enter()).body.user.id, made._id);
    const known = somebody();
    await newUser(known, true, boss);
    facebook.profile = { id: '1002', email: known.email };
    refused(await enter(), 403, 'forbidden');
    facebook.profileStatus = 500;
    refused(await enter(), 401, 'unauthenticated');
    facebook.profileStatus = 200;
    facebook.profile = { name: 'without an id' };
    refused(await enter(), 401, 'unauthenticated');
  });

  it('X: there is no address, so the identity must be linked first', async () => {
    const { accountKey } = await openTenant();
    twitter.profile = { data: { id: '2001', name: 'Somebody', username: 'somebody' } };
    const enter = async (query = `?accountKey=${accountKey}`, headers?: Record<string, string>) => {
      const browser = new Browser();
      return finish(browser, await signInAtProvider(browser, 'twitter', query, headers));
    };
    const reply = await enter();
    refused(reply, 403, 'forbidden');
    assert.match(reply.body.error.message, /link/);
    const caller = as(await withGoogle(somebody(), `?accountKey=${accountKey}`));
    const linked = await enter('?link=true', { authorization: `Bearer ${caller.token}` });
    assert.equal(linked.body.user?.id, caller.userId, linked.text);
    assert.equal((await enter()).body.user.id, caller.userId);
  });
});

describe('linking by address', () => {
  it('needs an address that is verified here and at the provider', async () => {
    for (const [ours, theirs] of [
      [true, true],
      [true, false],
      [false, true],
      [false, false],
      [true, undefined],
      [true, 'yes'],
    ]) {
      const person = somebody({ email_verified: theirs });
      const id = await newUser(person, ours === true);
      const reply = await withGoogle({ ...person, email: person.email.toUpperCase() });
      if (ours === true && theirs === true) {
        assert.equal(reply.body.user?.id, id, reply.text);
        const [row] = await sql('select provider, issuer, subject from user_identities where user_id = $1', [id]);
        assert.deepEqual(row, { provider: 'google', issuer: google.url, subject: person.sub });
      } else {
        refused(reply, 403, 'forbidden');
        assert.match(reply.body.error.message, /password.*link/);
        assert.deepEqual(await sql('select 1 from user_identities where user_id = $1', [id]), []);
      }
    }
  });

  it('creates no user when registration is closed', async () => {
    const person = somebody();
    const reply = await withGoogle(person);
    refused(reply, 403, 'forbidden');
    assert.match(reply.body.error.message, /registrations/);
    assert.deepEqual(await sql('select 1 from identity_users where email = $1', [person.email]), []);
    assert.deepEqual(await sql('select 1 from user_identities where subject = $1', [person.sub]), []);
  });

  it('is refused for a deactivated user, linked before or not', async () => {
    const [known, unknown] = [somebody(), somebody()];
    for (const person of [known, unknown]) await newUser(person, true);
    assert.equal((await withGoogle(known)).status, 200);
    await sql('update identity_users set active = false where email = any($1)', [[known.email, unknown.email]]);
    app.app.services.directory.invalidateAll();
    for (const person of [known, unknown]) refused(await withGoogle(person), 401, 'unauthenticated');
    assert.deepEqual(await sql('select 1 from user_identities where subject = $1', [unknown.sub]), []);
  });

  it('is refused in a suspended account, at the start and at the callback', async () => {
    const { accountKey } = await openTenant();
    google.somebody = somebody();
    const browser = new Browser();
    const at = await signInAtProvider(browser, 'google', `?accountKey=${accountKey}`);
    await changeTenant(accountKey, `status = 'suspended'`);
    refused(await finish(browser, at), 403, 'account_suspended');
    refused(replyOf(await begin(browser, 'google', `?accountKey=${accountKey}`, json)), 403, 'account_suspended');
    assert.deepEqual(await sql('select 1 from identity_users where email = $1', [google.somebody.email]), []);
  });
});

describe('linking to the signed-in user', () => {
  const link = async (
    caller: Client,
    provider: string,
    server: OpenIdServer,
    person: ProviderAccount,
  ): Promise<Reply> => {
    server.somebody = person;
    const browser = new Browser();
    const headers = { authorization: `Bearer ${caller.token}` };
    return finish(browser, await signInAtProvider(browser, provider, '?link=true', headers));
  };

  it('adds the identity, whatever its address, and signs in with it', async () => {
    const caller = await app.user({ permissions: [] });
    const person = somebody({ email_verified: false });
    const reply = await link(caller, 'google', google, person);
    assert.equal(reply.body.user?.id, caller.userId, reply.text);
    const [identity, ...others] = await identities(caller);
    assert.deepEqual(others, []);
    const { _id, createdAt, ...rest } = identity;
    assert.deepEqual(rest, { provider: 'google', issuer: google.url, email: person.email });
    assert.match(_id, /^[0-9a-f-]{36}$/);
    assert.equal(new Date(createdAt).toISOString(), createdAt);
    assert.equal((await withGoogle(person)).body.user.id, caller.userId);
    assert.ok((await securityEvents(caller.userId)).some(({ type }) => type === 'security.identityLinked'));
    assert.equal((await link(caller, 'google', google, person)).status, 200);
    assert.equal((await identities(caller)).length, 1);
  });

  it('works with the session cookie, unless the request comes from another site', async () => {
    const caller = await app.user({ permissions: [] });
    google.somebody = somebody();
    const browser = new Browser();
    browser.cookies(url).set('platform_access', caller.token ?? '');
    const crossing = await begin(browser, 'google', '?link=true', { ...json, 'sec-fetch-site': 'cross-site' });
    refused(replyOf(crossing), 403, 'forbidden');
    const at = await signInAtProvider(browser, 'google', '?link=true', { 'sec-fetch-site': 'same-origin' });
    assert.equal((await finish(browser, at)).body.user.id, caller.userId);
  });

  it('needs a session of the account that is named', async () => {
    refused(await anonymous.get('/api/identity/auth/google?link=true'), 401, 'unauthenticated');
    refused(await new Client(url, 'nonsense').get('/api/identity/auth/google?link=true'), 401, 'unauthenticated');
    const { accountKey } = await tenant();
    refused(await admin.get(`/api/identity/auth/google?link=true&accountKey=${accountKey}`), 403, 'forbidden');
    refused(await admin.get('/api/identity/auth/google?link=maybe'), 400, 'bad_request', 'link');
    refused(await anonymous.get('/api/identity/identities'), 401, 'unauthenticated');
  });

  it('is refused for API keys', async () => {
    const { key } = await admin.create('/api/identity/apiKeys', { name: 'linking', scopes: ['sales:read'] });
    const program = new Client(url, key);
    assert.equal((await program.get('/api/sales/contacts')).status, 200);
    for (const path of ['/api/identity/auth/google?link=true', '/api/identity/identities']) {
      refused(await program.get(path), 403, 'forbidden');
    }
  });

  it('fails when the session that started it has ended', async () => {
    const caller = await app.user({ permissions: [] });
    google.somebody = somebody();
    const browser = new Browser();
    const at = await signInAtProvider(browser, 'google', '?link=true', { authorization: `Bearer ${caller.token}` });
    const { data } = (await caller.get('/api/identity/sessions')).body;
    const current = data.find((session: Json) => session.current);
    assert.equal((await caller.delete(`/api/identity/sessions/${current._id}`)).status, 204);
    refused(await finish(browser, at), 401, 'unauthenticated');
    assert.deepEqual(await sql('select 1 from user_identities where user_id = $1', [caller.userId]), []);
  });

  it('does not take an identity from another user', async () => {
    const [one, two] = [await app.user({ permissions: [] }), await app.user({ permissions: [] })];
    const person = somebody();
    await link(one, 'google', google, person);
    refused(await link(two, 'google', google, person), 409, 'conflict');
    assert.deepEqual(await identities(two), []);
    assert.equal((await withGoogle(person)).body.user.id, one.userId);
  });

  it('can be undone by its owner only, and not for the last way to sign in', async () => {
    const [one, two] = [await app.user({ permissions: [] }), await app.user({ permissions: [] })];
    const person = somebody();
    await link(one, 'google', google, person);
    const [{ _id }] = await identities(one);
    refused(await two.delete(`/api/identity/identities/${_id}`), 404, 'not_found');
    refused(await one.delete('/api/identity/identities/nonsense'), 404, 'not_found');
    assert.equal((await one.delete(`/api/identity/identities/${_id}?dryRun=true`)).status, 204);
    assert.equal((await one.delete(`/api/identity/identities/${_id}`)).status, 204);
    assert.deepEqual(await identities(one), []);
    refused(await one.delete(`/api/identity/identities/${_id}`), 404, 'not_found');
    refused(await withGoogle(person), 403, 'forbidden');
    assert.ok((await securityEvents(one.userId)).some(({ type }) => type === 'security.identityUnlinked'));

    const { accountKey } = await openTenant();
    const caller = as(await withGoogle(somebody(), `?accountKey=${accountKey}`));
    const [only] = await identities(caller);
    refused(await caller.delete(`/api/identity/identities/${only._id}`), 409, 'conflict');
    await link(caller, 'microsoft', microsoft, somebody());
    const both = await Promise.all(
      (await identities(caller)).map((identity) => caller.delete(`/api/identity/identities/${identity._id}`)),
    );
    assert.deepEqual(both.map(({ status }) => status).sort(), [204, 409]);
    assert.equal((await identities(caller)).length, 1);
  });
});

describe('a sign-in is refused', () => {
  const logged: Json[] = [];
  const captureWarnings = () => mock.method(app.app.services.log, 'warn', (...line: Json[]) => logged.push(line));
  const signInAtGoogle = async (browser: Browser, person = somebody()): Promise<URL> => {
    google.somebody = person;
    return signInAtProvider(browser, 'google');
  };
  /** The answer is 401, and neither a cookie is set nor an identity linked. */
  const assertRefused = async (browser: Browser, at: URL, headers = json): Promise<Reply> => {
    const linked = await sql('select count(*) from user_identities');
    const reply = await finish(browser, at, headers);
    refused(reply, 401, 'unauthenticated');
    assert.deepEqual(reply.headers.getSetCookie(), []);
    assert.deepEqual(await sql('select count(*) from user_identities'), linked);
    return reply;
  };
  /** A person who has a user, so that only the tested mistake prevents the sign-in. */
  const member = async (): Promise<ProviderAccount> => {
    const person = somebody();
    await newUser(person, true);
    return person;
  };

  it('when the state is wrong or missing', async () => {
    const browser = new Browser();
    const at = await signInAtGoogle(browser, await member());
    const { state = '' } = Object.fromEntries(at.searchParams);
    const [prefix = '', secret = ''] = state.split('.');
    const turned = `${prefix}.${secret.startsWith('A') ? 'B' : 'A'}${secret.slice(1)}`;
    for (const wrong of [turned, 'nonsense', '', `zz.${secret}`, `zzzzzzzzzzzz.${secret}`, state.toUpperCase()]) {
      const other = new URL(at);
      other.searchParams.set('state', wrong);
      await assertRefused(browser, other);
    }
    const none = new URL(at);
    none.searchParams.delete('state');
    await assertRefused(browser, none);
    assert.equal((await finish(browser, at)).status, 200);
  });

  it('when the callback is used a second time', async () => {
    const browser = new Browser();
    const at = await signInAtGoogle(browser, await member());
    assert.equal((await finish(browser, at)).status, 200);
    await assertRefused(browser, at);
    const raced = await signInAtGoogle(browser, await member());
    const replies = await Promise.all(Array.from({ length: 4 }, () => finish(browser, raced)));
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 401, 401, 401]);
  });

  it('with the code of another sign-in, used or not', async () => {
    const person = await member();
    const [browser, victim] = [new Browser(), new Browser()];
    const used = await signInAtGoogle(browser, person);
    assert.equal((await finish(browser, used)).status, 200);
    const unused = await signInAtGoogle(browser, person);
    for (const { searchParams } of [used, unused]) {
      const at = await signInAtGoogle(victim, person);
      at.searchParams.set('code', searchParams.get('code') ?? '');
      await assertRefused(victim, at);
    }
    const codeless = await signInAtGoogle(victim, person);
    codeless.searchParams.delete('code');
    await assertRefused(victim, codeless);
  });

  it('in another browser, and is void from then on', async () => {
    for (const cookie of [undefined, 'platform_oauth=x', `platform_oauth=${'A'.repeat(43)}`]) {
      const browser = new Browser();
      const at = await signInAtGoogle(browser, await member());
      await assertRefused(new Browser(), at, { ...json, ...(cookie !== undefined && { cookie }) });
      await assertRefused(browser, at);
    }
    const [one, two] = [new Browser(), new Browser()];
    const at = await signInAtGoogle(one, await member());
    await signInAtGoogle(two);
    await assertRefused(two, at);
  });

  it('at the callback of another provider, which never receives the code', async () => {
    const browser = new Browser();
    const at = await signInAtProvider(browser, 'facebook');
    const asked = twitter.seen.length;
    await assertRefused(browser, new URL(at.href.replace('/facebook/', '/twitter/')));
    assert.equal(twitter.seen.length, asked);
    await assertRefused(browser, at);
  });

  it('after more than ten minutes', async () => {
    const browser = new Browser();
    const at = await signInAtGoogle(browser, await member());
    await sql(`update oauth_states set created_at = now() - interval '601 seconds'`);
    const before = await states();
    await assertRefused(browser, at);
    assert.equal(await states(), before - 1);
    const later = await signInAtGoogle(browser, await member());
    await sql(`update oauth_states set created_at = now() - interval '590 seconds'`);
    assert.equal((await finish(browser, later)).status, 200);
  });

  it('when the nonce differs', async () => {
    google.somebody = await member();
    const browser = new Browser();
    const { location = '' } = await begin(browser, 'google');
    const { at } = await browser.follow(location.replace(/nonce=[^&]+/, 'nonce=another'), callback('google'));
    assert.ok(at);
    await assertRefused(browser, at);
  });

  it('when the ID token has a wrong issuer, audience, expiry, subject or signature', async () => {
    const key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
    const now = Math.floor(Date.now() / 1000);
    const wrong: ((token: string) => string | undefined)[] = [
      (token) => google.resign(token, { iss: microsoft.url }),
      (token) => google.resign(token, { aud: 'somebody-else' }),
      (token) => google.resign(token, { exp: now - 3600, iat: now - 7200 }),
      (token) => google.resign(token, { sub: '' }),
      (token) => google.resign(token, {}, key),
      (token) => `${token.split('.').slice(0, 2).join('.')}.`,
      (token) => token.replace(/^[^.]+/, Buffer.from('{"alg":"none"}').toString('base64url')),
      () => 'nonsense',
      () => undefined,
    ];
    try {
      for (const change of wrong) {
        const browser = new Browser();
        const at = await signInAtGoogle(browser, await member());
        google.tamper = ({ id_token: token, ...answer }) => ({ ...answer, id_token: change(token) });
        await assertRefused(browser, at);
        google.tamper = undefined;
      }
      const browser = new Browser();
      const at = await signInAtGoogle(browser, await member());
      google.tamper = ({ id_token: token, ...answer }) => ({ ...answer, id_token: google.resign(token, {}) });
      assert.equal((await finish(browser, at)).status, 200, 'the test signs as the provider does');
    } finally {
      google.tamper = undefined;
    }
  });

  it('when the answer names another issuer or none', async () => {
    const browser = new Browser();
    const other = await signInAtGoogle(browser, await member());
    assert.equal(other.searchParams.get('iss'), google.url);
    other.searchParams.set('iss', microsoft.url);
    await assertRefused(browser, other);
    const none = await signInAtGoogle(browser, await member());
    none.searchParams.delete('iss');
    await assertRefused(browser, none);
  });

  it('when the provider denied it', async () => {
    const warn = captureWarnings();
    google.denying = true;
    try {
      const browser = new Browser();
      const at = await signInAtGoogle(browser, await member());
      assert.equal(at.searchParams.get('error'), 'access_denied');
      assert.match((await assertRefused(browser, at)).body.error.message, /refused/);
      await assertRefused(browser, at);
    } finally {
      google.denying = false;
      warn.mock.restore();
    }
  });

  it('when the provider does not answer or reports another issuer', async () => {
    const closed = await new OpenIdServer().listen();
    const issuer = closed.url;
    await closed.close();
    const lost = await startApp({
      ...credentials('GOOGLE'),
      OAUTH_GOOGLE_ISSUER: issuer,
      ...credentials('MICROSOFT'),
      OAUTH_MICROSOFT_ISSUER: microsoft.url.replace('127.0.0.1', 'localhost'),
    });
    after(() => lost.close());
    for (const name of ['google', 'microsoft']) {
      refused(await lost.anonymous.get(`/api/identity/auth/${name}`), 401, 'unauthenticated');
    }
    assert.deepEqual(await lost.sql('select 1 from oauth_states'), []);
  });

  it('with a log line that contains no codes or tokens', async () => {
    const warn = captureWarnings();
    logged.length = 0;
    try {
      facebook.profile = { id: '1' };
      const browser = new Browser();
      const at = await signInAtProvider(browser, 'facebook');
      const spent = new URL(at);
      spent.searchParams.set('code', 'a-code-that-the-provider-does-not-know-of');
      await assertRefused(browser, spent);
      assert.equal(logged.length, 1);
      const [{ provider, reason, requestId }, sentence] = logged[0];
      assert.equal(provider, 'facebook');
      assert.match(reason, /invalid_grant/);
      assert.ok(requestId && sentence);
      assert.doesNotMatch(JSON.stringify(logged), /a-code-that/);
    } finally {
      warn.mock.restore();
    }
  });

  it('when it has the address of the admin, but not verified', async () => {
    const reply = await withGoogle(somebody({ email: adminEmail, email_verified: false }));
    refused(reply, 403, 'forbidden');
  });
});
