import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { withoutSecrets } from '#test/expect.ts';
import { appForFile, type Client, type Json } from '#test/harness.ts';
import { type Arrival, receiverForFile, signatureOf } from '#test/receiver.ts';
import { contacts, quick, type Registered, WebhookTools, webhooks } from '#test/webhook-tools.ts';

const receiver = await receiverForFile();
const app = await appForFile(quick);
const { admin, tenant, events, sql } = app;
const tools = new WebhookTools(app, receiver);
const other = await tenant();

const firstAt = async ({ path }: Registered, n = 0): Promise<Arrival> =>
  (await receiver.received(path, n + 1))[n] as Arrival;

const types = ({ path }: Registered): string[] => receiver.at(path).map(({ body }) => body.type);

/**
 * Waits until all events so far are matched against a webhook. Events are matched in order, so an event before the last one
 * that has no delivery yet never gets one. The webhook must subscribe to `segment.created`.
 */
async function typesAfterCatchUp(webhook: Registered, client: Client = admin): Promise<string[]> {
  const { _id } = await client.create('/api/marketing/segments', { name: 'The last' });
  let arrived = await receiver.received(webhook.path);
  while (!arrived.some(({ body }) => body.data.record._id === _id))
    arrived = await receiver.received(webhook.path, arrived.length + 1);
  // Several deliveries are sent at once, so an earlier one may still be in flight.
  const { length } = await tools.log(webhook, '?limit=200', client);
  await receiver.received(webhook.path, length);
  return types(webhook).filter((type) => type !== 'segment.created');
}

describe('a delivery', () => {
  it('contains the event with its record exactly as the API returned it', async () => {
    const webhook = await tools.register(['contact.*']);
    const made = await admin.create(contacts, { firstName: 'Ada', email: 'ada@example.com', tags: ['a', 'ü'] });
    const changed = (await admin.patch(`${contacts}/${made._id}`, { lastName: 'Lovelace' })).body;
    await admin.delete(`${contacts}/${made._id}`);
    await receiver.received(webhook.path, 3);
    const stored = await events(made._id);
    const data = [
      { record: made },
      { record: changed, previous: { lastName: null, name: 'Ada' } },
      { record: { _id: made._id } },
    ];
    const expected = data.map((one, n) => ({
      id: stored[n]?.id,
      type: stored[n]?.type,
      timestamp: stored[n]?.occurred_at.toISOString(),
      accountKey: 'default',
      data: one,
    }));
    const arrived = receiver.at(webhook.path).map(({ body }) => body);
    assert.deepEqual(
      arrived.toSorted((a, b) => a.type.localeCompare(b.type)),
      expected.toSorted((a, b) => String(a.type).localeCompare(String(b.type))),
    );
    for (const { raw, body } of receiver.at(webhook.path)) {
      assert.deepEqual(Object.keys(body), ['id', 'type', 'timestamp', 'accountKey', 'data']);
      assert.equal(raw.toString(), JSON.stringify(body));
    }
  });

  it('is a POST of JSON, with both signatures over the exact bytes', async () => {
    const webhook = await tools.register(['contact.created']);
    await admin.create(contacts, { firstName: 'Zoë 🦊 \u2028' });
    const { raw, headers, body, at } = await firstAt(webhook);
    assert.equal(headers['content-type'], 'application/json');
    assert.equal(headers['content-length'], String(raw.length));
    assert.equal(headers['x-platform-signature'], signatureOf(webhook.secret, raw));
    assert.equal(headers['x-platform-signature-previous'], undefined);
    assert.equal(headers['webhook-id'], body.id);
    assert.match(String(headers['webhook-timestamp']), /^\d{10}$/);
    assert.ok(Math.abs(Number(headers['webhook-timestamp']) * 1000 - at) < 10_000);
    const given = headers as Record<string, string>;
    assert.deepEqual(new Webhook(webhook.secret).verify(raw, given), body);
    assert.throws(() => new Webhook(webhook.secret).verify(`${raw} `, given));
    const stranger = await tools.register(['invoice.paid']);
    assert.throws(() => new Webhook(stranger.secret).verify(raw, given));
  });

  it('contains numbers with every digit', async () => {
    const webhook = await tools.register(['account.created']);
    const reply = await admin.post('/api/sales/accounts', '{"name":"Exact","annualRevenue":12345678901234567.891}');
    assert.equal(reply.status, 201, reply.text);
    const { raw, body } = await firstAt(webhook);
    assert.deepEqual(body.data.record, reply.body);
    for (const text of [raw.toString(), reply.text]) assert.match(text, /"annualRevenue":12345678901234567\.891,/);
  });

  it('contains no secret of users, webhooks or custom fields', async () => {
    const client = await tenant();
    await client.post('/api/data/models/sales/contacts/fields', { key: 'pin', type: 'secret' });
    const webhook = await tools.register(['user.*', 'webhook.*', 'contact.*'], {}, client);
    const password = 'a password nobody sees';
    const created = await client.create('/api/identity/users', { email: 'hush@example.com', password });
    const { lockedUntil: _, ...user } = created;
    const made = await tools.register(['import.completed'], {}, client);
    const contact = await client.create(contacts, { firstName: 'Ada', pin: 'hush 1234' });
    const all = await receiver.received(webhook.path, 3);
    const recordOf = (type: string): Json => all.find(({ body }) => body.type === type)?.body.data.record;
    const { path, secret, ...shown } = made;
    assert.deepEqual(recordOf('user.created'), withoutSecrets(user));
    assert.deepEqual(recordOf('webhook.created'), shown);
    assert.deepEqual(recordOf('contact.created'), withoutSecrets(contact));
    assert.deepEqual(contact.pin, { set: true });
    for (const { raw } of all) {
      for (const word of [password, secret, 'hush 1234', 'whsec_', '$2', '"secret"', '"password"', '"pin"'])
        assert.ok(!raw.includes(word), word);
    }
  });

  it('has the same bytes on every attempt, signed with the time of the attempt', async () => {
    const webhook = await tools.register(['contact.created']);
    tools.react(webhook, (_arrival, response) => {
      const failures = receiver.at(webhook.path).length;
      response.writeHead(failures < 3 ? 500 : 200).end();
    });
    const contact = await admin.create(contacts, { firstName: 'First' });
    await receiver.received(webhook.path);
    await admin.patch(`${contacts}/${contact._id}`, { firstName: 'Second' });
    const [entry] = await tools.settled(webhook, 'delivered');
    assert.equal(entry.attemptCount, 3);
    const attempts = receiver.at(webhook.path);
    const [first] = attempts as [Arrival];
    assert.equal(attempts.length, 3);
    assert.equal(first.body.data.record.firstName, 'First');
    for (const [n, { raw, headers }] of attempts.entries()) {
      assert.deepEqual(raw, first.raw);
      assert.equal(headers['webhook-id'], first.body.id);
      assert.equal(headers['x-platform-signature'], signatureOf(webhook.secret, raw));
      const second = String(Math.floor(Date.parse(entry.attempts[n].at) / 1000));
      assert.equal(headers['webhook-timestamp'], second);
      new Webhook(webhook.secret).verify(raw, headers as Record<string, string>);
    }
  });

  it('names its id, under which the log shows it', async () => {
    const webhook = await tools.register(['contact.created']);
    await admin.create(contacts, { firstName: 'Ada' });
    const { headers, raw } = await firstAt(webhook);
    const reply = await admin.get(`${webhooks}/${webhook._id}/deliveries/${headers['x-platform-delivery']}`);
    assert.equal(reply.status, 200, reply.text);
    assert.equal(reply.body.body, raw.toString());
  });
});

