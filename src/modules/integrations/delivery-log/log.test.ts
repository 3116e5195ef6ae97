import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { describe, it } from 'node:test';
import { invalid, nobody, refused } from '#test/expect.ts';
import { appForFile, type Json } from '#test/harness.ts';
import { until } from '#test/process.ts';
import { receiverForFile } from '#test/receiver.ts';
import { contacts, quick, type Registered, WebhookTools, webhooks } from '#test/webhook-tools.ts';

const receiver = await receiverForFile();
const app = await appForFile(quick);
const { admin, events, sql, tenant } = app;
const tools = new WebhookTools(app, receiver);
const other = await tenant();
const deliveriesOf = ({ _id }: Json, rest = '') => `${webhooks}/${_id}/deliveries${rest}`;
const retry = (webhook: Json, delivery: string) => admin.post(`${webhooks}/${webhook._id}/retry/${delivery}`, {});
const iso = (text: string) => assert.equal(new Date(text).toISOString(), text);

const contact = (firstName = 'Ada'): Promise<Json> => admin.create(contacts, { firstName });

/** A webhook with one delivery, which has failed finally. */
async function withFailure(): Promise<[Registered, Json]> {
  const webhook = await tools.register(['contact.created']);
  tools.answer(webhook, 500, 'broken');
  await contact();
  const [entry] = await tools.settled(webhook, 'failed');
  await admin.patch(`${webhooks}/${webhook._id}`, { events: ['invoice.paid'] });
  return [webhook, entry];
}

