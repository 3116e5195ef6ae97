import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { describe, it } from 'node:test';
import { types } from '#test/expect.ts';
import { appForFile, type Json } from '#test/harness.ts';
import { until } from '#test/process.ts';
import { receiverForFile } from '#test/receiver.ts';
import { contacts, quick, type Registered, WebhookTools, webhooks } from '#test/webhook-tools.ts';

const receiver = await receiverForFile();
const app = await appForFile(quick);
const { admin, events, sql } = app;
const tools = new WebhookTools(app, receiver);
/** This webhook gets all events, so it shows when the other webhooks could have got them. */
const witness = await tools.register(['contact.*', 'segment.*']);

const change = async ({ _id }: Json, values: Json): Promise<Json> => {
  const reply = await admin.patch(`${webhooks}/${_id}`, values);
  assert.equal(reply.status, 200, reply.text);
  return reply.body;
};
const pause = (webhook: Json) => change(webhook, { active: false });
const resume = (webhook: Json) => change(webhook, { active: true });

/** Creates contacts and waits until the witness has received their events. */
async function createContacts(...names: string[]): Promise<Json[]> {
  const made: Json[] = [];
  for (const firstName of names) made.push(await admin.create(contacts, { firstName }));
  await until('the witness to receive them', () => {
    const received = new Set(receiver.at(witness.path).map(({ body }) => body.data.record._id));
    return made.every(({ _id }) => received.has(_id));
  });
  return made;
}

const namesAt = ({ path }: Registered): string[] => receiver.at(path).map(({ body }) => body.data.record.firstName);

describe('a paused webhook', () => {
  it('has pausedAt until it is resumed', async () => {
    const webhook = await tools.register(['invoice.paid']);
    const paused = await pause(webhook);
    assert.deepEqual([paused.active, paused.pausedReason], [false, null]);
    assert.ok(Math.abs(Date.parse(paused.pausedAt) - Date.now()) < 60_000);
    assert.equal((await change(webhook, { description: 'still' })).pausedAt, paused.pausedAt);
    assert.equal((await pause(webhook)).pausedAt, paused.pausedAt);
    assert.deepEqual([(await resume(webhook)).pausedAt, (await tools.stats(webhook)).active], [null, true]);
    const createdPaused = await tools.register(['invoice.paid'], { active: false });
    assert.notEqual(createdPaused.pausedAt, null);
  });

  it('receives nothing; events of the pause are sent once and in order when it is resumed', async () => {
    const webhook = await tools.register(['contact.created']);
    await createContacts('before');
    await tools.settled(webhook, 'delivered');
    await pause(webhook);
    const names = Array.from({ length: 12 }, (_, n) => `meanwhile ${n}`);
    const made = await createContacts(...names);
    assert.deepEqual(namesAt(webhook), ['before']);
    assert.equal((await tools.log(webhook)).length, 1);
    await resume(webhook);
    const entries = await tools.settled(webhook, 'delivered', 13);
    const stored = await Promise.all(made.map(async ({ _id }) => (await events(_id))[0]?.id));
    assert.deepEqual(
      entries.slice(1).map(({ event }) => event.id),
      stored,
    );
    assert.ok(entries.every(({ attemptCount }) => attemptCount === 1));
    await createContacts('after');
    await tools.settled(webhook, 'delivered', 14);
    assert.deepEqual(namesAt(webhook).toSorted(), ['before', ...names, 'after'].toSorted());
    const startTimes = entries.map(({ attempts }) => attempts[0].at);
    assert.deepEqual(startTimes, startTimes.toSorted(), 'the oldest event is sent first');
  });

  it('gets no retries either', async () => {
    const webhook = await tools.register(['contact.created']);
    tools.answer(webhook, 500);
    await createContacts('waiting');
    const [entry] = await tools.settled(webhook, 'failed');
    const count = receiver.at(webhook.path).length;
    await pause(webhook);
    await sql(
      `update webhook_deliveries set status = 'retrying', tries = 2, next_at = now() - interval '1 hour', finished_at = null
       where id = $1`,
      [entry._id],
    );
    tools.well(webhook);
    await createContacts('meanwhile', 'and then');
    await app.app.services.db.query(`select pg_notify('atrium_webhooks', id::text) from tenants`);
    await createContacts('even later');
    assert.equal(receiver.at(webhook.path).length, count);
    const [waiting] = await tools.log(webhook);
    assert.equal(waiting.status, 'retrying');
    await resume(webhook);
    const entries = await tools.settled(webhook, 'delivered', 4);
    assert.deepEqual(
      entries.map(({ attemptCount }) => attemptCount),
      [6, 1, 1, 1],
    );
    assert.deepEqual(namesAt(webhook).slice(count).toSorted(), ['and then', 'even later', 'meanwhile', 'waiting']);
  });

  it('finishes the attempt in progress', async () => {
    const webhook = await tools.register(['contact.created']);
    const openResponses: ServerResponse[] = [];
    tools.react(webhook, (_arrival, response) => openResponses.push(response));
    await createContacts('under way');
    await until('the request', () => openResponses.length === 1);
    await pause(webhook);
    openResponses[0]?.end('thanks');
    const [entry] = await tools.settled(webhook, 'delivered');
    assert.equal(entry.attempts[0].responseBody, 'thanks');
  });

  it('receives only events of the last 72 hours when it is resumed', async () => {
    const webhook = await tools.register(['contact.created']);
    await pause(webhook);
    const [old, young] = await createContacts('too old', 'young enough');
    // Simulates that it was paused four days ago.
    await sql(`update webhook_endpoints set read_at = now() - interval '97 hours' where webhook_id = $1`, [
      webhook._id,
    ]);
    const shift = `update events set occurred_at = occurred_at - $2::interval where record_id = $1`;
    await sql(shift, [old?._id, '73 hours']);
    await sql(shift, [young?._id, '71 hours']);
    await resume(webhook);
    await createContacts('now');
    await tools.settled(webhook, 'delivered', 2);
    assert.deepEqual(namesAt(webhook).toSorted(), ['now', 'young enough']);
  });

  it('fails deliveries that waited for more than 72 hours, with the reason', async () => {
    const webhook = await tools.register(['contact.created']);
    tools.answer(webhook, 500);
    await createContacts('one', 'two');
    const [one, two] = await tools.settled(webhook, 'failed', 2);
    await pause(webhook);
    const wait = `update webhook_deliveries set status = 'retrying', tries = 1, next_at = now() - $2::interval,
      finished_at = null where id = $1`;
    await sql(wait, [one._id, '73 hours']);
    await sql(wait, [two._id, '71 hours']);
    tools.well(webhook);
    const count = receiver.at(webhook.path).length;
    await resume(webhook);
    const entries = await until('the younger one', async () => {
      const found = (await tools.log(webhook)).reverse();
      return found[1].status === 'delivered' && found;
    });
    assert.equal(entries[0].status, 'failed');
    assert.equal(entries[0].nextAttemptAt, null);
    assert.equal(entries[0].attempts.at(-1).error, 'It was not sent: the webhook was paused for more than 72 hours.');
    assert.deepEqual(namesAt(webhook).slice(count), ['two']);
    assert.equal((await admin.post(`${webhooks}/${webhook._id}/retry/${one._id}`, {})).status, 202);
    await tools.settled(webhook, 'delivered', 2);
  });
});

