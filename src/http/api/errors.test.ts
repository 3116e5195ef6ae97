import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { after, describe, it } from 'node:test';
import pg from 'pg';
import pino from 'pino';
import { type ConnectionSettings, clientConfig } from '#db/connection.ts';
import { newId } from '#lib/ids.ts';
import {
  adminEmail,
  adminPassword,
  type Cluster,
  cloneDatabase,
  dropDatabase,
  startCluster,
  testConfig,
} from '#test/cluster.ts';
import { refused } from '#test/expect.ts';
import { appForFile, Client, type Json, type Reply } from '#test/harness.ts';
import { createApp } from '../../app.ts';

const { admin, anonymous, url, user } = await appForFile();
const contacts = '/api/sales/contacts';
const credentials = { email: adminEmail, password: adminPassword };
const contact = await admin.create(contacts, { firstName: 'Ada' });
const contactPath = `${contacts}/${contact._id}`;

/** Internals that no answer may contain: SQL, names of tables and files, messages of the driver. */
const internals =
  /\b(select|insert|update|delete) |sales_|tenant_id|relation|constraint|column "|node_modules|\.ts\b|\bat \w+ \(|postgres|ECONN|socket/i;

const withToken = (token: string) => new Client(url, token);
const header = (name: string, pattern: RegExp) => (reply: Reply) =>
  assert.match(reply.headers.get(name) ?? '', pattern);
const challenge = header('www-authenticate', /^Bearer\b/);

/** A proxy to PostgreSQL that a test can open and close. */
class DatabaseProxy {
  readonly #target: net.NetConnectOpts;
  readonly #sockets = new Set<net.Socket>();
  #server = net.createServer();
  port = 0;

  constructor({ host = '', port = 5432 }: ConnectionSettings) {
    this.#target = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
  }

