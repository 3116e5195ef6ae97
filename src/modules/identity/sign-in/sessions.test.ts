import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, it } from 'node:test';
import { newId } from '#lib/ids.ts';
import { adminEmail } from '#test/cluster.ts';
import { nobody, refused } from '#test/expect.ts';
import { appForFile, type Client, type Json, type Reply } from '#test/harness.ts';
import { Mailbox } from '#test/mailbox.ts';
import { until } from '#test/process.ts';
import {
  changePath,
  contactsPath,
  forgotPath,
  loginPath,
  logoutPath,
  newPassword,
  password,
  person,
  resetPath,
  rolesPath,
  secondNode,
  sessionsPath,
  signIn,
  usersPath,
  withToken,
  wrongPassword,
} from '#test/security-tools.ts';

const mailbox = new Mailbox();
const app = await appForFile(mailbox.env);
const secure = await appForFile({ ...new Mailbox().env, PUBLIC_URL: 'https://atrium.example' });
const { admin, anonymous, login, sql } = app;
const node = await secondNode(app, { ...mailbox.env }, 4);
const { token: secureAdmin } = await secure.login(adminEmail, password);
/** The token from which the forged ones are made. No other test needs its session. */
const { token: genuine = '' } = await login(adminEmail, password);
const jwtSecret = 'a secret for tests that is long enough';

const assertOpen = async (client: Client) => assert.equal((await client.get(sessionsPath)).status, 200);
const assertEnded = async (client: Client) => refused(await client.get(sessionsPath), 401, 'unauthenticated');
const cookieOf = (token: string | undefined) => `platform_access=${token}`;

/** Signs in with the right password, and runs `act` between the password check and the answer. */
async function signInDuring(email: string, act: () => Promise<Reply>): Promise<Reply> {
  const passwords = app.app.services.passwords as { matches(given: string, hashed: string | null): Promise<boolean> };
  const { matches } = passwords;
  passwords.matches = async (given, hashed) => {
    passwords.matches = matches;
    const right = await matches.call(passwords, given, hashed);
    assert.equal((await act()).status, 200);
    return right;
  };
  return signIn(app, email, password);
}

