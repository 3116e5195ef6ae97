import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import type pg from 'pg';
import pino from 'pino';
import { startEmbedded } from '#db/embedded/cluster.ts';
import { asAdmin, type Cluster, startCluster, testConfig } from '#test/cluster.ts';
import { Client, type Json, startApp } from '#test/harness.ts';
import { until } from '#test/process.ts';
import { Receiver } from '#test/receiver.ts';
import { contacts, quick, WebhookTools } from '#test/webhook-tools.ts';
import { createApp } from '../app.ts';
import type { ConnectionSettings } from './connection.ts';
import { prepareDatabase } from './prepare.ts';

const changes = '/api/data/changes';
const appPassword = 'test-app-role';
const folder = mkdtempSync(path.join(os.tmpdir(), 'atrium-moved-'));
// Both servers read and write files here, as a different user than the one who runs the tests.
chmodSync(folder, 0o777);

const given = process.env.ATRIUM_TEST_CLUSTER;
const cluster: Cluster = given ? { admin: JSON.parse(given), stop: async () => {} } : await startCluster();
process.env.ATRIUM_TEST_CLUSTER = JSON.stringify(cluster.admin);

const receiver = await new Receiver().listen();
const old = await startApp(quick);
const tools = new WebhookTools(old, receiver);
const oldAdmin = { ...cluster.admin, ...(old.connection.database && { database: old.connection.database }) };

const newCluster = await startEmbedded({
  dataDir: path.join(folder, 'cluster'),
  settings: { fsync: 'off', full_page_writes: 'off' },
});
const newAdmin: ConnectionSettings = { ...newCluster.admin, database: 'moved' };
const closing = [() => cluster.stop(), () => old.close()];
after(async () => {
  for (const close of closing.reverse()) await close();
  await newCluster.stop();
  await receiver.close();
  rmSync(folder, { recursive: true, force: true });
});

const startNew = () => prepareDatabase({ admin: newAdmin, appPassword });

const epochs = (): Promise<number[]> =>
  asAdmin(newAdmin, async (client) => {
    const { rows } = await client.query<{ epoch: number }>('select distinct epoch from tenants order by 1');
    return rows.map(({ epoch }) => epoch);
  });

interface Table {
  readonly name: string;
  readonly partitioned: boolean;
}

const tablesOf = async (client: pg.Client): Promise<Table[]> => {
  const { rows } = await client.query<Table>(
    `select relname as name, relkind = 'p' as partitioned from pg_class where relnamespace = 'public'::regnamespace
     and relkind in ('r', 'p') and not relispartition and relname <> 'migrations' order by 1`,
  );
  return rows;
};

const fileOf = (name: string) => path.join(folder, `${name}.copy`);

/**
 * Replaces pg_dump and psql, which the embedded PostgreSQL does not include: the servers copy every table through
 * files, and sequences are set.
 */
async function dumpAndLoad(): Promise<void> {
  const sequences = `select sequencename as name, last_value::text as value from pg_sequences
    where schemaname = 'public' and last_value is not null`;
  const values = await asAdmin(oldAdmin, async (client) => {
    for (const { name, partitioned } of await tablesOf(client))
      await client.query(`copy ${partitioned ? `(select * from ${name})` : name} to '${fileOf(name)}'`);
    return (await client.query<{ name: string; value: string }>(sequences)).rows;
  });
  await asAdmin(newAdmin, async (client) => {
    // As with pg_restore --disable-triggers, foreign keys are satisfied only when every table is loaded.
    await client.query('set session_replication_role = replica');
    const tables = await tablesOf(client);
    await client.query(`truncate ${tables.map(({ name }) => name).join(', ')}`);
    for (const { name } of tables) await client.query(`copy ${name} from '${fileOf(name)}'`);
    for (const { name, value } of values) await client.query('select setval($1::regclass, $2)', [name, value]);
  });
}

