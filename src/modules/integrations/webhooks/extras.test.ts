import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { Webhook } from 'standardwebhooks';
import { invalid, refused, types } from '#test/expect.ts';
import { appForFile, type Client, type Json } from '#test/harness.ts';
import { until } from '#test/process.ts';
import { type Arrival, receiverForFile, signatureOf } from '#test/receiver.ts';
import { contacts, quick, type Registered, WebhookTools, webhooks } from '#test/webhook-tools.ts';

const receiver = await receiverForFile();
const app = await appForFile(quick);
const { admin, events, sql, tenant } = app;
const tools = new WebhookTools(app, receiver);
const asAction = ({ _id }: Json, action: string) => admin.post(`${webhooks}/${_id}/${action}`, {});
const given = ({ headers }: Arrival) => headers as Record<string, string>;

describe('a test event', () => {
  it('is sent only to this webhook, signed, whatever its patterns', async () => {
    const webhook = await tools.register(['invoice.paid'], { description: 'Tested' });
    const everything = await tools.register(['*']);
    const before = (await events()).length;
    const reply = await asAction(webhook, 'test');
    assert.equal(reply.status, 202, reply.text);
    assert.deepEqual([reply.body.type, reply.body.status, reply.body.attemptCount], ['webhook.test', 'pending', 0]);
    const [arrival] = (await receiver.received(webhook.path)) as [Arrival];
    const { id, timestamp, ...rest } = arrival.body;
    assert.deepEqual(rest, {
      type: 'webhook.test',
      accountKey: 'default',
      data: { record: { _id: webhook._id, url: webhook.url, description: 'Tested' } },
    });
    assert.deepEqual(reply.body.event, { id, type: 'webhook.test', timestamp });
    assert.equal(arrival.headers['x-platform-signature'], signatureOf(webhook.secret, arrival.raw));
    new Webhook(webhook.secret).verify(arrival.raw, given(arrival));
    const [entry] = await tools.settled(webhook, 'delivered');
    const one = await admin.get(`${webhooks}/${webhook._id}/deliveries/${entry._id}`);
    assert.equal(one.body.body, arrival.raw.toString());
    await admin.create(contacts, { firstName: 'Later' });
    const [first] = await receiver.received(everything.path);
    assert.equal(first?.body.type, 'contact.created');
    assert.equal((await events()).length, before + 1);
    await admin.delete(`${webhooks}/${everything._id}`);
  });

  it('is retried like every other event, and refused for a paused webhook', async () => {
    const webhook = await tools.register(['invoice.paid']);
    tools.answer(webhook, 500);
    await asAction(webhook, 'test');
    const [entry] = await tools.settled(webhook, 'failed');
    assert.equal(entry.attemptCount, 5);
    await admin.patch(`${webhooks}/${webhook._id}`, { active: false });
    refused(await asAction(webhook, 'test'), 409, 'conflict');
    invalid(await admin.post(`${webhooks}/${webhook._id}/test`, { type: 'x' }), { type: 'unknown_field' });
  });
});