describe('a webhook that is changed', () => {
  it('receives deliveries at its new address at once', async () => {
    const webhook = await tools.register(['contact.created']);
    tools.answer(webhook, 500);
    await createContacts('moved');
    await receiver.received(webhook.path);
    const path = tools.newPath();
    await change(webhook, { url: receiver.url(path) });
    const [arrival] = await receiver.received(path);
    assert.equal(arrival?.body.data.record.firstName, 'moved');
    const [entry] = await tools.settled(webhook, 'delivered');
    assert.ok(entry.attemptCount > 1);
    await createContacts('later');
    await tools.settled(webhook, 'delivered', 2);
    assert.ok(!namesAt(webhook).includes('later'));
  });

  it('receives the types of its new patterns', async () => {
    const webhook = await tools.register(['contact.created']);
    const [first] = await createContacts('first');
    await tools.settled(webhook, 'delivered');
    await change(webhook, { events: ['contact.deleted'] });
    const [second] = await createContacts('second');
    await admin.delete(`${contacts}/${second?._id}`);
    await admin.delete(`${contacts}/${first?._id}`);
    const entries = await tools.settled(webhook, 'delivered', 3);
    assert.deepEqual(types(entries as never), ['contact.created', 'contact.deleted', 'contact.deleted']);
  });

  it('is removed with its deliveries when it is deleted, and receives nothing more', async () => {
    const webhook = await tools.register(['contact.created']);
    tools.answer(webhook, 500);
    await createContacts('never delivered');
    await receiver.received(webhook.path);
    assert.equal((await admin.delete(`${webhooks}/${webhook._id}`)).status, 204);
    const count = receiver.at(webhook.path).length;
    for (const table of ['webhook_endpoints', 'webhook_parcels', 'webhook_deliveries'])
      assert.deepEqual(await sql(`select from ${table} where webhook_id = $1`, [webhook._id]), []);
    assert.equal((await admin.get(`${webhooks}/${webhook._id}/deliveries`)).status, 404);
    await createContacts('after', 'and later');
    // One request may have been in progress when the webhook was paused.
    assert.ok(receiver.at(webhook.path).length <= count + 1);
    assert.ok(!namesAt(webhook).includes('after'));
    assert.deepEqual(types(await events(webhook._id)), ['webhook.created', 'webhook.deleted']);
    assert.equal((await admin.post(`${webhooks}/${webhook._id}/restore`, {})).status >= 400, true);
    assert.deepEqual(await sql(`select from webhook_deliveries where webhook_id = $1`, [webhook._id]), []);
  });

  it('is removed with its deliveries when it is deleted in bulk', async () => {
    const some = [await tools.register(['contact.created']), await tools.register(['contact.created'])];
    await createContacts('for all');
    for (const webhook of some) await tools.settled(webhook, 'delivered');
    const operations = some.map(({ _id }) => ({ op: 'delete', _id }));
    assert.equal((await admin.post(`${webhooks}/bulk`, { operations })).status, 200);
    const ids = some.map(({ _id }) => _id);
    for (const table of ['webhook_endpoints', 'webhook_parcels', 'webhook_deliveries'])
      assert.deepEqual(await sql(`select from ${table} where webhook_id = any($1)`, [ids]), []);
  });
});
