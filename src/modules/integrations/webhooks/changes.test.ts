import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { describe, it } from 'node:test';
import { types } from '#test/expect.ts';
import { appForFile, type Json } from '#test/harness.ts';
import { Mailbox } from '#test/mailbox.ts';
import { until } from '#test/process.ts';
import { receiverForFile } from '#test/receiver.ts';
import { contacts, quick, WebhookTools, webhooks } from '#test/webhook-tools.ts';

const mailbox = new Mailbox();
const receiver = await receiverForFile();
const app = await appForFile({ ...quick, ...mailbox.env });
const { admin, events } = app;
const tools = new WebhookTools(app, receiver);

const get = async ({ _id }: Json): Promise<Json> => (await admin.get(`${webhooks}/${_id}`)).body;

describe('a webhook whose receiver answers 410', () => {
  it('is paused with the reason, its admins get a mail, and missed events are sent when it is active again', async () => {
    const webhook = await tools.register(['contact.created']);
    tools.answer(webhook, 410);
    await admin.create(contacts, { firstName: 'Ada' });
    const paused = await until('the pause', async () => {
      const now = await get(webhook);
      return !now.active && now;
    });
    assert.equal(paused.pausedReason, 'The receiver answered 410 (Gone): it asks for no more deliveries.');
    assert.ok(Math.abs(Date.parse(paused.pausedAt) - Date.now()) < 60_000);
    assert.equal(paused.updatedBy, null);
    assert.deepEqual(types(await events(webhook._id)), ['webhook.created', 'webhook.updated']);
    const mail = await until('the mail', () =>
      mailbox.all('admin@example.com').find(({ subject }) => /receiver is gone/.test(subject)),
    );
    assert.match(mail.text, /410 \(Gone\)/);
    const [entry] = await tools.log(webhook);
    assert.equal(entry?.attempts[0].responseStatus, 410);
    tools.well(webhook);
    await admin.patch(`${webhooks}/${webhook._id}`, { active: true });
    await tools.settled(webhook, 'delivered');
    assert.equal((await get(webhook)).pausedReason, null);
  });

  it('is not paused when its address was changed before the answer came', async () => {
    const webhook = await tools.register(['contact.created']);
    const openResponses: ServerResponse[] = [];
    tools.react(webhook, (_arrival, response) => openResponses.push(response));
    await admin.create(contacts, { firstName: 'Ada' });
    await until('the delivery', () => openResponses.length === 1);
    const elsewhere = tools.newPath();
    await admin.patch(`${webhooks}/${webhook._id}`, { url: receiver.url(elsewhere) });
    openResponses[0]?.writeHead(410).end();
    await receiver.received(elsewhere);
    await tools.settled(webhook, 'delivered');
    assert.equal((await get(webhook)).active, true);
  });
});

describe('a webhook with types that match no event', () => {
  const url = 'https://example.com/hook';
  const codes = ({ body }: { body: Json }): string[] | undefined =>
    body.warnings?.map(({ field, code }: Json) => `${field} ${code}`);

  it('is accepted with a warning for each type, when it is created and when it is changed', async () => {
    const good = [
      'contact.created',
      'contact.*',
      '*.deleted',
      '*',
      'contact.cr*',
      'contact.restored',
      'import.completed',
    ];
    assert.equal(
      codes(await admin.post(webhooks, { url, events: [...good, 'tenant.suspended', 'model.*'] })),
      undefined,
    );
    const made = await admin.post(webhooks, { url, events: ['contact.craeted', 'contact.created', 'invoice.paid'] });
    assert.equal(made.status, 201);
    assert.equal(typeof made.body.secret, 'string');
    assert.deepEqual(codes(made), ['events unknown_event_type', 'events unknown_event_type']);
    assert.match(made.body.warnings[0].message, /"contact\.craeted".*GET \/api\/integrations\/event-types/);
    const path = `${webhooks}/${made.body._id}`;
    assert.equal('warnings' in (await admin.get(path)).body, false);
    assert.equal(codes(await admin.patch(path, { description: 'x' })), undefined);
    for (const method of ['PATCH', 'PUT']) {
      const reply = await admin.request(method, path, { events: ['nothing.*'] });
      assert.equal(reply.status, 200, reply.text);
      assert.deepEqual(codes(reply), ['events unknown_event_type']);
      assert.deepEqual(reply.body.secret, { set: true });
    }
    assert.equal(codes(await admin.patch(path, { events: ['contact.updated'] })), undefined);
    const dry = await admin.post(`${webhooks}?dryRun=true`, { url, events: ['nothing.*'] });
    assert.deepEqual(codes(dry), ['events unknown_event_type']);
  });

  it('gets no warning for types of a custom model', async () => {
    const events = ['vessel.created'];
    const { body } = await admin.post(webhooks, { url, events });
    assert.equal(body.warnings.length, 1);
    await admin.create('/api/data/models', { moduleKey: 'inventory', slug: 'vessels', fields: [] });
    assert.equal(codes(await admin.post(webhooks, { url, events })), undefined);
  });
});