describe('a new secret', () => {
  it('signs at once, and the previous one signs as well for 24 hours', async () => {
    const webhook = await tools.register(['contact.created']);
    const reply = await asAction(webhook, 'rotate-secret');
    assert.equal(reply.status, 200, reply.text);
    const { _id, secret, previousSecretUntil } = reply.body;
    assert.equal(_id, webhook._id);
    assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
    assert.notEqual(secret, webhook.secret);
    const hours = (Date.parse(previousSecretUntil) - Date.now()) / 3_600_000;
    assert.ok(Math.abs(hours - 24) < 0.05, `${hours} h`);
    await admin.create(contacts, { firstName: 'Ada' });
    const [both] = (await receiver.received(webhook.path)) as [Arrival];
    assert.equal(both.headers['x-platform-signature'], signatureOf(secret, both.raw));
    assert.equal(both.headers['x-platform-signature-previous'], signatureOf(webhook.secret, both.raw));
    assert.equal(given(both)['webhook-signature']?.split(' ').length, 2);
    for (const one of [secret, webhook.secret]) new Webhook(one).verify(both.raw, given(both));
    const [current = '', previous = ''] = given(both)['webhook-signature']?.split(' ') ?? [];
    new Webhook(secret).verify(both.raw, { ...given(both), 'webhook-signature': current });
    new Webhook(webhook.secret).verify(both.raw, { ...given(both), 'webhook-signature': previous });

    await sql(`update webhook_endpoints set previous_until = now() - interval '1 second' where webhook_id = $1`, [_id]);
    await admin.create(contacts, { firstName: 'Grace' });
    const [, alone] = (await receiver.received(webhook.path, 2)) as [Arrival, Arrival];
    assert.equal(alone.headers['x-platform-signature'], signatureOf(secret, alone.raw));
    assert.equal(alone.headers['x-platform-signature-previous'], undefined);
    new Webhook(secret).verify(alone.raw, given(alone));
    assert.throws(() => new Webhook(webhook.secret).verify(alone.raw, given(alone)));
  });

  it('is an update of the webhook, with an event that does not contain it', async () => {
    const webhook = await tools.register(['invoice.paid']);
    const { secret } = (await asAction(webhook, 'rotate-secret')).body;
    const stored = await events(webhook._id);
    assert.deepEqual(types(stored), ['webhook.created', 'webhook.updated']);
    assert.deepEqual([stored[1]?.record.version, stored[1]?.actor_id], [2, admin.userId]);
    for (const event of stored) assert.ok(!/secret|whsec_/.test(JSON.stringify([event.record, event.previous])));
    const replies = [
      await admin.get(`${webhooks}/${webhook._id}`),
      await admin.get(`${webhooks}/${webhook._id}/history`),
      await admin.get('/api/data/changes?since=beginning&limit=1000'),
    ];
    for (const { text } of replies) assert.ok(!text.includes(secret) && !text.includes('whsec_'));
    assert.equal(replies[0]?.body.version, 2);
    const [row] = await sql(
      `select w.secret, e.previous_secret from integrations_webhooks w join webhook_endpoints e on e.webhook_id = w.id
       where w.id = $1`,
      [webhook._id],
    );
    const { vault } = app.app.services;
    assert.deepEqual([vault.decrypt(row.secret), vault.decrypt(row.previous_secret)], [secret, webhook.secret]);
  });

  it('is valid together with the previous one only, and is not stored in a dry run', async () => {
    const webhook = await tools.register(['contact.created']);
    const second = (await asAction(webhook, 'rotate-secret')).body.secret;
    const third = (await asAction(webhook, 'rotate-secret')).body.secret;
    const dry = await admin.post(`${webhooks}/${webhook._id}/rotate-secret?dryRun=true`, {});
    assert.equal(dry.status, 200, dry.text);
    await admin.create(contacts, { firstName: 'Ada' });
    const [arrival] = (await receiver.received(webhook.path)) as [Arrival];
    for (const secret of [second, third]) new Webhook(secret).verify(arrival.raw, given(arrival));
    for (const secret of [webhook.secret, dry.body.secret])
      assert.throws(() => new Webhook(secret).verify(arrival.raw, given(arrival)));
  });
});