/** Waits until every transaction of the new cluster that began before now has ended. */
const settled = () =>
  asAdmin(newAdmin, async (owner) => {
    const { rows } = await owner.query('select pg_snapshot_xmax(pg_current_snapshot())::text as end');
    await until('older transactions to end', async () => {
      const past = 'select pg_snapshot_xmin(pg_current_snapshot()) >= $1::xid8 as past';
      return (await owner.query(past, [rows[0].end])).rows[0].past;
    });
  });

/** Reads all pages of the feed after a cursor. */
async function read(client: Client, since: string): Promise<{ found: string[]; next: string }> {
  await (client.url === old.url ? old.settled() : settled());
  const found: string[] = [];
  for (let next = since; ; ) {
    const { body } = await client.get(`${changes}?since=${next}`);
    found.push(...body.data.map(({ type, recordId }: Json) => `${type} ${recordId}`));
    next = body.meta.nextCursor;
    if (!body.meta.hasMore) return { found, next };
  }
}

const deleted = async (client: Client): Promise<string[]> =>
  (await client.get('/api/data/trash')).body.data.map(({ recordId }: Json) => recordId);

describe('a database that was dumped and loaded into a new cluster', { concurrency: 1 }, async () => {
  const before = await old.tenant();
  const webhook = await tools.register(['contact.*'], {}, before);
  const kept = await before.create(contacts, { firstName: 'Kept' });
  const lost = await before.create(contacts, { firstName: 'Lost' });
  const gone = await before.create(contacts, { firstName: 'Gone' });
  await before.delete(`${contacts}/${lost._id}`);
  await before.delete(`${contacts}/${gone._id}`);
  await receiver.received(webhook.path, 5);
  await tools.settled(webhook, 'delivered', 5, before);
  const { next: cursor } = await read(before, 'beginning');
  const unread = await before.create(contacts, { firstName: 'Unread' });
  await receiver.received(webhook.path, 6);
  await tools.settled(webhook, 'delivered', 6, before);
  // The transaction ids of the new cluster start again, so the old cluster must be ahead of it.
  await old.sql(`do $$ begin for i in 1..20000 loop perform pg_current_xact_id(); commit; end loop; end $$`);
  const late = await before.create(contacts, { firstName: 'Late' });
  await receiver.received(webhook.path, 7);
  await tools.settled(webhook, 'delivered', 7, before);

  await asAdmin(newCluster.admin, (client) => client.query('create database moved'));
  await startNew();
  await dumpAndLoad();
  const [counter, stored] = await asAdmin(newAdmin, async (client) => {
    const { rows } = await client.query(
      'select pg_current_xact_id()::text as counter, (select max(xid)::text from events) as stored',
    );
    return [BigInt(rows[0].counter), BigInt(rows[0].stored)];
  });
  const connection = await startNew();
  const app = await createApp({
    config: testConfig(quick),
    connection,
    log: pino({ level: 'silent' }),
    passwordCost: 4,
  });
  closing.push(() => app.close());
  await app.server.listen({ host: '127.0.0.1', port: 0 });
  const url = `http://127.0.0.1:${(app.server.server.address() as AddressInfo).port}`;
  const client = new Client(url, before.token, before.userId, before.accountKey);

  it('has every epoch raised by the first start, and by no later one', async () => {
    assert.ok((counter as bigint) < (stored as bigint), 'the new cluster starts its transaction ids again');
    assert.deepEqual(await epochs(), [1]);
    await startNew();
    assert.deepEqual(await epochs(), [1]);
  });

  it('continues a feed at an old cursor, and misses nothing', async () => {
    const first = await read(client, cursor);
    assert.deepEqual(first.found, [`contact.created ${unread._id}`, `contact.created ${late._id}`]);
    const made = await client.create(contacts, { firstName: 'New' });
    assert.deepEqual((await read(client, first.next)).found, [`contact.created ${made._id}`]);
    const { found } = await read(client, 'beginning');
    assert.equal(found.at(-1), `contact.created ${made._id}`);
    assert.deepEqual(found.slice(-3, -1), first.found);
  });

  it('starts a feed with since=now after all old events', async () => {
    const { next } = await read(client, 'now');
    const made = await client.create(contacts, { firstName: 'Next' });
    assert.deepEqual((await read(client, next)).found, [`contact.created ${made._id}`]);
  });

  it('sends new events to webhooks once, and old ones not again', async () => {
    const made = await client.create(contacts, { firstName: 'Sent' });
    const arrivals = await receiver.received(webhook.path, 10);
    const ids = arrivals.map(({ body }) => body.data.record._id);
    assert.equal(ids.at(-1), made._id);
    assert.equal(new Set(arrivals.map(({ body }) => body.id)).size, arrivals.length);
    await tools.settled(webhook, 'delivered', 10, client);
    assert.equal(receiver.at(webhook.path).length, 10);
    const another = await client.create('/api/integrations/webhooks', {
      url: receiver.url('/made-here'),
      events: ['contact.*'],
    });
    const seen = await client.create(contacts, { firstName: 'Seen' });
    const [arrival] = await receiver.received('/made-here', 1);
    assert.equal(arrival?.body.data.record._id, seen._id, `${another._id} gets only what came after it`);
    assert.equal(receiver.at('/made-here').length, 1);
  });

  it('finds the last event of a record for history, asOf, trash and restore', async () => {
    const then = kept.updatedAt;
    const updated = (await client.patch(`${contacts}/${kept._id}`, { firstName: 'Changed' })).body;
    const history = (await client.get(`${contacts}/${kept._id}/history`)).body.data;
    assert.deepEqual(
      history.map(({ version }: Json) => version),
      [2, 1],
    );
    const nameAt = async (at: string) =>
      (await client.get(`${contacts}/${kept._id}?asOf=${encodeURIComponent(at)}`)).body.firstName;
    assert.equal(await nameAt(then), 'Kept');
    assert.equal(await nameAt(updated.updatedAt), 'Changed');
    assert.deepEqual(await deleted(client), [gone._id, lost._id]);
    const restored = await client.post(`${contacts}/${lost._id}/restore`, {});
    assert.equal(restored.status, 200, restored.text);
    assert.deepEqual(await deleted(client), [gone._id]);
    await client.delete(`${contacts}/${lost._id}`);
    assert.deepEqual(await deleted(client), [lost._id, gone._id]);
    assert.equal((await client.post(`${contacts}/${lost._id}/restore`, {})).status, 200);
  });

  it('is detected by its events alone when the identity of the cluster is not stored', async () => {
    await receiver.received(webhook.path, 15);
    await tools.settled(webhook, 'delivered', 15, client);
    const forget = () => asAdmin(newAdmin, (owner) => owner.query('delete from cluster_identity'));
    await forget();
    await startNew();
    assert.deepEqual(await epochs(), [1], 'the counter is not behind');
    await forget();
    await asAdmin(newAdmin, (owner) =>
      owner.query(
        `update webhook_endpoints set xid = place_in(1, (pg_current_xact_id()::text::bigint + 1000000)::text::xid8)
         where webhook_id = $1`,
        [webhook._id],
      ),
    );
    await startNew();
    assert.deepEqual(await epochs(), [2]);
    const made = await client.create(contacts, { firstName: 'Behind' });
    const arrivals = await receiver.received(webhook.path, 16);
    assert.equal(arrivals.at(-1)?.body.data.record._id, made._id);
  });

  it('can have the epoch of one tenant raised, for a move to another cluster', async () => {
    await asAdmin(newAdmin, (owner) =>
      owner.query('select raise_epoch(id) from tenants where account_key = $1', [client.accountKey]),
    );
    const { next } = await read(client, 'now');
    const made = await client.create(contacts, { firstName: 'Raised' });
    assert.deepEqual((await read(client, next)).found, [`contact.created ${made._id}`]);
    assert.deepEqual(await epochs(), [2, 3]);
  });
});