describe('a session', () => {
  it('ends with logout, for the header and the cookie, and other sessions stay', async () => {
    const { client, email } = await person(app);
    const other = await login(email, password);
    const reply = await client.post(logoutPath, {});
    assert.equal(reply.status, 204);
    assert.match(reply.headers.get('set-cookie') ?? '', /^platform_access=;.*Max-Age=0/);
    await assertEnded(client);
    refused(await anonymous.get(sessionsPath, { cookie: cookieOf(client.token) }), 401, 'unauthenticated');
    refused(await client.post(logoutPath, {}), 401, 'unauthenticated');
    await assertOpen(other);
  });

  it('that is revoked is refused by every node', async () => {
    const { client, email } = await person(app);
    const onOtherNode = ({ token = '' }: Client) => withToken(node.anonymous, token);
    const there = onOtherNode(client);
    const stays = onOtherNode(await login(email, password));
    for (const one of [there, stays]) await assertOpen(one);
    const [{ _id }] = (await client.get(sessionsPath)).body.data.filter(({ current }: Json) => current);
    assert.equal((await client.delete(`${sessionsPath}/${_id}`)).status, 204);
    await assertEnded(client);
    await until('the other node to be notified', async () => (await there.get(sessionsPath)).status === 401);
    await assertOpen(stays);
  });

  it('ends when its user is deactivated, and stays ended when the user is active again', async () => {
    for (const deactivate of [
      (id: string) => admin.patch(`${usersPath}/${id}`, { active: false }),
      (id: string) => admin.delete(`${usersPath}/${id}`),
    ]) {
      const { client, id, email } = await person(app);
      assert.ok((await deactivate(id)).status < 300);
      await assertEnded(client);
      refused(await signIn(app, email, password), 401, 'unauthenticated');
      assert.equal((await admin.patch(`${usersPath}/${id}`, { active: true })).status, 200);
      await assertEnded(client);
      assert.equal((await signIn(app, email, password)).status, 200);
    }
  });

  it('ends like all sessions of the user when the password is reset', async () => {
    const { client, email } = await person(app);
    const other = await login(email, password);
    await anonymous.post(forgotPath, { email });
    const { token } = await mailbox.next(email, /new password/i);
    assert.equal((await anonymous.post(resetPath, { token, password: newPassword })).status, 200);
    await assertEnded(client);
    await assertEnded(other);
  });

  it('is listed for its user, the current one marked, and can be revoked alone', async () => {
    const { client, email, id } = await person(app);
    const other = await login(email, password);
    const listed = (await client.get(sessionsPath)).body.data;
    assert.equal(listed.length, 2);
    assert.ok(listed.every((session: Json) => session.userId === id && session.method === 'password'));
    const revoked = listed.find((session: Json) => !session.current);
    assert.equal((await client.delete(`${sessionsPath}/${revoked._id}`)).status, 204);
    await assertEnded(other);
    await assertOpen(client);
    assert.equal((await client.get(sessionsPath)).body.data.length, 1);
    refused(await client.delete(`${sessionsPath}/${revoked._id}`), 404, 'not_found');
  });

  it('of another user is 404 without identity:admin', async () => {
    const [one, other] = [await person(app), await person(app, { permissions: ['sales:admin'] })];
    const [{ _id }] = (await one.client.get(sessionsPath)).body.data;
    refused(await other.client.delete(`${sessionsPath}/${_id}`), 404, 'not_found');
    refused(await other.client.get(`${sessionsPath}?userId=${one.id}`), 403, 'forbidden', 'identity:admin');
    await assertOpen(one.client);
    assert.equal((await admin.get(`${sessionsPath}?userId=${one.id}`)).body.data[0]._id, _id);
    assert.equal((await admin.delete(`${sessionsPath}/${_id}`)).status, 204);
    await assertEnded(one.client);
  });

  it('of another tenant is 404, even for an admin', async () => {
    const elsewhere = await app.tenant();
    const [{ _id }] = (await admin.get(sessionsPath)).body.data;
    refused(await elsewhere.delete(`${sessionsPath}/${_id}`), 404, 'not_found');
    assert.deepEqual((await elsewhere.get(`${sessionsPath}?userId=${admin.userId}`)).body.data, []);
    await assertOpen(admin);
  });

  it('shows no part of its token', async () => {
    const { client } = await person(app);
    const { text } = await client.get(sessionsPath);
    for (const part of (client.token ?? '').split('.')) assert.ok(!text.includes(part));
  });

  it('loses the scopes of a removed role on the next request with the same token', async () => {
    const { client, id } = await person(app, { permissions: ['sales:read'] });
    assert.equal((await client.get(contactsPath)).status, 200);
    assert.equal((await admin.patch(`${usersPath}/${id}`, { roles: [] })).status, 200);
    refused(await client.get(contactsPath), 403, 'forbidden', 'sales:read');
    const [role] = (await admin.get(`${rolesPath}?filter[name]=viewer`)).body.data;
    assert.equal((await admin.patch(`${usersPath}/${id}`, { roles: [role.name] })).status, 200);
    assert.equal((await client.get(contactsPath)).status, 200);
  });

  it('stays valid when it changed the password, and the other sessions end', async () => {
    const { client, email } = await person(app);
    const other = await login(email, password);
    const change = (currentPassword: string) => client.post(changePath, { currentPassword, password: newPassword });
    refused(await change(wrongPassword), 422, 'validation_failed', 'currentPassword');
    refused(await client.post(changePath, { password: newPassword }), 422, 'validation_failed', 'currentPassword');
    await assertOpen(other);
    assert.equal((await change(password)).status, 200);
    await assertOpen(client);
    await assertEnded(other);
    refused(await signIn(app, email, password), 401, 'unauthenticated');
    await login(email, newPassword);
    await mailbox.next(email, /password.*changed/i);
  });

  it('is not opened by a sign-in that was in progress when the password was reset', async () => {
    const { email } = await person(app);
    await anonymous.post(forgotPath, { email });
    const { token } = await mailbox.next(email, /new password/i);
    const reply = await signInDuring(email, () => anonymous.post(resetPath, { token, password: newPassword }));
    if (reply.status === 200) await assertEnded(withToken(app, reply.body.token));
    else refused(reply, 401, 'unauthenticated');
  });

  it('is not opened by a sign-in that was in progress when the user was deactivated', async () => {
    const { email, id } = await person(app);
    const reply = await signInDuring(email, () => admin.patch(`${usersPath}/${id}`, { active: false }));
    refused(reply, 401, 'unauthenticated');
    assert.equal((await admin.patch(`${usersPath}/${id}`, { active: true })).status, 200);
    assert.deepEqual((await admin.get(`${sessionsPath}?userId=${id}`)).body.data, []);
  });

  it('cannot be used to guess the password', async () => {
    const { client } = await person(app);
    const guess = (currentPassword: string) => client.post(changePath, { currentPassword, password: newPassword });
    for (let n = 0; n < 5; n += 1) refused(await guess(`${wrongPassword} ${n}`), 422, 'validation_failed');
    const reply = await guess(password);
    refused(reply, 423, 'account_locked');
    assert.ok(Number(reply.headers.get('retry-after')) > 0);
  });
});