describe('the statistics of a webhook', () => {
  it('are zero at the start', async () => {
    const webhook = await tools.register(['invoice.paid']);
    assert.deepEqual(await tools.stats(webhook), {
      webhookId: webhook._id,
      active: true,
      failingSince: null,
      deliveries: { total: 0, pending: 0, delivering: 0, retrying: 0, delivered: 0, failed: 0 },
      attempts: 0,
      latencyMs: { p50: null, p95: null, p99: null, average: null },
      lastDeliveredAt: null,
      lastFailedAt: null,
      oldestWaitingAt: null,
    });
  });

  it('count deliveries and attempts, and show the latency of the receiver', async () => {
    const webhook = await tools.register(['contact.*']);
    tools.react(webhook, ({ body }, response) => {
      response.writeHead(body.type === 'contact.deleted' ? 500 : 200).end();
    });
    const { _id } = await admin.create(contacts, { firstName: 'Ada' });
    await admin.patch(`${contacts}/${_id}`, { firstName: 'Grace' });
    await until('two', async () => (await tools.stats(webhook)).deliveries.delivered === 2);
    await admin.delete(`${contacts}/${_id}`);
    const stats = await until('a failure', async () => {
      const found = await tools.stats(webhook);
      return found.deliveries.failed === 1 && found;
    });
    const none = { pending: 0, delivering: 0, retrying: 0 };
    assert.deepEqual(stats.deliveries, { total: 3, ...none, delivered: 2, failed: 1 });
    assert.equal(stats.attempts, 7);
    const entries = await tools.log(webhook);
    const last = entries.map(({ attempts }) => attempts.at(-1).durationMs).sort((a, b) => a - b);
    const { p50, p95, p99, average } = stats.latencyMs;
    assert.equal(p50, last[1]);
    assert.ok(p95 >= p50 && p99 >= p95 && p99 <= last[2]);
    assert.ok(Math.abs(average - last.reduce((sum, ms) => sum + ms) / 3) < 0.1);
    const finished = (status: string) =>
      entries.filter((entry) => entry.status === status).map((one) => one.finishedAt);
    assert.equal(stats.lastDeliveredAt, finished('delivered').sort().at(-1));
    assert.equal(stats.lastFailedAt, finished('failed')[0]);
    assert.equal(stats.failingSince !== null, true);
    assert.equal(stats.oldestWaitingAt, null);
  });

  it('show the time of the oldest waiting event', async () => {
    const webhook = await tools.register(['contact.created']);
    tools.answer(webhook, 500);
    await admin.create(contacts, { firstName: 'Ada' });
    const [entry] = await tools.settled(webhook, 'failed');
    await admin.patch(`${webhooks}/${webhook._id}`, { active: false });
    await sql(`update webhook_deliveries set status = 'retrying', next_at = now() where id = $1`, [entry._id]);
    const stats = await tools.stats(webhook);
    assert.deepEqual([stats.active, stats.deliveries.retrying], [false, 1]);
    assert.equal(stats.oldestWaitingAt, entry.event.timestamp);
  });
});

