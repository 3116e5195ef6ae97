import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import http from 'node:http';
import { after, describe, it } from 'node:test';
import { createPasswords } from '#lib/passwords.ts';
import { adminEmail, adminPassword } from '#test/cluster.ts';
import { assertNoWrites, invalid, refused, types, withoutSecrets } from '#test/expect.ts';
import { appForFile, Client, type Json, type Reply, startApp, type TestApp } from '#test/harness.ts';

const app = await appForFile();
const { admin, anonymous, events, login, sql, tenant, user } = app;
const loginPath = '/api/identity/auth/login';
const contacts = '/api/sales/contacts';
const jwtSecret = 'a secret for tests that is long enough';
const credentials = { email: adminEmail, password: adminPassword };

/** Signs in with a custom Host header, which fetch does not allow. */
function loginAt(url: string, host: string, body: Json): Promise<{ status: number; body: Json }> {
  return new Promise((resolve, reject) => {
    const headers = { host, 'content-type': 'application/json' };
    const request = http.request(`${url}${loginPath}`, { method: 'POST', headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part) => parts.push(part));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, body: JSON.parse(Buffer.concat(parts).toString()) }),
      );
    });
    request.on('error', reject).end(JSON.stringify(body));
  });
}

async function startAnother(env: Record<string, string>): Promise<TestApp> {
  const started = await startApp(env);
  after(() => started.close());
  return started;
}

describe('signing in', () => {
  it('returns a token and the user, in the default tenant unless another is named', async () => {
    const reply = await anonymous.post(loginPath, credentials);
    assert.equal(reply.status, 200);
    assert.deepEqual(reply.body.user, { id: admin.userId, email: adminEmail, roles: ['admin'] });
    assert.deepEqual(Object.keys(reply.body).sort(), ['token', 'user']);
    const other = await tenant('acme');
    const named = await anonymous.post(loginPath, { ...credentials, accountKey: 'acme' });
    assert.equal(named.body.user.id, other.userId);
    assert.notEqual(other.userId, admin.userId);
    const [, payload = ''] = reply.body.token.split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
    assert.equal(claims.exp - claims.iat, 7 * 24 * 3600);
    assert.doesNotMatch(JSON.stringify(claims), /admin|role|permission|@/);
  });

  it('ignores the case of the email address', async () => {
    assert.equal((await anonymous.post(loginPath, { ...credentials, email: 'ADMIN@Example.com' })).status, 200);
  });

  it('finds the tenant by the subdomain', async () => {
    const hosted = await startAnother({ PUBLIC_URL: 'http://example.test' });
    const acme = await hosted.tenant('acme');
    const idAt = async (host: string) => (await loginAt(hosted.url, host, credentials)).body.user?.id;
    assert.equal(await idAt('acme.example.test'), acme.userId);
    assert.equal(await idAt('acme.example.test:8080'), acme.userId);
    assert.equal(await idAt('Acme.Example.TEST'), acme.userId);
    for (const host of ['example.test', 'acme.example.org', 'acmeexample.test', '127.0.0.1']) {
      assert.equal(await idAt(host), hosted.admin.userId, host);
    }
    assert.equal((await loginAt(hosted.url, 'nobody.example.test', credentials)).status, 401);
    const both = await loginAt(hosted.url, 'acme.example.test', { ...credentials, accountKey: 'default' });
    assert.equal(both.body.user.id, hosted.admin.userId);
  });

  it('fails with the same message for every reason', async () => {
    const leaver = await user({ permissions: [] });
    const { email } = (await admin.get(`/api/identity/users/${leaver.userId}`)).body;
    await admin.delete(`/api/identity/users/${leaver.userId}`);
    const passwordless = await admin.create('/api/identity/users', { email: 'invited@example.com' });
    const attempts = [
      { ...credentials, password: 'a wrong password' },
      { ...credentials, email: 'nobody@example.com' },
      { ...credentials, accountKey: 'no-such-tenant' },
      { email, password: adminPassword },
      { email: passwordless.email, password: '' },
      { ...credentials, password: adminPassword.toUpperCase() },
    ];
    const answers = await Promise.all(attempts.map((body) => anonymous.post(loginPath, body)));
    for (const reply of answers) {
      refused(reply, 401, 'unauthenticated');
      assert.equal(reply.headers.get('set-cookie'), null);
    }
    assert.equal(new Set(answers.map((reply) => reply.body.error.message)).size, 1);
  });

  it('needs an email and a password', async () => {
    refused(await anonymous.post(loginPath, {}), 422, 'validation_failed', 'email', 'password');
    refused(await anonymous.post(loginPath, { email: 1, password: [] }), 422, 'validation_failed', 'email', 'password');
    refused(await anonymous.post(loginPath, { ...credentials, extra: 1 }), 422, 'validation_failed', 'extra');
    refused(await anonymous.post(loginPath, []), 422, 'validation_failed');
  });
});

