import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { afterEach, describe, it } from 'node:test';
import { refused } from '#test/expect.ts';
import { appForFile, type Json } from '#test/harness.ts';
import { until } from '#test/process.ts';
import { type Arrival, receiverForFile } from '#test/receiver.ts';
import { contacts, type Registered, WebhookTools, webhooks } from '#test/webhook-tools.ts';

/** Maximum number of concurrent requests to one webhook. */
const maxAtOnce = 32;
const interrupted = 'The process that was delivering it ended before the result was known.';

const receiver = await receiverForFile();
const app = await appForFile({
  WEBHOOK_ALLOW_PRIVATE: 'true',
  // The times are long, so that requests without an answer do not time out, and retries happen only when a test
  // triggers them.
  WEBHOOK_TIMEOUT: '60s',
  WEBHOOK_RETRY_DELAYS: '1h,1h',
});
const { admin, sql, tenant } = app;
const tools = new WebhookTools(app, receiver);
const other = await tenant();
/** This webhook gets events that no other webhook here subscribes to. */
const witness = await tools.register(['segment.created']);

/** A request without an answer. */
interface Held {
  readonly arrival: Arrival;
  readonly response: ServerResponse;
}

const registered: Registered[] = [];
const unanswered: Held[] = [];

afterEach(async () => {
  for (const { response } of unanswered.splice(0)) response.destroy();
  for (const { _id } of registered.splice(0)) await admin.delete(`${webhooks}/${_id}`);
});

const answer = ({ response }: Held, status = 200, body = ''): void => {
  response.writeHead(status).end(body);
};

/** Registers a webhook whose receiver does not answer: any request, or those that `which` selects. */
async function registerHeld(
  events = ['contact.created'],
  which: (arrival: Arrival) => boolean = () => true,
): Promise<[Registered, Held[]]> {
  const webhook = await tools.register(events);
  registered.push(webhook);
  // A node releases unsent deliveries when it is notified of a change, so earlier notifications must arrive first.
  await awaitEarlierResults();
  const held: Held[] = [];
  tools.react(webhook, (arrival, response) => {
    if (!which(arrival)) response.end('ok');
    else {
      held.push({ arrival, response });
      unanswered.push({ arrival, response });
    }
  });
  return [webhook, held];
}

const contact = (firstName = 'Ada', more: Json = {}): Promise<Json> => admin.create(contacts, { firstName, ...more });

/** Creates contacts in one transaction, so that their events are matched together. */
async function together(...names: string[]): Promise<Json[]> {
  const operations = names.map((firstName) => ({ op: 'create', record: { firstName } }));
  const reply = await admin.post(`${contacts}/bulk`, { operations });
  assert.equal(reply.status, 200, reply.text);
  return reply.body.results.map(({ record }: Json) => record);
}

const numbered = (count: number): string[] => Array.from({ length: count }, (_, n) => `Contact ${n}`);

const eventsOf = async (records: readonly Json[]): Promise<string[]> =>
  (
    await sql<{ id: string }>('select id from events where record_id = any($1) order by xid, seq', [
      records.map(({ _id }) => _id),
    ])
  ).map(({ id }) => id);

/** Waits until `count` requests have no answer, and `packed` deliveries are in parcels. */
async function inFlight(webhook: Registered, held: readonly Held[], count: number, packed = count): Promise<void> {
  await until(
    `${count} requests without an answer, of ${packed} deliveries`,
    async () => held.length === count && (await tools.stats(webhook)).deliveries.delivering === packed,
  );
  assert.equal((await rows(webhook)).length, 0);
}

const rows = ({ _id }: Json): Promise<Json[]> =>
  sql('select * from webhook_deliveries where webhook_id = $1 order by id', [_id]);
const parcels = ({ _id }: Json): Promise<Json[]> => sql('select * from webhook_parcels where webhook_id = $1', [_id]);
const noParcels = (webhook: Json): Promise<unknown> =>
  until('the parcels to be deleted', async () => (await parcels(webhook)).length === 0);

const one = async ({ _id }: Json, delivery: string): Promise<Json> => {
  const reply = await admin.get(`${webhooks}/${_id}/deliveries/${delivery}`);
  assert.equal(reply.status, 200, reply.text);
  return reply.body;
};
const retry = ({ _id }: Json, delivery: string) => admin.post(`${webhooks}/${_id}/retry/${delivery}`, {});
const change = async ({ _id }: Json, values: Json): Promise<void> => {
  const reply = await admin.patch(`${webhooks}/${_id}`, values);
  assert.equal(reply.status, 200, reply.text);
};
const pause = (webhook: Json) => change(webhook, { active: false });
const resume = (webhook: Json) => change(webhook, { active: true });