describe('the delivery log', () => {
  it('has an entry for each delivery, with all of its attempts', async () => {
    const webhook = await tools.register(['contact.created']);
    tools.react(webhook, (_arrival, response) => {
      if (receiver.at(webhook.path).length === 1) response.socket?.destroy();
      else response.writeHead(202, { 'x-seen': 'yes' }).end('taken');
    });
    const { _id } = await contact();
    const [entry] = await tools.settled(webhook, 'delivered');
    const [event] = await events(_id);
    const { attempts, createdAt, finishedAt, ...rest } = entry;
    assert.match(entry._id, /^[0-9a-f-]{36}$/);
    assert.deepEqual(rest, {
      _id: entry._id,
      webhookId: webhook._id,
      type: 'contact.created',
      status: 'delivered',
      event: { id: event?.id, type: 'contact.created', timestamp: event?.occurred_at.toISOString() },
      attemptCount: 2,
      nextAttemptAt: null,
    });
    for (const time of [createdAt, finishedAt, ...attempts.map(({ at }: Json) => at)]) iso(time);
    const [first, second] = attempts;
    const error = 'The connection was closed before the answer was complete.';
    const { at, durationMs, ...failure } = first;
    assert.deepEqual(failure, { responseStatus: null, responseHeaders: null, responseBody: null, error });
    assert.ok(durationMs > 0);
    assert.deepEqual([second.responseStatus, second.responseBody, second.error], [202, 'taken', null]);
    assert.equal(second.responseHeaders['x-seen'], 'yes');
    assert.ok(second.at >= at);
  });

  it('shows one delivery with the body that was sent', async () => {
    const webhook = await tools.register(['contact.*']);
    const { _id } = await contact();
    await tools.settled(webhook, 'delivered');
    await admin.delete(`${contacts}/${_id}`);
    const entries = await tools.settled(webhook, 'delivered', 2);
    const arrivals = new Map(receiver.at(webhook.path).map((arrival) => [arrival.body.id, arrival.raw.toString()]));
    for (const entry of entries) {
      const reply = await admin.get(deliveriesOf(webhook, `/${entry._id}`));
      assert.equal(reply.status, 200, reply.text);
      const { body, ...rest } = reply.body;
      assert.deepEqual(rest, entry);
      assert.equal(body, arrivals.get(entry.event.id));
    }
    assert.equal((await admin.get(deliveriesOf(webhook, `/${entries[0]._id.toUpperCase()}`))).status, 200);
  });

  it('has pages, newest first', async () => {
    const webhook = await tools.register(['contact.created']);
    for (let n = 0; n < 5; n += 1) await contact(`${n}`);
    const all = (await tools.settled(webhook, 'delivered', 5)).reverse();
    const byOccurrence = all.map(({ event }) => event.timestamp);
    assert.deepEqual(byOccurrence.toSorted().reverse(), byOccurrence);
    const page = async (query: string) => (await admin.get(deliveriesOf(webhook, query))).body;
    const second = await page('?page=2&limit=2');
    assert.deepEqual(second.data, all.slice(2, 4));
    const { nextCursor, ...meta } = second.meta;
    assert.deepEqual(meta, { page: 2, limit: 2, total: 5, totalExact: true, totalPages: 3, hasMore: true });
    const last = await page(`?limit=2&cursor=${nextCursor}`);
    assert.deepEqual(last.data, all.slice(4));
    assert.deepEqual([last.meta.hasMore, last.meta.nextCursor, last.meta.total], [false, null, 5]);
    const defaultPage = await page('');
    assert.deepEqual([defaultPage.data, defaultPage.meta.limit, defaultPage.meta.page], [all, 20, 1]);
  });

  it('has the total on a page after the last as well', async () => {
    const webhook = await tools.register(['contact.created']);
    for (let n = 0; n < 3; n += 1) await contact(`${n}`);
    await tools.settled(webhook, 'delivered', 3);
    const { data, meta } = (await admin.get(deliveriesOf(webhook, '?page=9&limit=2'))).body;
    assert.deepEqual([data, meta.total, meta.totalPages, meta.hasMore], [[], 3, 2, false]);
  });

  it('can be filtered by status, type and event', async () => {
    const webhook = await tools.register(['contact.*']);
    tools.react(webhook, ({ body }, response) => {
      response.writeHead(body.type === 'contact.updated' ? 500 : 200).end();
    });
    const { _id } = await contact();
    await admin.patch(`${contacts}/${_id}`, { firstName: 'Grace' });
    await admin.delete(`${contacts}/${_id}`);
    await until('three that ended', async () => {
      const entries = await tools.log(webhook);
      return entries.length === 3 && entries.every(({ finishedAt }) => finishedAt !== null);
    });
    const types = async (query: string) => (await tools.log(webhook, `?${query}`)).map(({ type }) => type).sort();
    assert.deepEqual(await types('filter[status]=failed'), ['contact.updated']);
    assert.deepEqual(await types('filter[status]=delivered'), ['contact.created', 'contact.deleted']);
    assert.equal((await types('filter[status]=delivered,failed')).length, 3);
    assert.deepEqual(await types('filter[status]=pending,retrying,delivering'), []);
    assert.deepEqual(await types('filter[type]=contact.deleted'), ['contact.deleted']);
    assert.deepEqual(await types('filter[type]=contact.deleted,contact.created&filter[status]=failed'), []);
    assert.deepEqual(await types('filter[type]=nothing.happened'), []);
    const [event] = await events(_id);
    assert.deepEqual(await types(`filter[eventId]=${event?.id}`), ['contact.created']);
    assert.deepEqual(await types(`filter[eventId]=${event?.id.toUpperCase()}`), ['contact.created']);
    assert.deepEqual(await types(`filter[eventId]=${nobody}`), []);
    const { body } = await admin.get(deliveriesOf(webhook, '?filter[status]=delivered&limit=1'));
    assert.deepEqual([body.meta.total, body.meta.totalPages, body.meta.hasMore], [2, 2, true]);
  });

  it('refuses unknown and invalid parameters, and names them', async () => {
    const webhook = await tools.register(['invoice.paid']);
    const bad: [string, string][] = [
      ['filter[status]=lost', 'filter[status]'],
      ['filter[status]=', 'filter[status]'],
      ['filter[nope]=1', 'filter[nope]'],
      ['nope=1', 'nope'],
      ['page=0', 'page'],
      ['page=x', 'page'],
      ['limit=0', 'limit'],
      ['limit=201', 'limit'],
      ['limit=1.5', 'limit'],
      ['cursor=nonsense', 'cursor'],
      [`page=1&cursor=${Buffer.from(nobody).toString('base64url')}`, 'cursor'],
    ];
    for (const [query, field] of bad) {
      refused(await admin.get(deliveriesOf(webhook, `?${query}`)), 400, 'bad_request', field);
    }
  });

  it('belongs to one webhook, and its entries are 404 under any other', async () => {
    const [webhook, entry] = await withFailure();
    const neighbour = await tools.register(['invoice.paid']);
    const theirs = await tools.register(['invoice.paid'], {}, other);
    assert.deepEqual(await tools.log(neighbour), []);
    for (const id of [entry._id, nobody, 'nonsense']) {
      const cases: [Json, typeof admin][] = [
        [neighbour, admin],
        [theirs, other],
        [webhook, other],
      ];
      for (const [{ _id }, client] of cases) {
        refused(await client.get(`${webhooks}/${_id}/deliveries/${id}`), 404, 'not_found');
        refused(await client.post(`${webhooks}/${_id}/retry/${id}`, {}), 404, 'not_found');
      }
    }
    for (const id of [nobody, 'nonsense']) {
      refused(await admin.get(deliveriesOf(webhook, `/${id}`)), 404, 'not_found');
      refused(await retry(webhook, id), 404, 'not_found');
    }
    assert.equal((await tools.log(webhook))[0].attemptCount, 5);
  });
});

