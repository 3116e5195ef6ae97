import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { EventReader } from '../event-source.ts';
import type { Client } from '../harness.ts';
import { until } from '../process.ts';
import { scale } from './scale.ts';
import { Sink } from './sink.ts';
import { allDelivered, contacts, register, Stage } from './stage.ts';

// An open transaction affects the whole PostgreSQL cluster, so this file has its own.
const stage = await Stage.forFile({ ownCluster: true });
const sink = await Sink.forFile();
const server = await stage.start({ LOG_LEVEL: 'warn' });
const admin = await stage.admin(server);
const tenantId = await stage.tenantId();
await register(admin, sink, '/hook');

const query = 'filter[type]=contact.created';

/** Polls the feed page by page. */
class Poller implements AsyncDisposable {
  readonly ids: string[] = [];
  #polling = true;
  readonly #work: Promise<void>;

  constructor(client: Client, since: string) {
    this.#work = this.#poll(client, since);
  }

  async #poll(client: Client, since: string): Promise<void> {
    for (let next = since; this.#polling; ) {
      const reply = await client.get(`/api/data/changes?since=${next}&limit=7&${query}`);
      assert.equal(reply.status, 200, reply.text);
      this.ids.push(...reply.body.data.map(({ id }: { id: string }) => id));
      next = reply.body.meta.nextCursor;
      if (!reply.body.meta.hasMore) await sleep(20);
    }
  }

  end(): Promise<void> {
    this.#polling = false;
    return this.#work;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.end();
  }
}

/** Writes an event in a transaction that stays open; returns the event id and a function that ends the transaction. */
async function writeLate(): Promise<{ id: string; end(how: 'commit' | 'rollback'): Promise<void> }> {
  const client = await stage.connect();
  const id = randomUUID();
  await client.query('begin');
  await client.query(
    `insert into events (tenant_id, id, type, model, record_id, record)
     values ($1, $2, 'contact.created', 'sales.contacts', $3::uuid, json_build_object('_id', $3::text, 'version', 1))`,
    [tenantId, id, randomUUID()],
  );
  return {
    id,
    async end(how) {
      await client.query(how);
      await client.end();
    },
  };
}

describe('a transaction that commits late', () => {
  it('reaches every reader once and in order, and no later event is lost or repeated', async (t) => {
    const { meta } = (await admin.get('/api/data/changes?since=now')).body;
    await using poller = new Poller(admin, meta.nextCursor);
    await using live = await EventReader.open(admin, `?since=${meta.nextCursor}&${query}`);

    await admin.create(contacts, { lastName: 'Before' });
    await sink.arrived(1);
    const startedAt = Date.now();
    const late = await writeLate();
    const lateAndRolledBack = await writeLate();
    let meanwhile = 0;
    while (Date.now() - startedAt < scale.lateMs) {
      // Write other transactions that commit a little late.
      const { end } = await writeLate();
      await admin.create(contacts, { lastName: `Meanwhile ${meanwhile}` });
      await sleep(Math.random() * 50);
      await end('commit');
      meanwhile += 2;
    }
    assert.equal(poller.ids.length, 1, 'an event was delivered before an earlier one');
    assert.equal(live.events.length, 1);
    assert.equal(sink.received.length, 1);

    await lateAndRolledBack.end('rollback');
    await late.end('commit');
    const ended = Date.now();
    const rows = await stage.sql<{ id: string }>(
      `select id from events where type = 'contact.created' order by xid, seq`,
    );
    const events = rows.map(({ id }) => id);
    assert.equal(events.length, meanwhile + 2);
    assert.equal(events[1], late.id);
    await until('the live reader', () => live.events.length >= events.length);
    const lag = Date.now() - ended;
    await until('the reader of pages', () => poller.ids.length >= events.length);
    await sink.arrived(events.length);
    await allDelivered(stage, events.length);
    await poller.end();
    assert.deepEqual(poller.ids, events);
    assert.deepEqual(
      live.events.map(({ data }) => data.id),
      events,
    );
    assert.deepEqual(sink.received.map(({ eventId }) => eventId).sort(), [...events].sort());
    assert.deepEqual(sink.unverified, []);
    t.diagnostic(
      `${Date.now() - startedAt} ms open, ${meanwhile} events meanwhile; the live feed had all ${lag} ms after the commit`,
    );
  });
});