describe('the cookie platform_access', () => {
  const cookieOf = (reply: Reply) => {
    const [pair = '', ...flags] = (reply.headers.get('set-cookie') ?? '').split('; ');
    return { pair, flags: new Set(flags.map((flag) => flag.toLowerCase())) };
  };

  it('is set at sign-in as HttpOnly, and authenticates', async () => {
    const reply = await anonymous.post(loginPath, credentials);
    const { pair, flags } = cookieOf(reply);
    assert.equal(pair, `platform_access=${reply.body.token}`);
    assert.deepEqual(flags, new Set(['httponly', 'samesite=lax', 'path=/', `max-age=${7 * 24 * 3600}`]));
    assert.equal((await anonymous.get(contacts, { cookie: pair })).status, 200);
    refused(await anonymous.get(contacts, { cookie: `${pair}x` }), 401, 'unauthenticated');
    refused(await anonymous.get(contacts, { cookie: 'platform_access=' }), 401, 'unauthenticated');
  });

  it('is Secure when PUBLIC_URL is https', async () => {
    const secure = await startAnother({ PUBLIC_URL: 'https://example.test' });
    assert.ok(cookieOf(await secure.anonymous.post(loginPath, credentials)).flags.has('secure'));
  });
});

describe('a token', () => {
  const part = (value: Json) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const sign = (header: Json, claims: Json, secret: string, digest = 'sha256') => {
    const input = `${part(header)}.${part(claims)}`;
    return `${input}.${createHmac(digest, secret).update(input).digest('base64url')}`;
  };
  const claims = JSON.parse(Buffer.from(admin.token?.split('.')[1] ?? '', 'base64url').toString());
  const hs256 = { alg: 'HS256', typ: 'JWT' };

  it('authenticates as a Bearer token, in any case of the word', async () => {
    for (const word of ['Bearer', 'bearer', 'BEARER']) {
      const reply = await anonymous.get(contacts, { authorization: `${word} ${admin.token}` });
      assert.equal(reply.status, 200);
    }
    const forged = sign(hs256, claims, jwtSecret);
    assert.equal((await new Client(app.url, forged).get(contacts)).status, 200, 'the test signs as the server does');
  });

  it('that is missing, changed, expired or signed with another secret is 401', async () => {
    const [header = '', payload = '', signature = ''] = (admin.token ?? '').split('.');
    const now = Math.floor(Date.now() / 1000);
    const { exp: _exp, ...eternal } = claims;
    const { aud: _aud, ...unaddressed } = claims;
    const bad: Record<string, string> = {
      'another payload': `${header}.${part({ ...claims, sub: '01930000-0000-7000-8000-000000000000' })}.${signature}`,
      'another tenant': `${header}.${part({ ...claims, tenant: '999' })}.${signature}`,
      'a cut signature': `${header}.${payload}.${signature.slice(0, -3)}`,
      'no signature': `${header}.${payload}.`,
      'alg none': `${part({ alg: 'none', typ: 'JWT' })}.${payload}.`,
      'alg none with a signature': `${part({ alg: 'none', typ: 'JWT' })}.${payload}.${signature}`,
      expired: sign(hs256, { ...claims, iat: now - 100, exp: now - 10 }, jwtSecret),
      'without expiry': sign(hs256, eternal, jwtSecret),
      'another secret': sign(hs256, claims, 'another secret that is long enough too'),
      'another algorithm': sign({ alg: 'HS512', typ: 'JWT' }, claims, jwtSecret, 'sha512'),
      'another audience': sign(hs256, { ...claims, aud: 'elsewhere' }, jwtSecret),
      'no audience': sign(hs256, unaddressed, jwtSecret),
      'another use': sign(hs256, { ...claims, use: 'reset' }, jwtSecret),
      'a user that is no id': sign(hs256, { ...claims, sub: 'somebody' }, jwtSecret),
      'a tenant that is no number': sign(hs256, { ...claims, tenant: "1' or '1" }, jwtSecret),
      'a tenant that does not exist': sign(hs256, { ...claims, tenant: '987654321' }, jwtSecret),
      nonsense: 'nonsense',
      dots: '..',
    };
    const statuses: Record<string, number[]> = {};
    for (const [name, token] of Object.entries(bad)) {
      const replies = [
        await anonymous.get(contacts, { authorization: `Bearer ${token}` }),
        await anonymous.get(contacts, { cookie: `platform_access=${token}` }),
        await anonymous.post(contacts, { firstName: 'A' }, { authorization: `Bearer ${token}` }),
      ];
      statuses[name] = replies.map((reply) => reply.status);
    }
    assert.deepEqual(statuses, Object.fromEntries(Object.keys(bad).map((name) => [name, [401, 401, 401]])));
    for (const authorization of ['', 'Bearer', 'Basic YTpi', `Token ${admin.token}`, `Bearer  ${admin.token} x`]) {
      refused(await anonymous.get(contacts, { authorization }), 401, 'unauthenticated');
    }
    refused(await anonymous.get(contacts), 401, 'unauthenticated');
  });

  it('is needed on every path of the API', async () => {
    for (const path of ['/api/data/models', '/api/sales/nothing', contacts, `${contacts}/aggregate?count=true`]) {
      refused(await anonymous.get(path), 401, 'unauthenticated');
    }
    for (const path of [contacts, `${contacts}/bulk`, '/api/data/models', '/api/sales/account-management/provision']) {
      refused(await anonymous.post(path, {}), 401, 'unauthenticated');
    }
  });

  it('expires after JWT_EXPIRES_IN, even when it was used before', async () => {
    const brief = await startAnother({ JWT_EXPIRES_IN: '3s' });
    const { token } = await brief.login(adminEmail, adminPassword);
    const caller = new Client(brief.url, token);
    assert.equal((await caller.get(contacts)).status, 200);
    const deadline = Date.now() + 30_000;
    let reply = await caller.get(contacts);
    while (reply.status === 200 && Date.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      reply = await caller.get(contacts);
    }
    refused(reply, 401, 'unauthenticated');
    assert.match(reply.body.error.message, /expired/);
  });
});