  async open(): Promise<void> {
    this.#server = net.createServer((near) => {
      const far = net.connect(this.#target);
      for (const [end, other] of [
        [near, far],
        [far, near],
      ] as const) {
        this.#sockets.add(end);
        end.on('error', () => {});
        end.on('close', () => {
          this.#sockets.delete(end);
          other.destroy();
        });
        end.pipe(other);
      }
    });
    await new Promise<void>((resolve) => this.#server.listen(this.port, '127.0.0.1', resolve));
    this.port = (this.#server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    for (const end of this.#sockets) end.destroy();
    await closed;
  }
}

/** A server whose database can fail, and whose log can be read. */
async function fragileApp() {
  const given = process.env.ATRIUM_TEST_CLUSTER;
  const cluster: Cluster = given ? { admin: JSON.parse(given), stop: async () => {} } : await startCluster();
  const name = `test_${process.pid}_${randomBytes(4).toString('hex')}`;
  const connection = await cloneDatabase(cluster, name);
  const proxy = new DatabaseProxy(connection);
  await proxy.open();
  const lines: Json[] = [];
  const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const options = {
    config: testConfig(),
    connection: { ...connection, host: '127.0.0.1', port: proxy.port },
    log,
    passwordCost: 4,
  };
  const fragile = await createApp(options);
  await fragile.server.listen({ host: '127.0.0.1', port: 0 });
  const at = `http://127.0.0.1:${(fragile.server.server.address() as AddressInfo).port}`;
  const { body } = await new Client(at).post('/api/identity/auth/login', credentials);
  const asOwner = async (text: string, values: unknown[] = []): Promise<Json[]> => {
    const owner = new pg.Client(clientConfig({ ...cluster.admin, database: name }));
    await owner.connect();
    return owner
      .query(text, values)
      .then(({ rows }) => rows)
      .finally(() => owner.end());
  };
  after(async () => {
    await fragile.close();
    await proxy.close();
    await dropDatabase(cluster, name);
    await cluster.stop();
  });
  return {
    client: new Client(at, body.token),
    proxy,
    lines,
    asOwner,
    drop: () => dropDatabase(cluster, name),
    restore: () => cloneDatabase(cluster, name),
  };
}

const fragile = await fragileApp();
const { client, proxy, lines, asOwner } = fragile;

describe('an error', () => {
  const signed = (text: string) => `${(admin.token ?? '').split('.').slice(0, 2).join('.')}.${text}`;
  const record = { firstName: 'Eve' };
  const cases: [
    what: string,
    send: () => Promise<Reply>,
    status: number,
    code: string,
    more?: (reply: Reply) => void,
  ][] = [
    ['no token', () => anonymous.get(contacts), 401, 'unauthenticated', challenge],
    ['a malformed token', () => withToken('x').get(contacts), 401, 'unauthenticated', challenge],
    ['a wrong signature', () => withToken(signed('x')).get(contacts), 401, 'unauthenticated', challenge],
    [
      'another scheme',
      () => anonymous.get(contacts, { authorization: 'Basic YTpi' }),
      401,
      'unauthenticated',
      challenge,
    ],
    ['an empty header', () => anonymous.get(contacts, { authorization: '' }), 401, 'unauthenticated', challenge],
    [
      'a wrong cookie',
      () => anonymous.get(contacts, { cookie: 'platform_access=x' }),
      401,
      'unauthenticated',
      challenge,
    ],
    ['an action', () => anonymous.get('/api/data/models'), 401, 'unauthenticated', challenge],
    [
      'a wrong password',
      () => anonymous.post('/api/identity/auth/login', { ...credentials, password: 'x' }),
      401,
      'unauthenticated',
    ],
    ['an unknown path', () => admin.get('/api/nothing'), 404, 'not_found'],
    ['an unknown model', () => admin.get('/api/sales/nothing'), 404, 'not_found'],
    ['an unknown id', () => admin.get(`${contacts}/${newId()}`), 404, 'not_found'],
    ['an unsupported method', () => admin.put(contacts, {}), 405, 'method_not_allowed', header('allow', /^GET, POST$/)],
    ['an old version', () => admin.patch(contactPath, record, { 'if-match': '"9"' }), 412, 'version_mismatch'],
    ['a large body', () => admin.post(contacts, { x: 'x'.repeat(1_100_000) }), 413, 'payload_too_large'],
    [
      'another type',
      () => admin.post(contacts, 'a=b', { 'content-type': 'text/plain' }),
      415,
      'unsupported_media_type',
    ],
    ['a wrong field', () => admin.post(contacts, { nothing: 1 }), 422, 'validation_failed'],
    ['no JSON', () => admin.post(contacts, '{'), 400, 'bad_request'],
    ['a wrong query', () => admin.get(`${contacts}?limit=0`), 400, 'bad_request'],
    ['a wrong path', () => admin.get('/%zz'), 400, 'bad_request'],
  ];

  for (const [what, send, status, code, more] of cases) {
    it(`has the common format and shows no internals: ${status} for ${what}`, async () => {
      const reply = await send();
      refused(reply, status, code);
      assert.deepEqual(Object.keys(reply.body), ['error']);
      assert.deepEqual(Object.keys(reply.body.error).toSorted(), ['code', 'details', 'message', 'requestId']);
      assert.match(reply.body.error.message, /^[A-Za-z].{8,}[.)]$/s);
      assert.doesNotMatch(reply.text, internals);
      assert.equal(reply.headers.get('content-type'), 'application/json; charset=utf-8');
      more?.(reply);
    });
  }

  it('names the missing scope with 403', async () => {
    const viewer = await user({ permissions: ['marketing:read'] });
    for (const [reply, scope] of [
      [await viewer.get(contacts), 'sales:read'],
      [await viewer.post(contacts, {}), 'sales:write'],
      [await viewer.post('/api/marketing/campaigns', {}), 'marketing:write'],
      [await viewer.post('/api/identity/roles', { name: 'x' }), 'identity:admin'],
      [await viewer.post('/api/data/models', { moduleKey: 'sales', slug: 'things' }), 'data:admin'],
      [await viewer.post('/api/identity/account-provisioning/provision', {}), 'platform:admin'],
    ] as const) {
      refused(reply, 403, 'forbidden');
      assert.match(JSON.stringify(reply.body.error.details), new RegExp(scope));
    }
  });

  it('has a different code for each kind of 409', async () => {
    await admin.create('/api/sales/industries', { name: 'Mining' });
    refused(await admin.post('/api/sales/industries', { name: 'mining' }), 409, 'unique_violation', 'name');
    const key = { 'idempotency-key': newId() };
    await admin.post(contacts, { firstName: 'A' }, key);
    refused(await admin.post(contacts, { firstName: 'x' }, key), 409, 'idempotency_conflict');
    const tenant = { accountKey: 'default', adminEmail, adminPassword, plan: 'standard' };
    refused(await admin.post('/api/identity/account-provisioning/provision', tenant), 409, 'conflict', 'accountKey');
    const fields = [
      { key: 'accountId', type: 'reference', required: true, reference: { moduleKey: 'sales', slug: 'accounts' } },
    ];
    await admin.create('/api/data/models', { moduleKey: 'sales', slug: 'berths', fields });
    const account = await admin.create('/api/sales/accounts', { name: 'Referenced' });
    await admin.create('/api/sales/berths', { accountId: account._id });
    const reply = await admin.delete(`/api/sales/accounts/${account._id}`);
    refused(reply, 409, 'still_referenced', 'sales.berths.accountId');
  });

  it('has the request id of the caller when that is valid, and a generated one otherwise', async () => {
    for (const id of ['a', 'req-1', '0af7651916cd43dd8448eb211c80319c', 'a.b:c_d-e', 'x'.repeat(128)]) {
      const reply = await admin.post(contacts, { nothing: 1 }, { 'x-request-id': id });
      assert.deepEqual([reply.headers.get('x-request-id'), reply.body.error.requestId], [id, id]);
    }
    for (const id of ['', 'a b', 'x'.repeat(129), '<b>', 'a,b', "a'b", '{}', 'ä']) {
      const reply = await admin.post(contacts, { nothing: 1 }, { 'x-request-id': id });
      const generated = reply.headers.get('x-request-id') ?? '';
      assert.match(generated, /^[0-9a-f-]{36}$/, id);
      assert.equal(reply.body.error.requestId, generated);
    }
    const twice = await new Promise<http.IncomingMessage>((resolve) =>
      http.get(`${url}/health`, { headers: { 'x-request-id': ['one', 'two'] }, agent: false }, resolve),
    );
    twice.resume();
    assert.match(String(twice.headers['x-request-id']), /^[0-9a-f-]{36}$/);
  });

  it('has security headers against framing, sniffing and scripts, like every other answer', async () => {
    const replies = [
      await admin.get(contactPath),
      await admin.post(contacts, { firstName: 'A' }),
      await admin.delete(`${contacts}/${(await admin.create(contacts, { firstName: 'A' }))._id}`),
      await admin.get(contactPath, { 'if-none-match': '"1"' }),
      await admin.get('/api/data/models?limit=1'),
      await anonymous.get('/health'),
      await anonymous.get('/openapi.json'),
      await anonymous.get('/docs'),
      await anonymous.post('/api/identity/auth/login', credentials),
      ...(await Promise.all(cases.map(([, send]) => send()))),
    ];
    for (const { status, headers } of replies) {
      assert.equal(headers.get('x-content-type-options'), 'nosniff', `${status}`);
      assert.match(headers.get('x-frame-options') ?? '', /^(DENY|SAMEORIGIN)$/, `${status}`);
      assert.match(headers.get('content-security-policy') ?? '', /default-src/, `${status}`);
      assert.ok(headers.get('referrer-policy'), `${status}`);
      assert.ok(headers.get('x-request-id'), `${status}`);
      assert.equal(headers.get('x-powered-by'), null);
    }
  });
});

