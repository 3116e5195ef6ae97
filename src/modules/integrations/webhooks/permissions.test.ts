import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { appForFile, type Client, type Json } from '#test/harness.ts';
import { until } from '#test/process.ts';
import { receiverForFile, signatureOf } from '#test/receiver.ts';
import { contacts, quick, type Registered, WebhookTools, webhooks } from '#test/webhook-tools.ts';

const receiver = await receiverForFile();
const app = await appForFile(quick);
const { admin, sql, user } = app;
const tools = new WebhookTools(app, receiver);
const integrations = ['integrations:read', 'integrations:write'];
const segments = '/api/marketing/segments';

/** The bodies that a webhook received up to `last`: earlier events were sent before it or skipped. */
async function arrivedUpTo({ path }: Registered, last: Json): Promise<Json[]> {
  await until(`the last event at ${path}`, () =>
    receiver.at(path).some(({ body }) => body.data.record._id === last._id),
  );
  return receiver
    .at(path)
    .map(({ body }) => body)
    .sort((one, next) => (one.timestamp < next.timestamp ? -1 : 1));
}
const described = (bodies: readonly Json[]) =>
  bodies.map(({ type, data }) => `${type} ${data.record.firstName ?? '-'}`);

/** The role that only this user has. */
async function roleOf({ userId }: Client): Promise<string> {
  const { roles } = (await admin.get(`/api/identity/users/${userId}`)).body;
  const [role] = (await admin.get(`/api/identity/roles?filter[name]=${roles[0]}`)).body.data;
  return `/api/identity/roles/${role._id}`;
}
async function changeRole(client: Client, values: Json): Promise<void> {
  const reply = await admin.patch(await roleOf(client), values);
  assert.equal(reply.status, 200, reply.text);
}