describe('a password', () => {
  it('is hashed with bcrypt at cost 12', async () => {
    const passwords = createPasswords();
    const hashed = await passwords.hash('twelve rounds');
    assert.match(hashed, /^\$2[aby]\$12\$/);
    assert.equal(await passwords.matches('twelve rounds', hashed), true);
    assert.equal(await passwords.matches('thirteen rounds', hashed), false);
    assert.equal(await passwords.matches('twelve rounds', null), false);
  });

  it('can be set when a user is created, and not changed by an admin', async () => {
    const email = 'keeps@example.com';
    const { _id } = await admin.create('/api/identity/users', { email, password: 'the first password' });
    await login(email, 'the first password');
    const path = `/api/identity/users/${_id}`;
    invalid(await admin.patch(path, { password: 'the second password' }), { password: 'read_only' });
    invalid(await admin.put(path, { email, password: 'the second password' }), { password: 'read_only' });
    refused(await anonymous.post(loginPath, { email, password: 'the second password' }), 401, 'unauthenticated');
    await login(email, 'the first password');
  });

  it('can be changed by its user with the old password, which then is void', async () => {
    const email = 'changes@example.com';
    await admin.create('/api/identity/users', { email, password: 'the first password' });
    const owner = await login(email, 'the first password');
    const change = { currentPassword: 'the first password', password: 'the second password' };
    assert.equal((await owner.post('/api/identity/auth/change-password', change)).status, 200);
    refused(await anonymous.post(loginPath, { email, password: 'the first password' }), 401, 'unauthenticated');
    await login(email, 'the second password');
  });
});