const idsAt = ({ path }: Registered): unknown[] =>
  receiver.at(path).map(({ headers }) => headers['x-platform-delivery']);
const eventsAt = ({ path }: Registered): string[] => receiver.at(path).map(({ body }) => body.id);

let segmentCount = 0;
/** Waits for one more delivery: results are written in the order of the answers, so all earlier results are written then. */
async function awaitEarlierResults(): Promise<void> {
  segmentCount += 1;
  await admin.create('/api/marketing/segments', { name: `Segment ${segmentCount}` });
  await tools.settled(witness, 'delivered', segmentCount);
}

/** Expires the lease of the parcels, as if their node had stopped. */
async function expireLease({ _id }: Json): Promise<void> {
  const touched = await sql(
    `update webhook_parcels set until = now() - interval '1 second' where webhook_id = $1 returning 1`,
    [_id],
  );
  assert.equal(touched.length, 1);
}

describe('a delivery that waits for its first answer', () => {
  it('is shown as delivering in the log, and has no row yet', async () => {
    const [webhook, held] = await registerHeld();
    const record = await contact();
    await inFlight(webhook, held, 1);
    const log = await tools.log(webhook);
    assert.equal(log.length, 1);
    const [{ _id, createdAt, ...rest }] = log;
    const [eventId] = await eventsOf([record]);
    const timestamp = held[0]?.arrival.body.timestamp;
    assert.deepEqual(rest, {
      webhookId: webhook._id,
      type: 'contact.created',
      status: 'delivering',
      event: { id: eventId, type: 'contact.created', timestamp },
      attemptCount: 0,
      attempts: [],
      nextAttemptAt: null,
      finishedAt: null,
    });
    assert.equal(_id, held[0]?.arrival.headers['x-platform-delivery']);
    assert.equal(new Date(createdAt).toISOString(), createdAt);
    const [parcel, ...others] = await parcels(webhook);
    assert.deepEqual(others, []);
    assert.equal(parcel.size, 1);
    assert.deepEqual(
      parcel.entries.map((entry: Json) => [entry.id, entry.event_id, entry.type]),
      [[_id, eventId, 'contact.created']],
    );
  });

  it('is shown with the bytes that are sent, also for a deletion', async () => {
    const [webhook, held] = await registerHeld(['contact.*']);
    const { _id } = await contact('Grüße', { description: 'a "quoted"\nline' });
    await inFlight(webhook, held, 1);
    await admin.delete(`${contacts}/${_id}`);
    await inFlight(webhook, held, 2);
    const entries = (await tools.log(webhook)).reverse();
    assert.deepEqual(
      entries.map(({ type }) => type),
      ['contact.created', 'contact.deleted'],
    );
    for (const [n, entry] of entries.entries()) {
      const { body, ...rest } = await one(webhook, entry._id);
      assert.deepEqual(rest, entry);
      assert.equal(body, held[n]?.arrival.raw.toString());
    }
  });

  it('can be filtered by status, type and event', async () => {
    const [webhook, held] = await registerHeld(['contact.*']);
    const record = await contact();
    await inFlight(webhook, held, 1);
    await admin.delete(`${contacts}/${record._id}`);
    await inFlight(webhook, held, 2);
    const [created, deleted] = await eventsOf([record]);
    const found = async (query: string) => (await tools.log(webhook, `?${query}`)).map(({ event }) => event.id);
    assert.deepEqual(await found('filter[status]=delivering'), [deleted, created]);
    assert.deepEqual(await found('filter[status]=pending,retrying,delivered,failed'), []);
    assert.deepEqual(await found('filter[type]=contact.deleted'), [deleted]);
    assert.deepEqual(await found('filter[type]=contact.updated'), []);
    assert.deepEqual(await found(`filter[eventId]=${created}`), [created]);
    assert.deepEqual(await found(`filter[eventId]=${created}&filter[type]=contact.deleted`), []);
    answer(held[0] as Held);
    await until('the first to be delivered', async () => (await rows(webhook)).length === 1);
    assert.deepEqual(await found('filter[status]=delivering'), [deleted]);
    assert.deepEqual(await found('filter[status]=delivered'), [created]);
    assert.deepEqual(await found('filter[status]=delivering,delivered'), [deleted, created]);
  });

  it('has its position in the pages of the log, among finished deliveries', async () => {
    const open = ['1', '3', '5', '6'];
    const [webhook, held] = await registerHeld(['contact.created'], ({ body }) =>
      open.includes(body.data.record.firstName),
    );
    const records = await together('0', '1', '2', '3');
    for (const name of ['4', '5', '6']) records.push(await contact(name));
    await until('three to have ended', async () => (await rows(webhook)).length === 3 && held.length === 4);
    const newestFirst = (await eventsOf(records)).reverse();
    const page = async (query: string) => {
      const { data, meta } = (await admin.get(`${webhooks}/${webhook._id}/deliveries?${query}`)).body;
      return {
        events: data.map(({ event }: Json) => event.id),
        statuses: data.map(({ status }: Json) => status),
        meta,
      };
    };
    const firstPage = await page('limit=200');
    assert.deepEqual(firstPage.events, newestFirst);
    assert.deepEqual(
      firstPage.statuses,
      ['6', '5', '4', '3', '2', '1', '0'].map((name) => (open.includes(name) ? 'delivering' : 'delivered')),
    );
    for (const limit of [1, 2, 3, 7]) {
      const pages = Math.ceil(7 / limit);
      const byNumber: string[] = [];
      for (let n = 1; n <= pages; n += 1) {
        const { events, meta } = await page(`limit=${limit}&page=${n}`);
        assert.deepEqual([meta.total, meta.totalPages, meta.hasMore], [7, pages, n < pages]);
        byNumber.push(...events);
      }
      assert.deepEqual(byNumber, newestFirst);
    }
    // Open deliveries finish while a client reads the pages.
    const first = await page('limit=2');
    const second = await page(`limit=2&cursor=${first.meta.nextCursor}`);
    for (const one of held) answer(one);
    await tools.settled(webhook, 'delivered', 7);
    const third = await page(`limit=2&cursor=${second.meta.nextCursor}`);
    const last = await page(`limit=2&cursor=${third.meta.nextCursor}`);
    assert.equal(last.meta.nextCursor, null);
    const read = [first, second, third, last];
    assert.deepEqual(
      read.flatMap(({ events }) => events),
      newestFirst,
    );
    assert.deepEqual(
      read.flatMap(({ statuses }) => statuses),
      ['delivering', 'delivering', 'delivered', 'delivering', 'delivered', 'delivered', 'delivered'],
    );
  });

  it('is counted in the statistics', async () => {
    const [webhook, held] = await registerHeld();
    const none = { total: 0, pending: 0, delivering: 0, retrying: 0, delivered: 0, failed: 0 };
    assert.deepEqual((await tools.stats(webhook)).deliveries, none);
    await together('one', 'two');
    await inFlight(webhook, held, 2);
    const { deliveries, attempts, lastDeliveredAt, failingSince } = await tools.stats(webhook);
    assert.deepEqual(deliveries, { ...none, total: 2, delivering: 2 });
    assert.deepEqual([attempts, lastDeliveredAt, failingSince], [0, null, null]);
    answer(held[0] as Held);
    const after = await until('one to be delivered', async () => {
      const found = await tools.stats(webhook);
      return found.deliveries.delivered === 1 && found;
    });
    assert.deepEqual(after.deliveries, { ...none, total: 2, delivering: 1, delivered: 1 });
    assert.equal(after.attempts, 1);
  });

  it('is found without an anti join over the log, which would be slow with outdated planner statistics', async () => {
    const [webhook, held] = await registerHeld();
    await contact();
    await inFlight(webhook, held, 1);
    const plan = await sql<Json>(
      'explain select * from webhook_delivery_log d where d.tenant_id = 1 and d.webhook_id = $1 order by d.id desc limit 20',
      [webhook._id],
    );
    const text = plan.map((line) => line['QUERY PLAN']).join('\n');
    assert.match(text, /SubPlan/);
    assert.doesNotMatch(text, /Anti Join/);
    answer(held[0] as Held);
    await tools.settled(webhook, 'delivered');
  });

  it('cannot be retried manually', async () => {
    const [webhook, held] = await registerHeld();
    await contact();
    await inFlight(webhook, held, 1);
    const [before] = await tools.log(webhook);
    const reply = await retry(webhook, before._id);
    refused(reply, 409, 'conflict');
    assert.match(reply.body.error.message, /being sent/);
    assert.deepEqual(await tools.log(webhook), [before]);
    answer(held[0] as Held);
    const [after] = await tools.settled(webhook, 'delivered');
    assert.equal(after._id, before._id);
    assert.deepEqual(idsAt(webhook), [before._id]);
  });
});