describe('a webhook delivers only what its owner may read', () => {
  it('of models, by the scopes of the owner', async () => {
    const seller = await user({ permissions: [...integrations, 'sales:read'] });
    const webhook = await tools.register(['*'], {}, seller);
    const all = await tools.register(['segment.created']);
    const segment = await admin.create(segments, { name: 'Not for sellers' });
    const last = await admin.create(contacts, { firstName: 'Ada' });
    assert.deepEqual(
      (await arrivedUpTo(webhook, last)).map(({ type }) => type).filter((type) => type !== 'webhook.created'),
      ['contact.created'],
    );
    await arrivedUpTo(all, segment);
    assert.deepEqual((await tools.log(webhook, '?filter[type]=segment.created', seller)).length, 0);
  });

  it('of events without a record, by the same scopes as the change feed', async () => {
    const [reader, outsider] = [
      await user({ permissions: [...integrations, 'sales:read', 'data:read'] }),
      await user({ permissions: [...integrations, 'sales:read'] }),
    ];
    const [readerHook, outsiderHook] = [
      await tools.register(['model.*', 'contact.created'], {}, reader),
      await tools.register(['model.*', 'contact.created'], {}, outsider),
    ];
    const field = { key: 'shoeSize', type: 'integer', label: 'Shoe size' };
    const made = await admin.post('/api/data/models/sales/contacts/fields', field);
    assert.equal(made.status, 201, made.text);
    const last = await admin.create(contacts, { firstName: 'Last' });
    assert.deepEqual(
      (await arrivedUpTo(readerHook, last)).map(({ type }) => type),
      ['model.updated', 'contact.created'],
    );
    assert.deepEqual(
      (await arrivedUpTo(outsiderHook, last)).map(({ type }) => type),
      ['contact.created'],
    );
  });

  it('with an :own scope, by the record owner after a change or before a deletion', async () => {
    const rep = await user({ permissions: [...integrations, 'sales:read:own', 'sales:write:own'] });
    const webhook = await tools.register(['contact.*'], {}, rep);
    const mine = await rep.create(contacts, { firstName: 'mine' });
    const other = await admin.create(contacts, { firstName: 'other' });
    const given = await admin.create(contacts, { firstName: 'given', ownerId: rep.userId });
    await admin.patch(`${contacts}/${given._id}`, { ownerId: admin.userId, firstName: 'taken away' });
    await admin.patch(`${contacts}/${other._id}`, { ownerId: rep.userId, firstName: 'handed over' });
    await admin.delete(`${contacts}/${given._id}`);
    await rep.delete(`${contacts}/${mine._id}`);
    const last = await rep.create(contacts, { firstName: 'last' });
    assert.deepEqual(described(await arrivedUpTo(webhook, last)), [
      'contact.created mine',
      'contact.created given',
      'contact.updated handed over',
      'contact.deleted -',
      'contact.created last',
    ]);
    assert.equal((await tools.log(webhook, '?limit=100', rep)).length, 5, 'a skipped event has no entry');
  });

  it('with a :team scope, of records of the team', async () => {
    const permissions = [...integrations, 'sales:read:team', 'sales:write:team'];
    const [lead, mate] = [await user({ permissions }), await user({ permissions })];
    const team = await admin.create('/api/identity/teams', { name: 'East' });
    for (const { userId } of [lead, mate]) await admin.create('/api/identity/teamUsers', { teamId: team._id, userId });
    const webhook = await tools.register(['contact.created'], {}, lead);
    await mate.create(contacts, { firstName: 'of a mate' });
    await admin.create(contacts, { firstName: 'of nobody there' });
    const last = await lead.create(contacts, { firstName: 'own' });
    assert.deepEqual(described(await arrivedUpTo(webhook, last)), ['contact.created of a mate', 'contact.created own']);
  });

  it('without fields that are hidden from the owner, also in large records', async () => {
    const clerk = await user({
      permissions: [...integrations, 'sales:read'],
      hiddenFields: { 'sales.contacts': ['phone', 'description'] },
    });
    const [webhook, all] = [
      await tools.register(['contact.created'], {}, clerk),
      await tools.register(['contact.created']),
    ];
    const description = 'x'.repeat(60_000);
    await admin.create(contacts, { firstName: 'small', phone: '+1 555 0100' });
    const last = await admin.create(contacts, { firstName: 'large', phone: '+1 555 0101', description });
    const [small, large] = await arrivedUpTo(webhook, last);
    for (const { data } of [small, large]) {
      assert.ok(!('phone' in data.record) && !('description' in data.record), JSON.stringify(data));
      assert.ok('email' in data.record && data.record.version === 1);
    }
    assert.equal((await arrivedUpTo(all, last)).at(-1)?.data.record.description, description);
    for (const { raw, headers } of receiver.at(webhook.path))
      assert.equal(headers['x-platform-signature'], signatureOf(webhook.secret, raw));
  });

  it('of changed models, without the names of fields that are hidden from the owner', async () => {
    const fields = '/api/data/models/sales/contacts/fields';
    await admin.create(fields, { key: 'ringSize', type: 'integer' });
    const owner = await user({
      permissions: [...integrations, 'sales:read', 'data:read'],
      hiddenFields: { 'sales.contacts': ['ringSize'] },
    });
    const webhook = await tools.register(['model.*', 'contact.created'], {}, owner);
    assert.equal((await admin.patch(`${fields}/ringSize`, { label: 'Size' })).status, 200);
    const bodies = await arrivedUpTo(webhook, await admin.create(contacts, { firstName: 'Ada' }));
    assert.equal(bodies.filter(({ type }) => type === 'model.updated').length, 1);
    assert.doesNotMatch(JSON.stringify(bodies), /ringSize/);
  });

  it('on every attempt, with the current permissions', async () => {
    const seller = await user({ permissions: [...integrations, 'sales:read'] });
    const webhook = await tools.register(['contact.created'], {}, seller);
    tools.answer(webhook, 500);
    const contact = await admin.create(contacts, { firstName: 'Ada', phone: '+1 555 0102' });
    const [entry] = await tools.settled(webhook, 'failed', 1, seller);
    const sent = receiver.at(webhook.path).length;
    assert.equal(receiver.at(webhook.path)[0]?.body.data.record.phone, '+1 555 0102');
    const again = () => seller.post(`${webhooks}/${webhook._id}/retry/${entry._id}`, {});

    // A field that has become hidden is omitted.
    await changeRole(seller, { hiddenFields: { 'sales.contacts': ['phone'] } });
    assert.equal((await again()).status, 202);
    await until('another attempt', () => receiver.at(webhook.path).length === sent + 1);
    const { record } = receiver.at(webhook.path)[sent]?.body.data ?? {};
    assert.deepEqual([record._id, 'phone' in record], [contact._id, false]);
    await tools.settled(webhook, 'failed', 1, seller);

    // An event that can no longer be read is not sent.
    tools.well(webhook);
    await changeRole(seller, { permissions: [...integrations, 'sales:read:own'] });
    assert.equal((await again()).status, 202);
    const refused = await until('the refusal', async () => {
      const [now] = await tools.log(webhook, '', seller);
      return now.status === 'failed' && now.attemptCount === entry.attemptCount + 2 && now;
    });
    assert.equal(refused.attempts.at(-1).error, 'It was not sent: the owner of the webhook may not read this event.');
    assert.equal(receiver.at(webhook.path).length, sent + 1);

    await changeRole(seller, { permissions: [...integrations, 'sales:read'] });
    assert.equal((await again()).status, 202);
    await tools.settled(webhook, 'delivered', 1, seller);
    assert.equal(receiver.at(webhook.path).length, sent + 2);
  });

  it('also in deliveries that are queued for a failing receiver', async () => {
    const seller = await user({ permissions: [...integrations, 'sales:read'] });
    const webhook = await tools.register(['contact.created'], {}, seller);
    tools.answer(webhook, 500);
    await admin.create(contacts, { firstName: 'first' });
    await tools.settled(webhook, 'failed', 1, seller);
    await changeRole(seller, { permissions: [...integrations, 'sales:read:own'] });
    await admin.create(contacts, { firstName: 'not own' });
    const last = await admin.create(contacts, { firstName: 'own', ownerId: seller.userId });
    await tools.settled(webhook, 'failed', 2, seller);
    assert.deepEqual(
      new Set(described(await arrivedUpTo(webhook, last))),
      new Set(['contact.created first', 'contact.created own']),
    );
  });
});