describe('a token', () => {
  const part = (value: Json) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const sign = (header: Json, payload: Json, secret = jwtSecret, digest = 'sha256') => {
    const input = `${part(header)}.${part(payload)}`;
    return `${input}.${createHmac(digest, secret).update(input).digest('base64url')}`;
  };
  const [header = '', payload = '', signature = ''] = genuine.split('.');
  const claims: Json = JSON.parse(Buffer.from(payload, 'base64url').toString());
  const hs256 = { alg: 'HS256', typ: 'JWT' };
  const without = (name: string) => Object.fromEntries(Object.entries(claims).filter(([key]) => key !== name));
  const past = Math.floor(Date.now() / 1000) - 10;

  const forged: Readonly<Record<string, string>> = {
    'algorithm none': `${part({ alg: 'none', typ: 'JWT' })}.${payload}.`,
    'algorithm None': `${part({ alg: 'None', typ: 'JWT' })}.${payload}.`,
    'algorithm none with a signature': `${part({ alg: 'none' })}.${payload}.${signature}`,
    'no algorithm': sign({ typ: 'JWT' }, claims),
    'an algorithm that is a list': sign({ alg: ['HS256'] }, claims),
    'HS512 with our secret': sign({ alg: 'HS512', typ: 'JWT' }, claims, jwtSecret, 'sha512'),
    'HS384 with our secret': sign({ alg: 'HS384', typ: 'JWT' }, claims, jwtSecret, 'sha384'),
    'RS256 that is an HMAC': sign({ alg: 'RS256', typ: 'JWT' }, claims),
    'ES256 that is an HMAC': sign({ alg: 'ES256', typ: 'JWT' }, claims),
    'a key of its own': sign({ ...hs256, jwk: { kty: 'oct', k: 'c2VjcmV0' } }, claims, 'secret'),
    'an empty secret': sign(hs256, claims, ''),
    'another secret': sign(hs256, claims, 'another secret that is long enough too'),
    'another payload under our signature': `${header}.${part({ ...claims, sub: nobody })}.${signature}`,
    'no signature': `${header}.${payload}.`,
    'a signature cut short': `${header}.${payload}.${signature.slice(0, 20)}`,
    expired: sign(hs256, { ...claims, iat: past - 100, exp: past }),
    'no expiry': sign(hs256, without('exp')),
    'an expiry that is a text': sign(hs256, { ...claims, exp: 'never' }),
    'another audience': sign(hs256, { ...claims, aud: 'elsewhere' }),
    'no audience': sign(hs256, without('aud')),
    'another use': sign(hs256, { ...claims, use: 'refresh' }),
    'no user': sign(hs256, without('sub')),
    'a user that is none': sign(hs256, { ...claims, sub: nobody }),
    'a user that is no id': sign(hs256, { ...claims, sub: "' or 1=1 --" }),
    'no session': sign(hs256, without('sid')),
    'a session that never was': sign(hs256, { ...claims, sid: newId() }),
    'a session that is no id': sign(hs256, { ...claims, sid: 'x' }),
    'no tenant': sign(hs256, without('tenant')),
    'a tenant that does not exist': sign(hs256, { ...claims, tenant: '987654321' }),
    'a tenant that is no number': sign(hs256, { ...claims, tenant: "1' or '1" }),
    'a payload that is null': sign(hs256, null),
    'a payload that is a list': sign(hs256, [claims]),
    'a payload that is no JSON': `${header}.${Buffer.from('{').toString('base64url')}.${signature}`,
    'a header that is null': `${part(null)}.${payload}.${signature}`,
    'nothing between dots': '..',
    'one word': 'nonsense',
    'many dots': '.'.repeat(1000),
    'a very long one': `${header}.${'A'.repeat(40_000)}.${signature}`,
    'the form of an API key': `ak_1_${'0'.repeat(32)}_${'A'.repeat(43)}`,
    'nearly the form of an API key': 'ak_',
  };

  it('that the test signs like the server is accepted, so the forged ones fail for their own reasons', async () => {
    await assertOpen(withToken(app, sign(hs256, claims)));
  });

  for (const [what, token] of Object.entries(forged)) {
    it(`with ${what} is refused, by header and by cookie`, async () => {
      const replies = [
        await anonymous.get(contactsPath, { authorization: `Bearer ${token}` }),
        await anonymous.get(contactsPath, { cookie: cookieOf(token) }),
        await anonymous.get(sessionsPath, { authorization: `Bearer ${token}` }),
        await anonymous.post(contactsPath, { firstName: 'Eve' }, { authorization: `Bearer ${token}` }),
        await anonymous.post(logoutPath, {}, { cookie: cookieOf(token), origin: app.url }),
      ];
      for (const reply of replies) refused(reply, 401, 'unauthenticated');
    });
  }

  it('from a mail is not an access token', async () => {
    const { email } = await person(app);
    await anonymous.post(forgotPath, { email });
    for (const subject of [/new password/i, /confirm/i]) {
      const { token } = await mailbox.next(email, subject);
      assert.notEqual(token, '');
      refused(await withToken(app, token).get(sessionsPath), 401, 'unauthenticated');
      refused(await anonymous.get(sessionsPath, { cookie: cookieOf(token) }), 401, 'unauthenticated');
    }
  });

  it('of an expired session is refused, though its signature is valid', async () => {
    const { client, id } = await person(app);
    await sql(`update sessions set expires_at = now() - interval '1 second' where user_id = $1`, [id]);
    await assertEnded(client);
  });

  it('in a malformed cookie is 401 as well', async () => {
    for (const cookie of ['platform_access=%E0%A4%A', 'platform_access="', 'platform_access=%00', '=;;=', 'x'])
      refused(await anonymous.get(sessionsPath, { cookie }), 401, 'unauthenticated');
  });
});