describe('the first result of a delivery', () => {
  it('creates its row, and the last one of a parcel deletes the parcel', async () => {
    const [webhook, held] = await registerHeld();
    await together('one', 'two');
    await inFlight(webhook, held, 2);
    const open = await tools.log(webhook);
    assert.equal((await parcels(webhook)).length, 1);
    answer(held[0] as Held, 200, 'first');
    const [row] = await until('a row', async () => {
      const found = await rows(webhook);
      return found.length > 0 && found;
    });
    assert.equal(row.id, held[0]?.arrival.headers['x-platform-delivery']);
    assert.deepEqual([row.status, row.tries, row.claim, row.next_at], ['delivered', 1, null, null]);
    assert.equal((await parcels(webhook)).length, 1);
    answer(held[1] as Held, 201, 'second');
    const entries = await tools.settled(webhook, 'delivered', 2);
    assert.deepEqual(await parcels(webhook), []);
    assert.equal((await rows(webhook)).length, 2);
    for (const entry of entries) {
      const { createdAt, attempts, finishedAt, attemptCount } = entry;
      assert.equal(createdAt, open.find(({ _id }) => _id === entry._id)?.createdAt);
      assert.ok(createdAt <= finishedAt, `${createdAt} is after ${finishedAt}`);
      assert.deepEqual([attemptCount, attempts.length], [1, 1]);
    }
    const answers = new Map(entries.map(({ _id, attempts }) => [_id, [attempts[0].responseStatus, attempts[0].error]]));
    const expected = [200, 201].map((status, n) => [held[n]?.arrival.headers['x-platform-delivery'], [status, null]]);
    assert.deepEqual(answers, new Map(expected as [string, Json][]));
  });

  it('schedules a retry from the row when it is a failure', async () => {
    const [webhook, held] = await registerHeld();
    const record = await contact();
    await inFlight(webhook, held, 1);
    const [{ _id }] = await tools.log(webhook);
    answer(held[0] as Held, 500, 'not now');
    const [first] = await tools.settled(webhook, 'retrying');
    assert.deepEqual([first._id, first.attemptCount, first.finishedAt], [_id, 1, null]);
    assert.deepEqual([first.attempts[0].responseStatus, first.attempts[0].responseBody], [500, 'not now']);
    const waitMs = Date.parse(first.nextAttemptAt) - Date.now();
    assert.ok(waitMs > 55 * 60_000 && waitMs <= 60 * 60_000, `${waitMs} ms until the next attempt`);
    const [row] = await rows(webhook);
    assert.deepEqual([row.tries, row.claim, row.attempts.length], [1, null, 1]);
    assert.deepEqual(await parcels(webhook), []);
    assert.notEqual((await tools.stats(webhook)).failingSince, null);

    assert.equal((await retry(webhook, _id)).status, 202);
    await until('the second request', () => held.length === 2);
    const [claimed] = await rows(webhook);
    assert.deepEqual([claimed.id, claimed.status, claimed.tries], [_id, 'delivering', 1]);
    assert.notEqual(claimed.claim, null);
    assert.deepEqual(await parcels(webhook), []);
    assert.equal((await tools.log(webhook)).length, 1);
    answer(held[1] as Held, 503);
    const second = await until('the second failure', async () => {
      const [entry] = await tools.log(webhook);
      return entry.attemptCount === 2 && entry;
    });
    assert.deepEqual([second._id, second.status, (await rows(webhook))[0].tries], [_id, 'retrying', 2]);

    assert.equal((await retry(webhook, _id)).status, 202);
    await until('the third request', () => held.length === 3);
    answer(held[2] as Held, 204);
    const [last] = await tools.settled(webhook, 'delivered');
    assert.deepEqual(
      last.attempts.map(({ responseStatus }: Json) => responseStatus),
      [500, 503, 204],
    );
    assert.equal(last.createdAt, first.createdAt);
    assert.deepEqual(idsAt(webhook), [_id, _id, _id]);
    const [eventId] = await eventsOf([record]);
    for (const { raw, body, headers } of receiver.at(webhook.path)) {
      assert.deepEqual(raw, held[0]?.arrival.raw);
      assert.deepEqual([body.id, headers['webhook-id']], [eventId, eventId]);
    }
    assert.equal((await one(webhook, _id)).body, held[0]?.arrival.raw.toString());
    assert.equal((await tools.stats(webhook)).failingSince, null);
  });

  it('is written for a record of any size, which arrives completely and once', async () => {
    const [webhook, held] = await registerHeld();
    const records: Json[] = [];
    // Each letter has two bytes. The sizes are below and above the limit of what a node keeps in memory until it is
    // sent.
    for (const length of [10, 15_000, 17_000, 90_000])
      records.push(await contact('Large', { description: 'ü'.repeat(length) }));
    await inFlight(webhook, held, 4);
    for (const { arrival } of held) {
      const id = arrival.headers['x-platform-delivery'] as string;
      assert.equal((await one(webhook, id)).body, arrival.raw.toString());
    }
    for (const one of held) answer(one);
    await tools.settled(webhook, 'delivered', 4);
    await awaitEarlierResults();
    const arrivals = receiver.at(webhook.path);
    assert.equal(arrivals.length, 4);
    assert.deepEqual(
      new Map(arrivals.map(({ body }) => [body.data.record._id, body.data.record])),
      new Map(records.map((record) => [record._id, record])),
    );
    assert.deepEqual(await parcels(webhook), []);
  });
});