describe('an event', () => {
  it('is delivered to webhooks with a matching pattern, with or without wildcards', async () => {
    const expectedCounts = {
      'contact.created': 1,
      'contact.*': 3,
      '*.deleted': 1,
      '*': 3,
      'deal.*': 0,
      'invoice.paid': 0,
    };
    const fence = ['segment.created'];
    const client = await tenant();
    const registered: [Registered, number][] = [];
    for (const [pattern, count] of Object.entries(expectedCounts))
      registered.push([await tools.register([pattern, ...fence], {}, client), count]);
    // Earlier webhooks also get the creation events of later ones, which the filter below drops.
    const { _id } = await client.create(contacts, { firstName: 'Ada' });
    await client.patch(`${contacts}/${_id}`, { firstName: 'Grace' });
    await client.delete(`${contacts}/${_id}`);
    for (const [webhook, count] of registered) {
      const received = (await typesAfterCatchUp(webhook, client)).filter((type) => type.startsWith('contact.'));
      assert.equal(received.length, count, webhook.events[0]);
    }
  });

  it('is delivered once, however many patterns of a webhook match', async () => {
    const webhook = await tools.register(['contact.created', 'contact.*', '*', '*.created']);
    await admin.create(contacts, { firstName: 'Once' });
    assert.deepEqual(await typesAfterCatchUp(webhook), ['contact.created']);
  });

  it('is not delivered to a webhook created by it or after it', async () => {
    await admin.create(contacts, { firstName: 'Before' });
    const webhook = await tools.register(['*']);
    assert.deepEqual(await typesAfterCatchUp(webhook), []);
    await admin.patch(`${webhooks}/${webhook._id}`, { description: 'later' });
    assert.deepEqual(await typesAfterCatchUp(webhook), ['webhook.updated']);
  });

  it('is delivered to each of two webhooks, once', async () => {
    const [one, two] = [
      await tools.register(['contact.*', 'segment.created']),
      await tools.register(['contact.*', 'segment.created']),
    ];
    const made = await admin.create(contacts, { firstName: 'For both' });
    assert.deepEqual(await typesAfterCatchUp(one), ['contact.created']);
    assert.deepEqual(await typesAfterCatchUp(two), ['contact.created']);
    const [first, second] = [await firstAt(one), await firstAt(two)];
    assert.deepEqual(first.body.data.record, made);
    assert.deepEqual(first.raw, second.raw);
    assert.notEqual(first.headers['x-platform-signature'], second.headers['x-platform-signature']);
  });

  it('is never delivered to another tenant', async () => {
    const theirs = await tools.register(['*'], {}, other);
    const ours = await tools.register(['contact.created', 'segment.created']);
    await admin.create(contacts, { firstName: 'Ours' });
    assert.deepEqual(await typesAfterCatchUp(ours), ['contact.created']);
    assert.deepEqual(await typesAfterCatchUp(theirs, other), []);
    const [{ body }] = receiver.at(theirs.path) as [Arrival];
    assert.equal(body.accountKey, other.accountKey);
  });

  it('of a custom model is delivered', async () => {
    const model = { moduleKey: 'marketing', slug: 'boats', label: 'Boat', fields: [{ key: 'name', type: 'text' }] };
    await admin.create('/api/data/models', model);
    const webhook = await tools.register(['boat.*']);
    const boat = await admin.create('/api/marketing/boats', { name: 'Argo' });
    const { body } = await firstAt(webhook);
    assert.equal(body.type, 'boat.created');
    assert.deepEqual(body.data.record, boat);
  });
});

