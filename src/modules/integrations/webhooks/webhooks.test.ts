import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { invalid, nobody, refused } from '#test/expect.ts';
import { appForFile, type Client, type Reply } from '#test/harness.ts';
import { receiverForFile } from '#test/receiver.ts';
import { contacts, quick, WebhookTools, webhooks } from '#test/webhook-tools.ts';

const receiver = await receiverForFile();
const app = await appForFile(quick);
const { admin, anonymous, sql, tenant, user, events } = app;
const strict = await appForFile();
const tools = new WebhookTools(app, receiver);
const other = await tenant();
/** An event type that never occurs. */
const silent = ['import.completed'];
const secretForm = /^whsec_[A-Za-z0-9+/]{43}=$/;

const allStoredRows = async (): Promise<string> => {
  const tables = [
    'events',
    'integrations_webhooks',
    'webhook_endpoints',
    'webhook_deliveries',
    'webhook_parcels',
    'idempotency_keys',
  ];
  const rows = await Promise.all(tables.map((table) => sql(`select * from ${table}`)));
  return JSON.stringify(rows);
};

describe('registering a webhook', () => {
  it('returns the record and a secret of 32 random bytes', async () => {
    const url = receiver.url('/registered');
    const reply = await admin.post(webhooks, { url, events: silent, description: 'For billing' });
    assert.equal(reply.status, 201, reply.text);
    const { _id, secret, createdAt, updatedAt, ...rest } = reply.body;
    assert.deepEqual(rest, {
      url,
      events: silent,
      description: 'For billing',
      active: true,
      pausedAt: null,
      pausedReason: null,
      ownerId: admin.userId,
      createdBy: admin.userId,
      updatedBy: admin.userId,
      version: 1,
    });
    assert.match(secret, secretForm);
    assert.equal(Buffer.from(secret.slice(6), 'base64').length, 32);
    assert.equal(new Date(createdAt).toISOString(), createdAt);
    assert.equal(reply.headers.get('location'), `${webhooks}/${_id}`);
    assert.deepEqual(await sql('select webhook_id from webhook_endpoints where webhook_id = $1', [_id]), [
      { webhook_id: _id },
    ]);
  });

  it('never shows the secret again in any answer, event or delivery', async () => {
    const { _id, secret, path } = await tools.register(['*']);
    const one = `${webhooks}/${_id}`;
    await admin.create(contacts, { firstName: 'Seen' });
    const [arrival] = await receiver.received(path);
    assert.ok(!arrival?.raw.includes(secret));
    const replies = [
      await admin.patch(one, { description: 'changed' }),
      await admin.put(one, { description: 'once more' }),
      await admin.get(one),
      await admin.get(webhooks),
      await admin.post(`${webhooks}/search`, { q: 'once' }),
      await admin.get(`${one}/history`),
      await admin.post(`${one}/revert`, { version: 1 }),
      await admin.get('/api/data/changes?since=beginning&limit=1000'),
      await admin.get(`${one}/deliveries`),
      await admin.get(`${one}/stats`),
    ];
    for (const reply of replies) {
      assert.equal(reply.status, 200, reply.text);
      assert.ok(!reply.text.includes(secret), reply.text);
      assert.ok(!reply.text.includes('whsec_'), reply.text);
    }
    assert.deepEqual((await admin.get(one)).body.secret, { set: true });
    for (const event of await events(_id)) {
      assert.ok(event.type.startsWith('webhook.'));
      assert.ok(!('secret' in event.record), JSON.stringify(event.record));
    }
  });

  it('stores the secret encrypted', async () => {
    const { _id, secret } = await tools.register(silent);
    const [row] = await sql('select secret from integrations_webhooks where id = $1', [_id]);
    assert.ok(!row.secret.includes(secret.slice(6)));
    assert.equal(app.app.services.vault.decrypt(row.secret), secret);
    assert.ok(!(await allStoredRows()).includes(secret));
  });

  it('gives each webhook its own secret, also in bulk', async () => {
    const operations = [1, 2].map((n) => ({
      op: 'create',
      record: { url: receiver.url(`/bulk-${n}`), events: silent },
    }));
    const { body } = await admin.post(`${webhooks}/bulk`, { operations });
    const [one, two] = body.results;
    assert.match(one.record.secret, secretForm);
    assert.match(two.record.secret, secretForm);
    assert.notEqual(one.record.secret, two.record.secret);
  });

  it('refuses values for secret, pausedAt and pausedReason', async () => {
    const { _id } = await tools.register(silent);
    const one = `${webhooks}/${_id}`;
    const chosen = { secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' };
    const full = { url: receiver.url('/mine'), events: silent };
    const [{ secret }] = await sql('select secret from integrations_webhooks where id = $1', [_id]);
    invalid(await admin.post(webhooks, { ...full, ...chosen }), { secret: 'read_only' });
    invalid(await admin.patch(one, chosen), { secret: 'read_only' });
    invalid(await admin.put(one, { ...full, ...chosen }), { secret: 'read_only' });
    invalid(await admin.patch(one, { pausedAt: '2026-01-01T00:00:00.000Z', pausedReason: 'x' }), {
      pausedAt: 'read_only',
      pausedReason: 'read_only',
    });
    assert.deepEqual(await sql('select secret from integrations_webhooks where id = $1', [_id]), [{ secret }]);
  });

  it('returns the same secret for the same Idempotency-Key, and stores it encrypted', async () => {
    const once = (path: string, body: unknown, key: string) => admin.post(path, body, { 'idempotency-key': key });
    const record = { url: receiver.url('/once'), events: silent };
    const made = await once(webhooks, record, 'register');
    const replies: [Reply, Reply][] = [
      [made, await once(webhooks, record, 'register')],
      [
        await once(`${webhooks}/${made.body._id}/rotate-secret`, {}, 'rotate'),
        await once(`${webhooks}/${made.body._id}/rotate-secret`, {}, 'rotate'),
      ],
      [
        await once(`${webhooks}/bulk`, { operations: [{ op: 'create', record }] }, 'bulk'),
        await once(`${webhooks}/bulk`, { operations: [{ op: 'create', record }] }, 'bulk'),
      ],
    ];
    for (const [first, second] of replies) {
      assert.match(first.text, /"secret":"whsec_/);
      assert.equal(second.text, first.text);
      assert.equal(second.headers.get('idempotent-replayed'), 'true');
    }
    const stored = await sql('select key, body, sealed from idempotency_keys');
    assert.equal(stored.length, 3);
    for (const { body, sealed } of stored) {
      assert.equal(sealed, true);
      assert.ok(!body.includes('whsec_'));
    }
    assert.ok(!(await allStoredRows()).includes('whsec_'));
  });

  it('creates nothing in a dry run', async () => {
    const reply = await admin.post(`${webhooks}?dryRun=true`, { url: receiver.url('/dry'), events: silent });
    assert.equal(reply.status, 201, reply.text);
    refused(await admin.get(`${webhooks}/${reply.body._id}`), 404, 'not_found');
    assert.deepEqual(await sql('select from webhook_endpoints where webhook_id = $1', [reply.body._id]), []);
  });
});

describe('a webhook', () => {
  it('keeps fields that a PUT leaves out', async () => {
    const made = await tools.register(silent, { description: 'kept' });
    const url = receiver.url('/elsewhere');
    const reply = await admin.put(`${webhooks}/${made._id}`, { url });
    assert.equal(reply.status, 200, reply.text);
    assert.deepEqual(
      [reply.body.url, reply.body.events, reply.body.description, reply.body.active, reply.body.version],
      [url, silent, 'kept', true, 2],
    );
  });

  it('needs a valid URL without credentials', async () => {
    invalid(await admin.post(webhooks, { events: silent }), { url: 'required' });
    for (const url of [
      '',
      'nothing',
      'ftp://example.com/',
      'javascript:alert(1)',
      'http://',
      'https://exa mple.com/',
    ]) {
      refused(await admin.post(webhooks, { url, events: silent }), 422, 'validation_failed', 'url');
    }
    for (const url of ['http://user@127.0.0.1/', 'https://:hush@example.com/', 'https://user:hush@example.com/']) {
      invalid(await admin.post(webhooks, { url, events: silent }), { url: 'invalid_format' });
    }
  });

  it('accepts only https and public addresses, unless the operator allows others', async () => {
    const accepted = ['https://example.com/hook', 'https://hooks.example.com:8443/a?b=c#d', 'https://93.184.216.34/'];
    for (const url of accepted) await strict.admin.create(webhooks, { url, events: silent });
    const wrong = [
      'http://example.com/hook',
      'https://127.0.0.1/',
      'https://127.1:8443/',
      'https://2130706433/',
      'https://0x7f000001/',
      'https://0177.0.0.1/',
      'https://0.0.0.0/',
      'https://10.1.2.3/',
      'https://172.31.255.255/',
      'https://192.168.0.1/',
      'https://100.64.0.1/',
      'https://169.254.169.254/latest/meta-data/',
      'https://[::1]/',
      'https://[::]/',
      'https://[::ffff:127.0.0.1]/',
      'https://[fd00::1]/',
      'https://[fe80::1]/',
      'https://[64:ff9b::a00:1]/',
      'https://[2002:7f00:1::]/',
    ];
    const { _id } = await strict.admin.create(webhooks, { url: 'https://example.com/', events: silent });
    for (const url of wrong) {
      invalid(await strict.admin.post(webhooks, { url, events: silent }), { url: 'invalid_format' });
      invalid(await strict.admin.patch(`${webhooks}/${_id}`, { url }), { url: 'invalid_format' });
    }
    assert.equal((await strict.admin.get(`${webhooks}/${_id}`)).body.url, 'https://example.com/');
  });

  it('has valid patterns of event types, with wildcards', async () => {
    const good = ['contact.created', 'contact.*', '*.deleted', '*', '*.*', 'invoice.paid', 'finance.payment.completed'];
    const asked = { url: receiver.url('/patterns'), events: good, active: false };
    const { body } = await admin.post(webhooks, asked);
    assert.deepEqual(body.events, good);
    const url = receiver.url('/patterns');
    const wrong = ['contact', '.created', 'contact.', 'contact..created', 'con tact.created', '1contact.created'];
    for (const pattern of [...wrong, '**', '*contact', 'contact.created\n', 'a.b;c', `a.${'b'.repeat(200)}`]) {
      invalid(await admin.post(webhooks, { url, events: ['contact.created', pattern] }), { events: 'invalid_format' });
    }
    invalid(await admin.post(webhooks, { url, events: [] }), { events: 'required' });
    invalid(await admin.post(webhooks, { url }), { events: 'required' });
    invalid(await admin.post(webhooks, { url, events: null }), { events: 'required' });
    invalid(await admin.post(webhooks, { url, events: 'contact.created' }), { events: 'invalid_type' });
    invalid(await admin.patch(`${webhooks}/${body._id}`, { events: [] }), { events: 'required' });
  });
});

interface Endpoint {
  readonly method: string;
  readonly path: (id: string) => string;
  readonly body?: unknown;
}

const own =
  (rest = '') =>
  (id: string) =>
    `${webhooks}/${id}${rest}`;
const reading: Endpoint[] = [
  { method: 'GET', path: own() },
  { method: 'GET', path: own('/deliveries') },
  { method: 'GET', path: own(`/deliveries/${nobody}`) },
  { method: 'GET', path: own('/stats') },
  { method: 'GET', path: own('/history') },
];
const writing: Endpoint[] = [
  { method: 'PATCH', path: own(), body: { description: 'x' } },
  { method: 'PUT', path: own(), body: { description: 'x' } },
  { method: 'POST', path: own(`/retry/${nobody}`), body: {} },
  { method: 'POST', path: own('/recover'), body: { since: '2026-01-01T00:00:00Z' } },
  { method: 'POST', path: own('/test'), body: {} },
  { method: 'POST', path: own('/rotate-secret'), body: {} },
  { method: 'DELETE', path: own() },
];
const ofNoWebhook: Endpoint[] = [
  { method: 'GET', path: () => webhooks },
  { method: 'GET', path: () => '/api/integrations/event-types' },
];
const ask = (client: Client, { method, path, body }: Endpoint, id: string) => client.request(method, path(id), body);

describe('access to webhooks', () => {
  it('needs integrations:read to read, and integrations:write to change', async () => {
    const { _id } = await tools.register(silent);
    const reader = await user({ permissions: ['integrations:read'] });
    const outsider = await user({ permissions: ['sales:read', 'sales:write'] });
    const made = { url: receiver.url('/x'), events: silent };
    const creating: Endpoint = { method: 'POST', path: () => webhooks, body: made };
    for (const endpoint of [...reading, ...ofNoWebhook]) {
      refused(await ask(outsider, endpoint, _id), 403, 'forbidden', 'integrations:read');
      assert.notEqual((await ask(reader, endpoint, _id)).status, 403, endpoint.path(_id));
    }
    for (const endpoint of [...writing, creating]) {
      refused(await ask(reader, endpoint, _id), 403, 'forbidden', 'integrations:write');
      refused(await ask(outsider, endpoint, _id), 403, 'forbidden', 'integrations:write');
    }
    for (const endpoint of [...reading, ...ofNoWebhook, ...writing, creating]) {
      refused(await ask(anonymous, endpoint, _id), 401, 'unauthenticated');
    }
    assert.equal((await admin.get(`${webhooks}/${_id}`)).body.version, 1);
  });

  it('is limited to own webhooks with an :own scope', async () => {
    const theirs = await tools.register(silent);
    const limited = await user({ permissions: ['integrations:read:own', 'integrations:write:own'] });
    const mine = await tools.register(silent, {}, limited);
    for (const endpoint of [...reading, ...writing])
      refused(await ask(limited, endpoint, theirs._id), 404, 'not_found');
    assert.deepEqual(
      (await limited.get(webhooks)).body.data.map((one: { _id: string }) => one._id),
      [mine._id],
    );
    assert.equal((await limited.post(`${webhooks}/${mine._id}/test`, {})).status, 202);
    assert.equal((await admin.get(`${webhooks}/${theirs._id}`)).body.version, 1);
  });

  it('is 404 for webhooks of another tenant and for invalid ids', async () => {
    const { _id } = await tools.register(silent);
    for (const endpoint of [...reading, ...writing]) {
      refused(await ask(other, endpoint, _id), 404, 'not_found');
      for (const id of [nobody, 'nonsense', `${_id}0`, '%00', `${_id}'`]) {
        refused(await ask(admin, endpoint, id), 404, 'not_found');
      }
    }
    assert.deepEqual((await other.get(webhooks)).body.data, []);
    assert.equal((await admin.get(`${webhooks}/${_id}`)).body.version, 1);
    assert.equal((await admin.get(`${webhooks}/${_id.toUpperCase()}/stats`)).status, 200);
  });
});