describe('provisioning', () => {
  const paths = ['/api/identity/account-provisioning/provision', '/api/sales/account-management/provision'];
  const request = (accountKey: string) => ({
    accountKey,
    adminEmail: 'boss@example.com',
    adminPassword: 'a long enough password',
    plan: 'enterprise',
  });

  for (const [n, path] of paths.entries()) {
    it(`creates a tenant with its roles and its admin: ${path}`, async () => {
      const reply = await admin.post(path, request(`made-${n}`), { 'x-request-id': `made-${n}` });
      assert.equal(reply.status, 201, reply.text);
      const boss = await login('boss@example.com', 'a long enough password', `made-${n}`);
      const { createdAt, ...made } = reply.body;
      assert.deepEqual(made, {
        accountKey: `made-${n}`,
        plan: 'enterprise',
        status: 'active',
        admin: { id: boss.userId, email: 'boss@example.com' },
      });
      assert.equal(new Date(createdAt).toISOString(), createdAt);
      assert.doesNotMatch(reply.text, /long enough/);
      assert.equal((await boss.get('/api/identity/roles')).body.meta.total, 4);
      const written = await sql('select * from events where request_id = $1 order by seq', [`made-${n}`]);
      const people = written.filter(({ model }) => model.startsWith('identity.') && model !== 'identity.security');
      assert.deepEqual(types(people), [...Array(4).fill('role.created'), 'user.created']);
      const [row] = await sql('select id from tenants where account_key = $1', [`made-${n}`]);
      assert.ok(written.every((event) => event.tenant_id === row.id));
    });
  }

  it('writes an event with the record of its admin', async () => {
    const boss = await tenant();
    const { lockedUntil: _, ...stored } = (await boss.get(`/api/identity/users/${boss.userId}`)).body;
    assert.deepEqual((await events(boss.userId)).at(-1)?.record, { ...withoutSecrets(stored), lastLoginAt: null });
  });

  it('of an account key in use is a conflict, and changes nothing', async () => {
    await tenant('taken');
    await assertNoWrites(app, ['tenants', 'identity_users', 'identity_roles'], async () => {
      for (const path of paths) refused(await admin.post(path, request('taken')), 409, 'conflict', 'accountKey');
      refused(await admin.post(paths[0] as string, request('default')), 409, 'conflict', 'accountKey');
    });
  });

  it('of one account key by concurrent requests creates one tenant', async () => {
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => admin.post(paths[0] as string, request('raced'))),
    );
    assert.deepEqual(replies.map(({ status }) => status).sort(), [201, 409, 409, 409, 409]);
    assert.equal((await sql(`select count(*) from tenants where account_key = 'raced'`))[0].count, '1');
  });

  it('with invalid input names the fields of the request, and writes nothing', async () => {
    const wrong: [Json, string][] = [
      [{ accountKey: 'UPPER' }, 'accountKey'],
      [{ accountKey: 'ab' }, 'accountKey'],
      [{ accountKey: 'with space' }, 'accountKey'],
      [{ accountKey: 'a'.repeat(41) }, 'accountKey'],
      [{ accountKey: undefined }, 'accountKey'],
      [{ adminEmail: 'nobody' }, 'adminEmail'],
      [{ adminEmail: 5 }, 'adminEmail'],
      [{ adminEmail: undefined }, 'adminEmail'],
      [{ adminPassword: 'short' }, 'adminPassword'],
      [{ adminPassword: 'ü'.repeat(40) }, 'adminPassword'],
      [{ adminPassword: undefined }, 'adminPassword'],
      [{ plan: '' }, 'plan'],
      [{ plan: 'p'.repeat(101) }, 'plan'],
      [{ unknown: true }, 'unknown'],
    ];
    await assertNoWrites(app, ['tenants', 'identity_users', 'identity_roles'], async () => {
      for (const [change, field] of wrong) {
        const reply = await admin.post(paths[0] as string, { ...request('invalid'), ...change });
        const details = refused(reply, 422, 'validation_failed', field);
        assert.equal(details.length, 1, reply.text);
      }
      const several = { ...request('X'), adminPassword: 5 };
      refused(await admin.post(paths[0] as string, several), 422, 'validation_failed', 'accountKey', 'adminPassword');
      assert.equal((await admin.post(`${paths[0]}?dryRun=true`, request('invalid'))).status, 201);
    });
    assert.equal((await admin.post(paths[0] as string, request('invalid'))).status, 201);
  });
});