describe('a restore', () => {
  async function restored(): Promise<Json> {
    const record = await admin.create(contacts, { firstName: 'Back', email: 'back@example.com' });
    await admin.delete(`${contacts}/${record._id}`);
    return (await admin.post(`${contacts}/${record._id}/restore`, {})).body;
  }
  const about = (path: string, record: Json) =>
    receiver
      .at(path)
      .map(({ body }) => body)
      .filter(({ data }) => data.record._id === record._id);

  it('has its own type in events, feed and history', async () => {
    const record = await restored();
    assert.deepEqual(types(await events(record._id)), ['contact.created', 'contact.deleted', 'contact.restored']);
    // The feed waits for open transactions, including those of other tests in the same cluster.
    const change: Json = await until('the restore in the feed', async () => {
      const feed = await admin.get('/api/data/changes?filter[type]=contact.restored&limit=1000');
      return feed.body.data.find(({ recordId }: Json) => recordId === record._id);
    });
    assert.deepEqual([change.type, change.action, change.version], ['contact.restored', 'restored', record.version]);
    const [newest] = (await admin.get(`${contacts}/${record._id}/history`)).body.data;
    assert.deepEqual([newest.action, newest.version], ['restored', record.version]);
  });

  it('is delivered as restored to webhooks for that type, and as created with restored: true to webhooks for created', async () => {
    const restorations = await tools.register(['contact.restored']);
    const all = await tools.register(['contact.*']);
    const creations = await tools.register(['contact.created']);
    const wild = await tools.register(['*.created']);
    const deletions = await tools.register(['contact.deleted']);
    const record = await restored();
    await receiver.received(deletions.path);
    const delivered = async ({ path }: { path: string }, count: number) => {
      await until(`${count} deliveries`, () => about(path, record).length === count);
      return about(path, record)
        .sort((a, b) => a.timestamp.localeCompare(b.timestamp))
        .map(({ type, restored }) => [type, restored]);
    };
    assert.deepEqual(await delivered(restorations, 1), [['contact.restored', undefined]]);
    const own = [
      ['contact.created', undefined],
      ['contact.deleted', undefined],
      ['contact.restored', undefined],
    ];
    assert.deepEqual(await delivered(all, 3), own);
    const marked = [
      ['contact.created', undefined],
      ['contact.created', true],
    ];
    assert.deepEqual(await delivered(creations, 2), marked);
    assert.deepEqual(await delivered(wild, 2), marked);
    assert.deepEqual(await delivered(deletions, 1), [['contact.deleted', undefined]]);
    const last = about(creations.path, record).find((body) => body.restored);
    assert.deepEqual(last.data.record, record);
    const entry = (await tools.log(creations)).find(({ event }) => event.id === last.id);
    assert.equal(entry?.type, 'contact.created');
    const logged = (await admin.get(`${webhooks}/${creations._id}/deliveries/${entry?._id}`)).body;
    assert.deepEqual(JSON.parse(logged.body), last);
  });

  it('is sent with the same bytes on every attempt', async () => {
    const webhook = await tools.register(['contact.created']);
    let refusals = 2;
    tools.react(webhook, ({ body }, response) => {
      if (body.restored && refusals > 0) {
        refusals -= 1;
        response.writeHead(500);
      }
      response.end();
    });
    await restored();
    await tools.settled(webhook, 'delivered', 2);
    const sent = receiver.at(webhook.path).filter(({ body }) => body.restored);
    assert.equal(sent.length, 3);
    assert.equal(new Set(sent.map(({ raw }) => raw.toString())).size, 1);
  });

  it('is in the list of event types', async () => {
    const { data } = (await admin.get('/api/integrations/event-types?filter[type]=contact.*')).body;
    assert.deepEqual(
      data.map(({ type }: Json) => type),
      ['contact.created', 'contact.updated', 'contact.deleted', 'contact.restored'],
    );
  });
});