describe('the catalogue of events', () => {
  const path = '/api/integrations/event-types';
  const catalogue = async (client: Client, query = ''): Promise<Json> => (await client.get(`${path}${query}`)).body;
  const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true }));

  it('has the types of every model, each with a schema that compiles', async () => {
    const { data, meta } = await catalogue(admin);
    const { body: models } = await admin.get('/api/data/models');
    // Webhooks, API keys, mail servers, exports, social posts and personal records of users cannot be restored, and users
    // are only deactivated.
    const personal = ['draft', 'recordRecentView', 'announcementDismissal', 'mailboxConnection'];
    const social = ['socialConnection', 'socialPost', 'socialMetric'];
    const exported = ['export', 'exportSchedule'];
    const withoutRestore = ['webhook', 'apiKey', 'emailTransport', 'user', ...exported, ...social, ...personal];
    const expectedTypes = models.data.flatMap(({ modelKey }: Json) =>
      ['created', 'updated', 'deleted', ...(withoutRestore.includes(modelKey) ? [] : ['restored'])].map(
        (change) => `${modelKey}.${change}`,
      ),
    );
    const ofModels = data.filter(({ modelKey }: Json) => modelKey !== null);
    assert.deepEqual(ofModels.map(({ type }: Json) => type).sort(), expectedTypes.sort());
    assert.equal(new Set(data.map(({ type }: Json) => type)).size, data.length);
    assert.equal(meta.total, data.length);
    for (const { type, description, schema } of data) {
      assert.ok(description.length > 0);
      assert.equal(schema.properties.type.const, type);
      ajv.compile(schema);
    }
    const others = data.filter(({ modelKey }: Json) => modelKey === null).map(({ type }: Json) => type);
    for (const type of ['webhook.test', 'model.created', 'model.updated', 'model.deleted'])
      assert.ok(others.includes(type));
    for (const type of ['finance.payment.completed', 'sync.failed', 'import.completed', 'export.completed'])
      assert.ok(others.includes(type), type);
  });

  it('describes the delivered bodies, of custom models too, and shows no models of other tenants', async () => {
    const client = await tenant();
    const fields = [
      { key: 'name', type: 'text' },
      { key: 'length', type: 'number' },
      { key: 'code', type: 'secret' },
    ];
    await client.create('/api/data/models', { moduleKey: 'marketing', slug: 'boats', label: 'Boat', fields });
    await client.post('/api/data/models/sales/contacts/fields', { key: 'shoeSize', type: 'integer' });
    const webhook: Registered = await tools.register(['*'], {}, client);
    const written: [string, Json, Json][] = [
      [contacts, { firstName: 'Ada', shoeSize: 38 }, { shoeSize: null, tags: ['a'] }],
      ['/api/marketing/boats', { name: 'Argo', length: 12.5, code: 'hush' }, { name: null, code: null }],
      ['/api/sales/accounts', { name: 'Acme', annualRevenue: 0.1 }, { annualRevenue: 1e15 }],
    ];
    for (const [path, record, changed] of written) {
      const { _id } = await client.create(path, record);
      assert.equal((await client.patch(`${path}/${_id}`, changed)).status, 200);
      assert.equal((await client.delete(`${path}/${_id}`)).status, 204);
    }
    await client.create('/api/identity/users', { email: 'new@example.com', password: 'correct horse battery' });
    await tools.register(['invoice.paid'], {}, client);
    await client.post('/api/data/models/sales/contacts/fields', { key: 'hatSize', type: 'integer' });
    await client.post(`${webhooks}/${webhook._id}/test`, {});
    const changes = ['contact', 'boat', 'account'].flatMap((key) => [
      `${key}.created`,
      `${key}.updated`,
      `${key}.deleted`,
    ]);
    const expected = [...changes, 'user.created', 'webhook.created', 'model.updated', 'webhook.test'];
    await until('all of them', () => {
      const received = new Set(receiver.at(webhook.path).map(({ body }) => body.type));
      return expected.every((type) => received.has(type));
    });
    const schemas = new Map((await catalogue(client)).data.map(({ type, schema }: Json) => [type, schema]));
    for (const { body } of receiver.at(webhook.path)) {
      assert.ok(schemas.has(body.type), body.type);
      const valid = ajv.compile(schemas.get(body.type) as object);
      assert.ok(Boolean(valid(body)), `${body.type}: ${ajv.errorsText(valid.errors)}`);
      assert.equal(valid({ ...body, type: 'another.type' }), false);
      assert.equal(valid({ ...body, data: {} }), false);
    }
    const boat = schemas.get('boat.created') as Json;
    assert.deepEqual(Object.keys(boat.properties.data.properties.record.properties).includes('length'), true);
    assert.equal(Object.keys(boat.properties.data.properties.record.properties).includes('code'), false);
    assert.deepEqual((await catalogue(admin, '?filter[modelKey]=boat')).data, []);
  });

  it('can be filtered by type and model, and has pages', async () => {
    const typesOf = async (query: string) => (await catalogue(admin, query)).data.map(({ type }: Json) => type);
    const all = ['contact.created', 'contact.updated', 'contact.deleted', 'contact.restored'];
    assert.deepEqual(await typesOf('?filter[modelKey]=contact'), all);
    assert.deepEqual(await typesOf('?filter[type]=contact.*'), all);
    assert.deepEqual(await typesOf('?filter[type]=contact.deleted'), ['contact.deleted']);
    assert.deepEqual(await typesOf('?filter[type]=no.such'), []);
    const { data, meta } = await catalogue(admin, '?filter[type]=contact.*&limit=3&page=2');
    assert.deepEqual([data.length, meta.total, meta.totalPages, meta.hasMore], [1, 4, 2, false]);
    for (const [query, field] of [
      ['limit=0', 'limit'],
      ['page=x', 'page'],
      ['filter[x]=1', 'filter[x]'],
      ['nope=1', 'nope'],
    ])
      refused(await admin.get(`${path}?${query}`), 400, 'bad_request', field as string);
  });
});