describe('a write', () => {
  it('in bulk is delivered record by record', async () => {
    const webhook = await tools.register(['contact.*', 'segment.created']);
    const operations = Array.from({ length: 40 }, (_, n) => ({ op: 'create', record: { firstName: `Bulk ${n}` } }));
    const { body } = await admin.post(`${contacts}/bulk`, { operations });
    const arrivals = await receiver.received(webhook.path, 40);
    const byId = (a: Json, b: Json) => a._id.localeCompare(b._id);
    assert.deepEqual(
      arrivals.map((arrival) => arrival.body.data.record).sort(byId),
      body.results.map((result: Json) => result.record).sort(byId),
    );
    assert.equal((await typesAfterCatchUp(webhook)).length, 40);
    const log = (await tools.log(webhook, '?limit=200&filter[type]=contact.created')).reverse();
    const order = await sql(
      `select id from events where type = 'contact.created' order by xid desc, seq desc limit 40`,
    );
    assert.deepEqual(
      log.map((entry) => entry.event.id),
      order.reverse().map(({ id }) => id),
      'the log has the order of the events',
    );
  });

  it('that is a dry run, refused or rolled back is not delivered', async () => {
    const webhook = await tools.register(['contact.*', 'segment.created']);
    await admin.post(`${contacts}?dryRun=true`, { firstName: 'Dry' });
    await admin.post(contacts, { email: 'not an address' });
    const operations = [
      { op: 'create', record: { firstName: 'Undone' } },
      { op: 'create', record: { email: 'not an address' } },
    ];
    assert.equal((await admin.post(`${contacts}/bulk`, { operations })).status, 422);
    assert.equal((await admin.post(`${contacts}/bulk`, { operations, atomic: false })).status, 200);
    assert.deepEqual(await typesAfterCatchUp(webhook), ['contact.created']);
    assert.equal((await firstAt(webhook)).body.data.record.firstName, 'Undone');
  });

  it('twice with one Idempotency-Key is delivered once', async () => {
    const webhook = await tools.register(['contact.*', 'segment.created']);
    for (const _ of [1, 2]) await admin.post(contacts, { firstName: 'Once' }, { 'idempotency-key': 'delivered once' });
    assert.deepEqual(await typesAfterCatchUp(webhook), ['contact.created']);
  });

  it('by a transaction that commits late is delivered too, and later events follow', async () => {
    const webhook = await tools.register(['contact.*', 'model.updated']);
    const [{ id }] = await sql(`select id from tenants where account_key = 'default'`);
    const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const late = app.app.services.db.transaction(id, async (tx) => {
      await tx.query(
        `insert into events (tenant_id, id, type, model, record) values ($1, gen_random_uuid(), 'model.updated', 'data.models', '{"late":true}')`,
        [id],
      );
      begun.resolve();
      await end.promise;
    });
    await begun.promise;
    await admin.create(contacts, { firstName: 'Meanwhile' });
    end.resolve();
    await late;
    const arrivals = await receiver.received(webhook.path, 2);
    assert.deepEqual(arrivals.map(({ body }) => body.type).sort(), ['contact.created', 'model.updated']);
    const log = (await tools.settled(webhook, 'delivered', 2)).map(({ type }) => type);
    assert.deepEqual(log, ['model.updated', 'contact.created']);
  });
});

describe('a large record', () => {
  it('is delivered completely, even when there are many', async () => {
    const webhook = await tools.register(['contact.created']);
    const description = 'ü'.repeat(90_000);
    const made = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        admin.create('/api/sales/contacts', { firstName: `Large ${n}`, description }),
      ),
    );
    const arrivals = await receiver.received(webhook.path, made.length);
    assert.deepEqual(
      new Map(arrivals.map(({ body }) => [body.data.record._id, body.data.record])),
      new Map(made.map((record) => [record._id, record])),
    );
  });
});