describe('the delivery of an update', () => {
  const updates = (path: string): Json[] =>
    receiver
      .at(path)
      .map(({ body }) => body)
      .filter(({ type }) => type.endsWith('.updated'));

  it('contains the previous values of the changed fields only', async () => {
    const webhook = await tools.register(['opportunity.*']);
    const path = '/api/sales/opportunities';
    const made = await admin.post(path, '{"name":"D","value":12345678901234567890.12,"tags":["a"]}');
    await admin.patch(`${path}/${made.body._id}`, { name: 'E', value: 1, tags: ['a'], stage: null, nextStep: 'call' });
    await until('the update', () => updates(webhook.path).length === 1);
    const [body] = updates(webhook.path);
    // The status and the expected value follow.
    const { value, stage, statusId, stageChangedAt, expectedValue } = made.body;
    const followed = { stage, statusId, stageChangedAt, expectedValue };
    assert.deepEqual(body?.data.previous, { name: 'D', value, nextStep: null, ...followed });
    const raw = receiver
      .at(webhook.path)
      .find((arrival) => arrival.body.type === 'opportunity.updated')
      ?.raw.toString();
    assert.match(raw ?? '', /"previous":\{"name":"D","value":12345678901234567890\.12,/);
    await admin.delete(`${path}/${made.body._id}`);
    await receiver.received(webhook.path, 3);
    for (const { body: other } of receiver.at(webhook.path))
      assert.equal('previous' in other.data, other.type === 'opportunity.updated');
  });

  it('is the same on every attempt, in the log, and for a large record', async () => {
    const webhook = await tools.register(['contact.updated']);
    tools.answer(webhook, 500);
    const description = 'x'.repeat(60_000);
    const record = await admin.create(contacts, { firstName: 'Large', description });
    await admin.patch(`${contacts}/${record._id}`, { description: 'short' });
    const [entry] = await tools.settled(webhook, 'failed');
    const sent = receiver.at(webhook.path);
    assert.equal(sent.length, 5);
    assert.equal(new Set(sent.map(({ raw }) => raw.toString())).size, 1);
    assert.deepEqual(sent[0]?.body.data.previous, { description });
    const logged = (await admin.get(`${webhooks}/${webhook._id}/deliveries/${entry?._id}`)).body;
    assert.equal(logged.body, sent[0]?.raw.toString());
  });

  it('leaves out fields that the owner of the webhook may not read', async () => {
    const owner = await app.user({
      permissions: ['integrations:*', 'sales:*'],
      hiddenFields: { 'sales.contacts': ['phone'] },
    });
    const webhook = await tools.register(['contact.updated'], {}, owner);
    const record = await admin.create(contacts, { firstName: 'A', phone: '+1 202 555 0100' });
    await admin.patch(`${contacts}/${record._id}`, { firstName: 'B', phone: '+1 202 555 0101' });
    await receiver.received(webhook.path);
    assert.deepEqual(updates(webhook.path)[0]?.data.previous, { firstName: 'A', name: 'A' });
    const text = receiver.at(webhook.path)[0]?.raw.toString() ?? '';
    assert.ok(!text.includes('202 555'), text);
  });

  it('contains no secrets', async () => {
    const webhook = await tools.register(['setting.updated']);
    const setting = await admin.create('/api/ui/settings', { key: 'former', secretValue: 'hush' });
    await admin.patch(`/api/ui/settings/${setting._id}`, { secretValue: 'quiet' });
    await receiver.received(webhook.path);
    assert.deepEqual(updates(webhook.path)[0]?.data.previous, {});
  });
});