describe('the delivery log', () => {
  const oneOf = async (client: Client, webhook: Json, delivery: Json) =>
    (await client.get(`${webhooks}/${webhook._id}/deliveries/${delivery._id}`)).body;

  it('shows sent and answered bodies only to readers of the event', async () => {
    const webhook = await tools.register(['contact.created']);
    tools.answer(webhook, 200, 'I got Ada, +1 555 0103', { 'x-echo': 'Ada' });
    await admin.create(contacts, { firstName: 'Ada', phone: '+1 555 0103' });
    const [entry] = await tools.settled(webhook, 'delivered');
    const reader = await user({ permissions: ['integrations:read', 'sales:read'] });
    assert.match((await oneOf(reader, webhook, entry)).body, /555 0103/);
    assert.equal((await tools.log(webhook, '', reader))[0].attempts[0].responseBody, 'I got Ada, +1 555 0103');
    const limited = [
      await user({ permissions: ['integrations:read'] }),
      await user({ permissions: ['integrations:read', 'marketing:read'] }),
      await user({ permissions: ['integrations:read', 'sales:read:own'] }),
      await user({ permissions: ['integrations:read', 'sales:read'], hiddenFields: { 'sales.contacts': ['phone'] } }),
    ];
    for (const client of limited) {
      const reply = await client.get(`${webhooks}/${webhook._id}/deliveries/${entry._id}`);
      assert.equal(reply.status, 200, reply.text);
      assert.deepEqual([reply.body.body, reply.body.detailsHidden, reply.body.status], [null, true, 'delivered']);
      const list = await client.get(`${webhooks}/${webhook._id}/deliveries`);
      assert.equal(list.body.data[0].detailsHidden, true);
      assert.deepEqual(list.body.data[0].attempts[0].responseStatus, 200);
      for (const { text } of [reply, list]) assert.doesNotMatch(text, /Ada|555/);
    }
  });

  it('shows the sent bytes to an owner with hidden fields', async () => {
    const clerk = await user({
      permissions: [...integrations, 'sales:read'],
      hiddenFields: { 'sales.contacts': ['phone'] },
    });
    const webhook = await tools.register(['contact.created'], {}, clerk);
    await admin.create(contacts, { firstName: 'Ada', phone: '+1 555 0104' });
    const [entry] = await tools.settled(webhook, 'delivered', 1, clerk);
    for (const client of [clerk, admin])
      assert.equal((await oneOf(client, webhook, entry)).body, receiver.at(webhook.path)[0]?.raw.toString());
  });

  it('shows security events only with identity:admin', async () => {
    const webhook = await tools.register(['security.signInFailed']);
    await app.anonymous.post('/api/identity/auth/login', {
      email: 'admin@example.com',
      password: 'not this one',
      accountKey: 'default',
    });
    const [entry] = await tools.settled(webhook, 'delivered');
    assert.match((await oneOf(admin, webhook, entry)).body, /signInFailed/);
    for (const permissions of [['*:read'], ['*:read', '*:write']]) {
      const viewer = await user({ permissions });
      const shown = await oneOf(viewer, webhook, entry);
      assert.deepEqual([shown.body, shown.detailsHidden], [null, true]);
      assert.equal((await tools.log(webhook, '', viewer))[0].attempts[0].responseBody, null);
    }
  });

  it('answers with at most 8 MB, also for a single delivery', async () => {
    const webhook = await tools.register(['contact.created']);
    await Promise.all(Array.from({ length: 12 }, (_, n) => admin.create(contacts, { firstName: `${n}` })));
    const entries = await tools.settled(webhook, 'delivered', 12);
    // Simulates 100 manual retries of each.
    await sql(
      `update webhook_deliveries set attempts = (
         select jsonb_agg(attempts->0 || jsonb_build_object('responseBody', repeat(chr(1), 16384), 'durationMs', n))
         from generate_series(1, 100) n) where webhook_id = $1`,
      [webhook._id],
    );
    const list = (query: string) => admin.get(`${webhooks}/${webhook._id}/deliveries${query}`);
    const refused = await list('?limit=12');
    assert.deepEqual([refused.status, refused.body.error.details[0].field], [400, 'limit']);
    assert.match(refused.body.error.message, /8 MB/);
    const some = await list('?limit=3');
    assert.equal(some.status, 200);
    const one = await admin.get(`${webhooks}/${webhook._id}/deliveries/${entries[0]._id}`);
    for (const reply of [some, one]) assert.ok(Buffer.byteLength(reply.text) <= 8_000_000);
    const { attempts } = one.body;
    assert.equal(attempts.length, 100);
    const answers = attempts.map(({ responseBody }: Json) => responseBody !== null);
    assert.deepEqual(answers, [...Array(90).fill(false), ...Array(10).fill(true)], 'the latest answers are shown');
  });
});
