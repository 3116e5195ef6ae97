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

// All of a PostgreSQL feels a transaction that stays open, so this one is nobody else's.
const stage = await Stage.forFile({ ownCluster: true });
const sink = await Sink.forFile();
const server = await stage.start({ LOG_LEVEL: 'warn' });
const admin = await stage.admin(server);
const tenantId = await stage.tenantId();
await register(admin, sink, '/hook');

const query = 'filter[type]=contact.created';

/** Somebody who asks for the next page again and again. */
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

/** A write whose transaction stays open: the id of its event, and how to end it. */
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
  it('is told of in its place by every reader, once, and nothing written meanwhile is lost or doubled', async (t) => {
    const { meta } = (await admin.get('/api/data/changes?since=now')).body;
    await using poller = new Poller(admin, meta.nextCursor);
    await using live = await EventReader.open(admin, `?since=${meta.nextCursor}&${query}`);

    await admin.create(contacts, { lastName: 'Before' });
    await sink.arrived(1);
    const began = Date.now();
    const late = await writeLate();
    const lateAndUndone = await writeLate();
    let meanwhile = 0;
    while (Date.now() - began < scale.lateMs) {
      // Others that commit a little late come and go.
      const { end } = await writeLate();
      await admin.create(contacts, { lastName: `Meanwhile ${meanwhile}` });
      await sleep(Math.random() * 50);
      await end('commit');
      meanwhile += 2;
    }
    assert.equal(poller.ids.length, 1, 'something was told before what belongs before it');
    assert.equal(live.events.length, 1);
    assert.equal(sink.received.length, 1);

    await lateAndUndone.end('rollback');
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
      `${Date.now() - began} ms open, ${meanwhile} events meanwhile; all were told live ${lag} ms after the commit`,
    );
  });
});
