import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Grant } from '#core/access/access.ts';
import { appForFile, type Client, type Json } from '#test/harness.ts';
import { contextOf } from '#test/user-context.ts';
import type { Context } from '../context.ts';
import type { RawQuery } from '../query/list-query.ts';
import { readSnapshot, type SnapshotOptions } from './read-snapshot.ts';

const app = await appForFile();
const { admin, sql, tenant, user } = app;
const contacts = '/api/sales/contacts';

interface Reading {
  readonly context: Context;
  readonly grant: Grant;
  readonly options: SnapshotOptions;
}

async function readingOf(client: Client, query: RawQuery = {}, more: Partial<SnapshotOptions> = {}): Promise<Reading> {
  const context = await contextOf(app, client);
  const model = context.registry.named('sales.contacts');
  assert.ok(model);
  const grant = context.caller.access.grant(model, 'read');
  const fields = [...model.fields.values()].filter(({ key }) => !grant.hidden.has(key));
  return { context, grant, options: { query, fields, ...more } };
}

/** Reads everything. `between` runs after each batch. */
async function readAll({ context, grant, options }: Reading, between: () => Promise<void> = async () => {}) {
  return readSnapshot(context, grant, options, async ({ total, batches }) => {
    const records: Json[] = [];
    for await (const batch of batches) {
      records.push(...batch);
      await between();
    }
    return { total, records };
  });
}

async function withContacts(count: number): Promise<Client> {
  const client = await tenant();
  await sql(
    `insert into sales_contacts (tenant_id, id, last_name, title, created_at)
     select t.id, gen_random_uuid(), 'Contact ' || n, case when n % 2 = 0 then 'T' || n end, now() - n * interval '1 second'
     from tenants t, generate_series(1, $2::int) n where t.account_key = $1`,
    [client.accountKey, count],
  );
  return client;
}

const idsOf = (records: readonly Json[]): string[] => records.map(({ _id }) => _id);

describe('all records of a list, from one snapshot', () => {
  it('are those of the moment when reading began, whatever is written meanwhile', async () => {
    const client = await withContacts(1100);
    const reading = await readingOf(client, { sort: 'title,-createdAt' });
    const before = await readAll(reading);
    assert.equal(before.total, 1100);
    assert.equal(new Set(idsOf(before.records)).size, 1100);
    let written = 0;
    const { total, records } = await readAll(reading, async () => {
      written += 1;
      await client.create(contacts, { lastName: `New ${written}`, title: 'A' });
      const last = before.records.at(-written);
      assert.equal((await client.delete(`${contacts}/${last._id}`)).status, 204);
      const moved = before.records.at(-10 - written);
      assert.equal((await client.patch(`${contacts}/${moved._id}`, { title: 'A', lastName: 'Moved' })).status, 200);
    });
    assert.ok(written >= 5, `${written} batches`);
    assert.equal(total, 1100);
    assert.deepEqual(records, before.records);
    const after = await readAll(reading);
    assert.equal(after.total, 1100);
    assert.notDeepEqual(idsOf(after.records), idsOf(before.records));
  });

  it('come in the order of the list, with the records without a value last', async () => {
    const client = await withContacts(450);
    for (const sort of ['title', '-title', '-createdAt', 'lastName,-title']) {
      const { records } = await readAll(
        await readingOf(client, { sort, filter: { lastName: { startsWith: 'Contact' } } }),
      );
      const listed: string[] = [];
      for (let page = 1; page <= 3; page += 1)
        listed.push(
          ...idsOf((await client.get(`${contacts}?sort=${sort}&limit=200&page=${page}&fields=_id`)).body.data),
        );
      assert.deepEqual(idsOf(records), listed, sort);
    }
  });

  it('are those that a list shows to the caller: reach, filter, search and hidden fields', async () => {
    const own = await user({
      permissions: ['sales:read:own', 'sales:write:own'],
      hiddenFields: { 'sales.contacts': ['title'] },
    });
    await own.create(contacts, { lastName: 'Own Snapshot', email: 'own@snapshot.example' });
    await own.create(contacts, { lastName: 'Own Other' });
    await admin.create(contacts, { lastName: 'Foreign Snapshot', title: 'Secret' });
    const all = await readAll(await readingOf(own, { sort: 'lastName' }));
    assert.deepEqual(
      all.records.map(({ lastName }) => lastName),
      ['Own Other', 'Own Snapshot'],
    );
    assert.ok(all.records.every((record) => !('title' in record)));
    assert.equal((await readAll(await readingOf(own, { q: 'snapshot' }))).total, 1);
    assert.equal((await readAll(await readingOf(own, { filter: { email: { null: true } } }))).total, 1);
    assert.equal((await readAll(await readingOf(own, { filter: { ownerId: 'me' } }))).total, 2);
    await assert.rejects(async () => readAll(await readingOf(own, { filter: { title: 'Secret' } })), /title/);
  });

  it('are read whole when some are much longer than others, and their times are local when a zone is given', async () => {
    const client = await tenant();
    const notes = 'long '.repeat(18_000);
    for (const lastName of ['A', 'B', 'C'])
      await client.create(contacts, { lastName, ...(lastName === 'B' && { description: notes.trim() }) });
    const reading = await readingOf(client, { sort: 'lastName' }, { zone: 'Asia/Tokyo' });
    const { records } = await readAll(reading);
    assert.deepEqual(
      records.map(({ lastName, description }) => [lastName, description?.length ?? 0]),
      [
        ['A', 0],
        ['B', notes.trim().length],
        ['C', 0],
      ],
    );
    const { createdAt } = (await client.get(`${contacts}/${records[0]._id}`)).body;
    const tokyo = new Date(Date.parse(createdAt) + 9 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
    assert.equal(records[0].createdAt, tokyo);
  });

  it('end at once when the work is cancelled, and after the deadline', async () => {
    const client = await withContacts(900);
    const stop = new AbortController();
    let batches = 0;
    const reading = await readingOf(client, {}, { signal: stop.signal });
    await assert.rejects(
      readAll(reading, async () => {
        batches += 1;
        stop.abort(new Error('cancelled by a test'));
      }),
      /cancelled by a test/,
    );
    assert.equal(batches, 1);
    await assert.rejects(async () => readAll(await readingOf(client, {}, { maxMs: -1 })), /more than 30 minutes/);
    const [{ open }] = await sql(
      `select count(*)::int as open from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
    );
    assert.equal(open, 0);
  });
});