describe('the cookie', () => {
  const flagsOf = (reply: Reply) => {
    const [pair = '', ...flags] = (reply.headers.get('set-cookie') ?? '').split('; ');
    return { name: pair.split('=')[0], flags: new Set(flags.map((flag) => flag.toLowerCase())) };
  };
  const credentials = { email: adminEmail, password };
  const write = (headers: Record<string, string>) =>
    anonymous.post(`${contactsPath}?dryRun=true`, { firstName: 'Ada' }, { cookie: cookieOf(admin.token), ...headers });

  const secureWrite = (origin: string) =>
    secure.anonymous.post(`${contactsPath}?dryRun=true`, { firstName: 'A' }, { cookie: cookieOf(secureAdmin), origin });

  it('is HttpOnly, SameSite=Lax and valid for all paths', async () => {
    const { name, flags } = flagsOf(await anonymous.post(loginPath, credentials));
    assert.equal(name, 'platform_access');
    assert.deepEqual(flags, new Set(['httponly', 'samesite=lax', 'path=/', `max-age=${7 * 24 * 3600}`]));
  });

  it('is Secure when PUBLIC_URL is https', async () => {
    assert.ok(flagsOf(await secure.anonymous.post(loginPath, credentials)).flags.has('secure'));
    assert.ok(flagsOf(await secure.admin.post(logoutPath, {})).flags.has('secure'));
  });

  it('is enough to read, from any site', async () => {
    for (const headers of [{}, { 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }])
      assert.equal((await anonymous.get(contactsPath, { cookie: cookieOf(admin.token), ...headers })).status, 200);
  });

  it('is not enough to write from another site, or when the origin is unknown', async () => {
    const foreign: Record<string, string>[] = [
      {},
      { origin: 'null' },
      { origin: '' },
      { origin: 'https://evil.example' },
      { origin: 'http://127.0.0.1.evil.example' },
      { origin: 'http://evil.example/127.0.0.1' },
      { origin: 'http://127.0.0.1@evil.example' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'none' },
      { 'sec-fetch-site': 'same-site, cross-site' },
      { origin: app.url, 'sec-fetch-site': 'cross-site' },
      { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
      { referer: `${app.url}/docs` },
    ];
    for (const headers of foreign) {
      refused(await write(headers), 403, 'forbidden');
      const reply = await anonymous.post(logoutPath, {}, { cookie: cookieOf(admin.token), ...headers });
      refused(reply, 403, 'forbidden');
    }
    await assertOpen(admin);
  });

  it('is not enough to write from another port or scheme of this host', async () => {
    refused(await write({ origin: 'http://127.0.0.1:1' }), 403, 'forbidden');
    refused(await secureWrite('https://atrium.example:8443'), 403, 'forbidden');
    refused(await secureWrite('http://atrium.example'), 403, 'forbidden');
  });

  it('is enough to write from PUBLIC_URL and its subdomains, and not from similar hosts', async () => {
    for (const origin of ['https://atrium.example', 'https://acme.atrium.example'])
      assert.equal((await secureWrite(origin)).status, 201, origin);
    for (const origin of ['https://evilatrium.example', 'https://atrium.example.evil.test'])
      refused(await secureWrite(origin), 403, 'forbidden');
  });

  it('is enough to write from a page of this site', async () => {
    for (const headers of [
      { origin: app.url },
      { origin: app.url, 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-site': 'same-origin' },
    ])
      assert.equal((await write(headers)).status, 201);
  });

  it('is not needed with a bearer token, which needs no origin because browsers never add it', async () => {
    const reply = await admin.post(
      `${contactsPath}?dryRun=true`,
      { firstName: 'A' },
      { 'sec-fetch-site': 'cross-site' },
    );
    assert.equal(reply.status, 201);
  });

  it('does not allow writes with the content types of HTML forms', async () => {
    const body = JSON.stringify({ firstName: 'Eve' });
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
      for (const path of [contactsPath, loginPath, logoutPath]) {
        const headers = { cookie: cookieOf(admin.token), origin: app.url, 'content-type': type };
        refused(await anonymous.request('POST', path, body, headers), 415, 'unsupported_media_type');
      }
    }
  });
});