/** Repeats `ask` for up to 30 seconds until its answer is accepted. */
async function until<T>(accepted: (answer: T) => boolean, ask: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + 30_000;
  for (;;) {
    const answer = await ask();
    if (accepted(answer)) return answer;
    assert.ok(Date.now() < deadline, `still ${JSON.stringify(answer).slice(0, 300)}`);
  }
}
const hasStatus = (status: number) => (reply: Reply) => reply.status === status;
const notEmpty = (rows: Json[]) => rows.length > 0;

function unavailable(reply: Reply): void {
  refused(reply, 503, 'unavailable');
  assert.match(reply.headers.get('retry-after') ?? '', /^\d+$/);
  assert.doesNotMatch(reply.text, internals);
}

const backends = `from pg_stat_activity where datname = current_database() and usename = 'atrium_app'`;

describe('while the database is unavailable', () => {
  it('every request is answered with 503, and normally again when the database is back', async () => {
    const created = await client.create(contacts, { firstName: 'before' });
    await proxy.close();
    for (const send of [
      () => client.get(contacts),
      () => client.get(`${contacts}/${created._id}`),
      () => client.post(contacts, { firstName: 'lost' }, { 'x-request-id': 'lost-write' }),
      () => client.post(contacts, { firstName: 'lost' }, { 'idempotency-key': newId() }),
      () => client.patch(`${contacts}/${created._id}`, { firstName: 'lost' }),
      () => client.delete(`${contacts}/${created._id}`),
      () => client.post(`${contacts}/bulk`, { operations: [{ op: 'create', record: { firstName: 'lost' } }] }),
      () => client.get('/api/data/models'),
      () => client.post('/api/identity/auth/login', credentials),
    ]) {
      unavailable(await send());
    }
    const health = await client.get('/health');
    assert.deepEqual([health.status, health.body], [503, { status: 'unavailable' }]);
    assert.ok(
      lines.some((line) => line.requestId === 'lost-write' && line.err),
      'the log has the cause',
    );
    await proxy.open();
    await until(hasStatus(200), () => client.get(contacts));
    assert.equal((await client.get('/health')).status, 200);
    assert.equal((await client.get(`${contacts}/${created._id}`)).body.version, 1);
    assert.deepEqual(await asOwner(`select 1 from sales_contacts where first_name = 'lost'`), []);
    assert.deepEqual(await asOwner(`select 1 from events where request_id = 'lost-write'`), []);
    const role = await client.create('/api/identity/roles', { name: 'after', permissions: [] });
    assert.ok(role._id);
  });

  it('a running request whose connection is terminated is answered with 503, and writes nothing', async () => {
    const owner = asOwner(
      `begin; lock table sales_accounts in access exclusive mode; select pg_advisory_lock(1); select pg_sleep(30)`,
    );
    const ended = assert.rejects(owner, { code: '57P01' });
    const locked = `select 1 from pg_locks where locktype = 'advisory' and objid = 1 and database = (select oid from pg_database where datname = current_database())`;
    await until(notEmpty, () => asOwner(locked));
    const write = client.post('/api/sales/accounts', { name: 'half' }, { 'x-request-id': 'half-done' });
    await until(notEmpty, () => asOwner(`select 1 ${backends} and wait_event_type = 'Lock'`));
    await asOwner(`select pg_terminate_backend(pid) ${backends}`);
    unavailable(await write);
    await asOwner(
      `select pg_terminate_backend(pid) from pg_stat_activity where query like '%pg_sleep(30)' and pid <> pg_backend_pid()`,
    );
    await ended;
    await until(hasStatus(200), () => client.get('/api/sales/accounts'));
    assert.deepEqual(await asOwner(`select 1 from sales_accounts where name = 'half'`), []);
    assert.deepEqual(await asOwner(`select 1 from events where request_id = 'half-done'`), []);
  });

  it('a connection limit is answered with 503', async () => {
    const [{ name }] = await asOwner('select current_database() as name');
    await asOwner(`alter database ${name} connection limit 0`);
    await asOwner(`select pg_terminate_backend(pid) ${backends}`);
    unavailable(await until(hasStatus(503), () => client.get(contacts)));
    await asOwner(`alter database ${name} connection limit -1`);
    await until(hasStatus(200), () => client.get(contacts));
  });
});