describe('a webhook with deliveries in flight', () => {
  it('leaves no rows behind when it is deleted, whatever the answers are', async () => {
    const [webhook, held] = await registerHeld();
    await together(...numbered(40));
    await inFlight(webhook, held, maxAtOnce, 40);
    const assertNoRows = async () => {
      for (const table of ['webhook_endpoints', 'webhook_parcels', 'webhook_deliveries'])
        assert.deepEqual(await sql(`select * from ${table} where webhook_id = $1`, [webhook._id]), [], table);
    };
    assert.equal((await admin.delete(`${webhooks}/${webhook._id}`)).status, 204);
    await assertNoRows();
    await awaitEarlierResults();
    await assertNoRows();
    for (const [n, one] of held.entries()) answer(one, n % 2 === 0 ? 200 : 500);
    await awaitEarlierResults();
    await awaitEarlierResults();
    await assertNoRows();
    assert.equal(receiver.at(webhook.path).length, maxAtOnce);
    assert.equal((await admin.get(`${webhooks}/${webhook._id}/deliveries`)).status, 404);
  });

  it('leaves no rows behind when it is deleted while they fail', async () => {
    for (let round = 0; round < 8; round += 1) {
      const [webhook, held] = await registerHeld();
      await contact();
      await inFlight(webhook, held, 1);
      // Run both at once, so that the result is written while the webhook is deleted.
      answer(held[0] as Held, 500);
      assert.equal((await admin.delete(`${webhooks}/${webhook._id}`)).status, 204);
      await awaitEarlierResults();
      for (const table of ['webhook_endpoints', 'webhook_parcels', 'webhook_deliveries'])
        assert.deepEqual(await sql(`select * from ${table} where webhook_id = $1`, [webhook._id]), [], table);
      assert.equal(receiver.at(webhook.path).length, 1);
    }
  });

  it('finishes them when it is paused, and sends the waiting ones once when it is resumed', async () => {
    const [webhook, held] = await registerHeld();
    const records = await together(...numbered(60));
    await inFlight(webhook, held, maxAtOnce, 60);
    const counts = async () => {
      const { total, delivering, pending, delivered } = (await tools.stats(webhook)).deliveries;
      return { total, delivering, pending, delivered };
    };
    const counted = (delivering: number, pending: number, delivered: number) =>
      until(`${delivering} delivering, ${pending} pending, ${delivered} delivered`, async () => {
        const now = await counts();
        assert.equal(now.total, 60);
        return now.delivering === delivering && now.pending === pending && now.delivered === delivered;
      });
    await pause(webhook);
    await counted(32, 28, 0);
    const waiting = await tools.log(webhook, '?filter[status]=pending&limit=200');
    assert.ok(waiting.every(({ attemptCount, nextAttemptAt }) => attemptCount === 0 && nextAttemptAt !== null));
    for (const one of held) answer(one);
    await counted(0, 28, 32);
    await noParcels(webhook);
    // This makes every node read the webhooks again.
    await sql(`select pg_notify('atrium_webhooks', id::text) from tenants`);
    await awaitEarlierResults();
    await awaitEarlierResults();
    await counted(0, 28, 32);
    assert.equal(receiver.at(webhook.path).length, maxAtOnce);

    tools.well(webhook);
    await resume(webhook);
    const entries = await tools.settled(webhook, 'delivered', 60);
    await awaitEarlierResults();
    assert.deepEqual(eventsAt(webhook).toSorted(), (await eventsOf(records)).toSorted());
    assert.deepEqual(idsAt(webhook).toSorted(), entries.map(({ _id }) => _id).toSorted());
    assert.ok(entries.every(({ attemptCount }) => attemptCount === 1));
    assert.deepEqual(await parcels(webhook), []);
  });

  it('neither repeats nor loses them when it is paused and resumed at once', async () => {
    const [webhook, held] = await registerHeld();
    const records = await together(...numbered(60));
    await inFlight(webhook, held, maxAtOnce, 60);
    await pause(webhook);
    await resume(webhook);
    tools.well(webhook);
    await awaitEarlierResults();
    for (const one of held) answer(one);
    await tools.settled(webhook, 'delivered', 60);
    await awaitEarlierResults();
    assert.deepEqual(eventsAt(webhook).toSorted(), (await eventsOf(records)).toSorted());
    assert.equal((await rows(webhook)).length, 60);
    assert.deepEqual(await parcels(webhook), []);
  });
});

