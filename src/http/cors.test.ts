import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { adminEmail, adminPassword } from '#test/cluster.ts';
import { appForFile, type Reply } from '#test/harness.ts';

const contacts = '/api/sales/contacts';
const listed = 'https://app.example.com';
const foreign = 'https://evil.example.com';
const closed = await appForFile();
const some = await appForFile({ CORS_ORIGINS: `${listed}, http://localhost:5173`, API_RATE_LIMIT: '1000/1m' });
const all = await appForFile({ CORS_ORIGINS: '*' });

const granted = ({ headers }: Reply) => [
  headers.get('access-control-allow-origin'),
  headers.get('access-control-allow-credentials'),
];

const preflight = (app: typeof some, origin: string, path = contacts, method = 'PATCH') =>
  app.anonymous.request('OPTIONS', path, undefined, {
    origin,
    'access-control-request-method': method,
    'access-control-request-headers': 'authorization,content-type,if-match,idempotency-key,x-request-id',
  });

const namesOf = (reply: Reply, header: string) => (reply.headers.get(header) ?? '').split(', ');

describe('without CORS_ORIGINS', () => {
  it('no origin is allowed', async () => {
    assert.equal((await preflight(closed, listed)).status, 405);
    const reply = await closed.admin.get(contacts, { origin: listed });
    assert.deepEqual([reply.status, ...granted(reply)], [200, null, null]);
    assert.equal(reply.headers.get('vary'), null);
  });
});

describe('CORS_ORIGINS with a list of origins', () => {
  it('answers a preflight of a listed origin, also for actions and HTML pages', async () => {
    for (const path of [contacts, '/api/identity/auth/login', '/api/no/such/path', '/docs']) {
      const reply = await preflight(some, listed, path);
      assert.deepEqual([reply.status, reply.text, ...granted(reply)], [204, '', listed, 'true'], path);
      assert.match(reply.headers.get('vary') ?? '', /Origin/);
      assert.ok(reply.headers.get('x-request-id'));
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])
        assert.ok(namesOf(reply, 'access-control-allow-methods').includes(method));
      for (const name of ['authorization', 'content-type', 'if-match', 'idempotency-key', 'x-request-id'])
        assert.ok(namesOf(reply, 'access-control-allow-headers').includes(name), name);
    }
  });

  it('lets a listed origin read answers and their exposed headers', async () => {
    const reply = await some.admin.get(contacts, { origin: 'http://localhost:5173' });
    assert.deepEqual([reply.status, ...granted(reply)], [200, 'http://localhost:5173', 'true']);
    for (const name of [
      'etag',
      'location',
      'retry-after',
      'x-request-id',
      'ratelimit-remaining',
      'idempotent-replayed',
    ])
      assert.ok(namesOf(reply, 'access-control-expose-headers').includes(name), name);
  });

  it('lets a listed origin read errors as well: 401, 404, 405 and 422', async () => {
    const headers = { origin: listed };
    for (const [reply, status] of [
      [await some.anonymous.get(contacts, headers), 401],
      [await some.anonymous.get('/nowhere', headers), 404],
      [await some.admin.request('PUT', contacts, {}, headers), 405],
      [await some.admin.post(contacts, { wrong: 1 }, headers), 422],
    ] as const)
      assert.deepEqual([reply.status, ...granted(reply)], [status, listed, 'true']);
  });

  it('allows no other origin, and sends Vary: Origin for caches', async () => {
    for (const origin of [foreign, 'null', `${listed}.evil.example`, 'http://app.example.com', `${listed}:8443`]) {
      const reply = await some.admin.get(contacts, { origin });
      assert.deepEqual([reply.status, ...granted(reply)], [200, null, null], origin);
      assert.equal(reply.headers.get('vary'), 'Origin');
      const refused = await preflight(some, origin);
      assert.deepEqual([refused.status, ...granted(refused)], [405, null, null], origin);
    }
    assert.equal((await some.admin.get(contacts)).headers.get('vary'), 'Origin');
    const document = await some.anonymous.get('/openapi/forms.json', { origin: listed });
    assert.match(document.headers.get('vary') ?? '', /authorization.*Origin/i);
  });

  it('does not let a page of a listed origin write by cookie', async () => {
    const headers = { origin: listed };
    const login = await some.anonymous.post(
      '/api/identity/auth/login',
      { email: adminEmail, password: adminPassword },
      headers,
    );
    const cookie = (login.headers.get('set-cookie') ?? '').split(';', 1)[0] as string;
    assert.equal((await some.anonymous.get(contacts, { ...headers, cookie })).status, 200);
    const write = await some.anonymous.post(contacts, { firstName: 'Mallory' }, { ...headers, cookie });
    assert.equal(write.status, 403);
    assert.equal(write.body.error.details[0].code, 'foreign_origin');
    const byToken = await some.admin.post(contacts, { firstName: 'Ada' }, headers);
    assert.deepEqual([byToken.status, ...granted(byToken)], [201, listed, 'true']);
  });
});

describe('CORS_ORIGINS with *', () => {
  it('allows every origin, without cookies', async () => {
    for (const origin of [foreign, 'null']) {
      assert.deepEqual(granted(await preflight(all, origin)), ['*', null]);
      const reply = await all.admin.get(contacts, { origin });
      assert.deepEqual([reply.status, ...granted(reply)], [200, '*', null]);
    }
  });

  it('adds no headers to requests without an Origin', async () => {
    assert.deepEqual(granted(await all.admin.get(contacts)), [null, null]);
    assert.equal((await all.anonymous.request('OPTIONS', contacts)).status, 405);
  });
});