describe('an internal error', () => {
  it('is answered with 500 without its cause, and the log has the cause with the request id', async () => {
    await client.get('/api/sales/notes');
    await asOwner('drop table sales_notes');
    const sends: [string, (headers: Record<string, string>) => Promise<Reply>][] = [
      ['list', (headers) => client.get('/api/sales/notes', headers)],
      ['get', (headers) => client.get(`/api/sales/notes/${newId()}`, headers)],
      ['create', (headers) => client.post('/api/sales/notes', { content: 'a secret text' }, headers)],
      ['update', (headers) => client.patch(`/api/sales/notes/${newId()}`, { content: 'x' }, headers)],
      [
        'bulk',
        (headers) =>
          client.post('/api/sales/notes/bulk', { operations: [{ op: 'create', record: { content: 'x' } }] }, headers),
      ],
      [
        'idempotent',
        (headers) => client.post('/api/sales/notes', { content: 'x' }, { ...headers, 'idempotency-key': newId() }),
      ],
    ];
    for (const [name, send] of sends) {
      const id = `defect-${name}`;
      const reply = await send({ 'x-request-id': id });
      refused(reply, 500, 'internal');
      assert.deepEqual(reply.body.error.details, []);
      assert.equal(reply.body.error.requestId, id);
      assert.doesNotMatch(reply.text, internals);
      const line = lines.find(({ level, requestId }) => level === 50 && requestId === id);
      assert.match(line?.err?.message ?? '', /relation "sales_notes" does not exist/, name);
      assert.match(line.err.stack, /\.ts:\d+/);
    }
    const logged = JSON.stringify(lines);
    assert.ok(!logged.includes(client.token ?? '') && !logged.includes(adminPassword), 'a credential is in the log');
    assert.equal((await client.get(contacts)).status, 200);
    assert.equal((await client.post(contacts, { firstName: 'A' })).status, 201);
  });
});

describe('an invalid request', () => {
  it('writes no warning or error to the log, and no event', async () => {
    const [before, logged] = [await asOwner('select 1 from events'), lines.length];
    await client.post(contacts, { nothing: 1 });
    await client.post(contacts, '{');
    await client.get('/nothing');
    await new Client(client.url).get(contacts);
    assert.deepEqual(
      lines.slice(logged).filter(({ level }) => level >= 40),
      [],
    );
    assert.equal((await asOwner('select 1 from events')).length, before.length);
  });
});

describe('a database that was dropped', () => {
  it('is answered with 503, and works again when it is restored', async () => {
    await fragile.drop();
    for (const path of [contacts, '/api/data/models']) {
      const reply = await client.get(path);
      unavailable(reply);
    }
    unavailable(await client.post(contacts, { firstName: 'lost' }));
    assert.equal((await client.get('/health')).status, 503);
    await fragile.restore();
    // The restored state is older and does not contain the session.
    await until(hasStatus(401), () => client.get(contacts));
    const { body } = await client.post('/api/identity/auth/login', credentials);
    const again = new Client(client.url, body.token);
    assert.equal((await again.post(contacts, { firstName: 'found' })).status, 201);
  });
});