describe('a parcel with an expired lease', () => {
  it('is unpacked: its deliveries are pending with the reason, and are sent again', async () => {
    const [webhook, held] = await registerHeld();
    await contact();
    await inFlight(webhook, held, 1);
    const [open] = await tools.log(webhook);
    await pause(webhook);
    await expireLease(webhook);
    const [waiting] = await tools.settled(webhook, 'pending');
    const [attempt, ...more] = waiting.attempts;
    assert.deepEqual(more, []);
    assert.deepEqual(
      [attempt.error, attempt.responseStatus, attempt.responseHeaders, attempt.responseBody],
      [interrupted, null, null, null],
    );
    assert.deepEqual([waiting._id, waiting.createdAt, waiting.finishedAt], [open._id, open.createdAt, null]);
    assert.notEqual(waiting.nextAttemptAt, null);
    assert.deepEqual(await parcels(webhook), []);
    const [row] = await rows(webhook);
    assert.deepEqual([row.tries, row.interruptions, row.claim], [0, 1, null]);

    tools.well(webhook);
    await resume(webhook);
    const [delivered] = await tools.settled(webhook, 'delivered');
    assert.deepEqual(delivered.attempts[0], attempt);
    assert.deepEqual([delivered.attemptCount, delivered.attempts[1].responseStatus], [2, 200]);
    // The first request fails late, which changes nothing.
    answer(held[0] as Held, 500, 'late');
    await awaitEarlierResults();
    assert.deepEqual(await tools.log(webhook), [delivered]);
    assert.equal((await tools.stats(webhook)).failingSince, null);
    assert.deepEqual(idsAt(webhook), [open._id, open._id]);
    const [first, second] = receiver.at(webhook.path);
    assert.deepEqual(first?.raw, second?.raw);
    assert.equal((await rows(webhook)).length, 1);
    assert.deepEqual(await parcels(webhook), []);
  });

  it('has its late results ignored, also successes', async () => {
    const [webhook, held] = await registerHeld();
    await contact();
    await inFlight(webhook, held, 1);
    tools.answer(webhook, 500, 'broken');
    await expireLease(webhook);
    const [retrying] = await tools.settled(webhook, 'retrying');
    assert.deepEqual(
      retrying.attempts.map(({ responseStatus, error }: Json) => [responseStatus, error]),
      [
        [null, interrupted],
        [500, 'The answer was 500.'],
      ],
    );
    answer(held[0] as Held, 200, 'late');
    await awaitEarlierResults();
    assert.deepEqual(await tools.log(webhook), [retrying]);
    assert.notEqual((await tools.stats(webhook)).failingSince, null);
    tools.well(webhook);
    assert.equal((await retry(webhook, retrying._id)).status, 202);
    const [delivered] = await tools.settled(webhook, 'delivered');
    assert.equal(delivered.attemptCount, 3);
    assert.equal(receiver.at(webhook.path).length, 3);
    assert.equal((await rows(webhook)).length, 1);
  });

  it('has its late results ignored while the second attempt is in progress', async () => {
    const [webhook, held] = await registerHeld();
    await contact();
    await inFlight(webhook, held, 1);
    await expireLease(webhook);
    await until('the second request', () => held.length === 2);
    const before = await tools.log(webhook);
    assert.deepEqual([before.length, before[0].status, before[0].attemptCount], [1, 'delivering', 1]);
    answer(held[0] as Held, 500, 'late');
    await awaitEarlierResults();
    assert.deepEqual(await tools.log(webhook), before);
    answer(held[1] as Held, 200, 'in time');
    const [delivered] = await tools.settled(webhook, 'delivered');
    assert.equal(delivered.attemptCount, 2);
    assert.equal(delivered.attempts[1].responseBody, 'in time');
    assert.equal(receiver.at(webhook.path).length, 2);
  });

  it('does not repeat its finished deliveries', async () => {
    const [webhook, held] = await registerHeld(
      ['contact.created'],
      ({ body }) => body.data.record.firstName === 'held',
    );
    const records = await together('answered', 'held');
    await until('one to have ended', async () => held.length === 1 && (await rows(webhook)).length === 1);
    const [parcel, ...others] = await parcels(webhook);
    assert.deepEqual([parcel.size, parcel.entries.length, others.length], [1, 2, 0]);
    const [finished] = await tools.log(webhook, '?filter[status]=delivered');
    tools.well(webhook);
    await expireLease(webhook);
    await noParcels(webhook);
    const [answered, repeated] = await tools.settled(webhook, 'delivered', 2);
    assert.deepEqual(answered, finished);
    assert.deepEqual(
      [answered.attemptCount, repeated.attemptCount, repeated.attempts[0].error, repeated.attempts[1].responseStatus],
      [1, 2, interrupted, 200],
    );
    answer(held[0] as Held);
    await awaitEarlierResults();
    assert.deepEqual((await tools.log(webhook)).reverse(), [answered, repeated]);
    const [first, second] = await eventsOf(records);
    assert.deepEqual(eventsAt(webhook).toSorted(), [first, second, second].toSorted());
    assert.deepEqual(
      (await rows(webhook)).map(({ event_id }) => event_id),
      [first, second],
    );
  });
});

