import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { describe, it } from 'node:test';
import { types } from './expect.ts';
import { appForFile, type Json } from './harness.ts';
import { Mailbox } from './mailbox.ts';
import { until } from './process.ts';
import { receiverForFile } from './receiver.ts';
import { contacts, quick, WebhookTools, webhooks } from './webhook-tools.ts';

const mailbox = new Mailbox();
const receiver = await receiverForFile();
const app = await appForFile({ ...quick, ...mailbox.env });
const { admin, events } = app;
const tools = new WebhookTools(app, receiver);

const get = async ({ _id }: Json): Promise<Json> => (await admin.get(`${webhooks}/${_id}`)).body;

describe('a webhook whose receiver answers 410', () => {
  it('is paused with the reason, its admins are told, and what it missed is sent when it is active again', async () => {
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
    const held: ServerResponse[] = [];
    tools.react(webhook, (_arrival, response) => held.push(response));
    await admin.create(contacts, { firstName: 'Ada' });
    await until('the delivery', () => held.length === 1);
    const elsewhere = tools.newPath();
    await admin.patch(`${webhooks}/${webhook._id}`, { url: receiver.url(elsewhere) });
    held[0]?.writeHead(410).end();
    await receiver.received(elsewhere);
    await tools.settled(webhook, 'delivered');
    assert.equal((await get(webhook)).active, true);
  });
});

describe('a webhook with types that match no event', () => {
  const url = 'https://example.com/hook';
  const codes = ({ body }: { body: Json }): string[] | undefined =>
    body.warnings?.map(({ field, code }: Json) => `${field} ${code}`);

  it('is accepted with a warning for each, when it is made and when they are changed', async () => {
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

  it('is not warned of a type of a model that the account made', async () => {
    const events = ['vessel.created'];
    const { body } = await admin.post(webhooks, { url, events });
    assert.equal(body.warnings.length, 1);
    await admin.create('/api/data/models', { moduleKey: 'inventory', slug: 'vessels', fields: [] });
    assert.equal(codes(await admin.post(webhooks, { url, events })), undefined);
  });
});