describe('a manual retry', () => {
  it('makes exactly one new attempt for a failed delivery', async () => {
    const [webhook, entry] = await withFailure();
    const reply = await retry(webhook, entry._id);
    assert.equal(reply.status, 202, reply.text);
    assert.deepEqual([reply.body._id, reply.body.status, reply.body.attemptCount], [entry._id, 'pending', 5]);
    await receiver.received(webhook.path, 6);
    const [again] = await tools.settled(webhook, 'failed');
    assert.equal(again.attemptCount, 6);
    assert.equal(again.nextAttemptAt, null);
    tools.well(webhook);
    await retry(webhook, entry._id);
    const [delivered] = await tools.settled(webhook, 'delivered');
    assert.equal(delivered.attemptCount, 7);
    const arrivals = receiver.at(webhook.path);
    assert.equal(arrivals.length, 7);
    for (const { raw } of arrivals) assert.deepEqual(raw, arrivals[0]?.raw);
  });

  it('is refused while the delivery is being sent, and once it is delivered', async () => {
    const webhook = await tools.register(['contact.created']);
    const openResponses: ServerResponse[] = [];
    tools.react(webhook, (_arrival, response) => openResponses.push(response));
    await contact();
    await until('the request', () => openResponses.length === 1);
    const [entry] = await tools.log(webhook);
    assert.equal(entry.status, 'delivering');
    refused(await retry(webhook, entry._id), 409, 'conflict');
    openResponses[0]?.end();
    await tools.settled(webhook, 'delivered');
    refused(await retry(webhook, entry._id), 409, 'conflict');
    assert.equal(receiver.at(webhook.path).length, 1);
  });

  it('is refused while the delivery is pending, and while the webhook is paused', async () => {
    const [webhook, entry] = await withFailure();
    await admin.patch(`${webhooks}/${webhook._id}`, { active: false });
    const reply = await retry(webhook, entry._id);
    refused(reply, 409, 'conflict');
    assert.match(reply.body.error.message, /paused/);
    await sql(`update webhook_deliveries set status = 'pending', next_at = now() where id = $1`, [entry._id]);
    refused(await retry(webhook, entry._id), 409, 'conflict');
    assert.equal(receiver.at(webhook.path).length, 5);
  });

  it('makes the next attempt of a retrying delivery at once', async () => {
    const webhook = await tools.register(['contact.created']);
    tools.answer(webhook, 500);
    await contact();
    const [entry] = await tools.settled(webhook, 'failed');
    await sql(
      `update webhook_deliveries set status = 'retrying', tries = 1, next_at = now() + interval '1 hour', finished_at = null
       where id = $1`,
      [entry._id],
    );
    tools.well(webhook);
    assert.equal((await retry(webhook, entry._id)).status, 202);
    await tools.settled(webhook, 'delivered');
  });

  it('accepts no body and no parameters', async () => {
    const [webhook, entry] = await withFailure();
    const path = `${webhooks}/${webhook._id}/retry/${entry._id}`;
    invalid(await admin.post(path, { now: true }), { now: 'unknown_field' });
    refused(await admin.post(`${path}?now=1`, {}), 400, 'bad_request');
    assert.equal((await admin.post(`${path}?dryRun=true`, {})).status, 202);
    assert.equal((await tools.log(webhook))[0].attemptCount, 5);
  });
});

describe('recovering', () => {
  const recover = (webhook: Json, body: Json) => admin.post(`${webhooks}/${webhook._id}/recover`, body);

  it('sends all deliveries again that failed since a time, with the full retry schedule', async () => {
    const webhook = await tools.register(['contact.created']);
    tools.answer(webhook, 500);
    for (const name of ['One', 'Two', 'Three']) await contact(name);
    const [first, second] = await tools.settled(webhook, 'failed', 3);
    await sql(`update webhook_deliveries set event_at = event_at - interval '1 day' where id = $1`, [first._id]);
    assert.deepEqual((await recover(webhook, { since: second.event.timestamp })).body, { recovered: 2 });
    const entries = await tools.settled(webhook, 'failed', 3);
    assert.deepEqual(
      entries.map(({ attemptCount }) => attemptCount),
      [5, 10, 10],
    );
    tools.well(webhook);
    const reply = await recover(webhook, { since: second.event.timestamp });
    assert.deepEqual([reply.status, reply.body], [202, { recovered: 2 }]);
    const delivered = await until('both', async () => {
      const found = await tools.log(webhook, '?filter[status]=delivered');
      return found.length === 2 && found;
    });
    assert.ok(delivered.every(({ attemptCount }) => attemptCount === 11));
    assert.deepEqual((await recover(webhook, { since: second.event.timestamp })).body, { recovered: 0 });
    await sql('update webhook_deliveries set event_at = e.occurred_at from events e where e.id = event_id');
  });

  it('needs a time, and a webhook that is not paused', async () => {
    const webhook = await tools.register(['invoice.paid']);
    invalid(await recover(webhook, {}), { since: 'required' });
    invalid(await recover(webhook, { since: 5 }), { since: 'invalid_type' });
    for (const since of ['', 'yesterday', '2026-13-01', '2026-01-31Tnoon', '31.01.2026', '2026-02-30']) {
      invalid(await recover(webhook, { since }), { since: 'invalid_format' });
    }
    assert.equal((await recover(webhook, { since: '2026-01-31' })).status, 202);
    assert.equal((await recover(webhook, { since: '2026-01-31T09:00:00+02:00' })).status, 202);
    await admin.patch(`${webhooks}/${webhook._id}`, { active: false });
    refused(await recover(webhook, { since: '2026-01-31' }), 409, 'conflict');
  });
});