describe('another tenant', () => {
  it('sees no delivery in progress', async () => {
    const [webhook, held] = await registerHeld();
    await contact();
    await inFlight(webhook, held, 1);
    const [{ _id }] = await tools.log(webhook);
    const theirs = await tools.register(['contact.created'], {}, other);
    const path = `${webhooks}/${webhook._id}`;
    for (const rest of ['deliveries', `deliveries/${_id}`, 'stats']) {
      refused(await other.get(`${path}/${rest}`), 404, 'not_found');
    }
    refused(await other.post(`${path}/retry/${_id}`, {}), 404, 'not_found');
    refused(await other.get(`${webhooks}/${theirs._id}/deliveries/${_id}`), 404, 'not_found');
    assert.deepEqual(await tools.log(theirs, '', other), []);
    assert.equal((await tools.stats(theirs, other)).deliveries.total, 0);

    const { db } = app.app.services;
    const count = `select (select count(*)::int from webhook_parcels) as parcels,
      (select count(*)::int from webhook_delivery_log where status = 'delivering') as open,
      (select count(*)::int from webhook_delivery_log where webhook_id = $1) as entries`;
    const idOf = async (accountKey: string): Promise<string> =>
      (await sql('select id from tenants where account_key = $1', [accountKey]))[0].id;
    const seenBy = async (accountKey: string) =>
      db.transaction(await idOf(accountKey), (tx) => tx.query(count, [webhook._id]));
    assert.deepEqual(await seenBy(admin.accountKey), [{ parcels: 1, open: 1, entries: 1 }]);
    const noRows = [{ parcels: 0, open: 0, entries: 0 }];
    assert.deepEqual(await seenBy(other.accountKey), noRows);
    assert.deepEqual(await db.query(count, [webhook._id]), noRows);
    answer(held[0] as Held);
    await tools.settled(webhook, 'delivered');
  });
});

describe('all tests above', () => {
  it('caused no deadlock', async () => {
    const [row] = await sql('select deadlocks::int from pg_stat_database where datname = current_database()');
    assert.equal(row.deadlocks, 0);
  });
});
