import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import pg from 'pg';
import { appForFile } from '#test/harness.ts';
import { clientConfig } from './connection.ts';
import { createEventPartitions } from './partitions.ts';

const { admin, app, connection, sql } = await appForFile();
const contacts = '/api/sales/contacts';

const months = async (): Promise<string[]> =>
  (
    await sql(
      `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
       where i.inhparent = 'events'::regclass and c.relname ~ '^events_\\d' order by 1`,
    )
  ).map(({ name }) => name);
const createPartitions = () => createEventPartitions((text, values) => app.services.db.query(text, values));
const dropPartitions = () => app.services.db.query(`select drop_event_partitions(now() - interval '10 years')`);

/** Reads all events in a transaction that stays open, like a backup. */
async function backup(): Promise<pg.Client> {
  const reader = new pg.Client(clientConfig(connection));
  await reader.connect();
  await reader.query('begin');
  await reader.query('select count(*) from events');
  return reader;
}

describe('a month of events', { concurrency: 1 }, async () => {
  const all = await months();
  const last = all.at(-1) ?? '';

  it('is created with the same indexes and row security as the others', async () => {
    const described = () =>
      sql(
        `select c.relrowsecurity, c.relforcerowsecurity,
          (select count(*)::int from pg_index x where x.indrelid = c.oid) as indexes,
          has_table_privilege('atrium_app', c.oid, 'select, insert, update, delete') as open
         from pg_class c where c.oid = $1::regclass`,
        [last],
      );
    const before = await described();
    await sql(`drop table ${last}`);
    await createPartitions();
    assert.deepEqual(await described(), before);
    assert.deepEqual(await months(), all);
  });

  it('that cannot be created during a backup blocks no write, and is created after the backup', async () => {
    await sql(`drop table ${last}`);
    const reader = await backup();
    const making = createPartitions().then(
      () => 'made',
      (error: { code: string }) => error.code,
    );
    const made = await admin.create(contacts, { firstName: 'Meanwhile' });
    assert.equal((await admin.get(`${contacts}/${made._id}`)).status, 200);
    assert.equal(await making, '55P03', 'the lock timeout ends it');
    assert.ok(!(await months()).includes(last));
    await admin.create(contacts, { firstName: 'Afterwards' });
    await reader.query('rollback');
    await reader.end();
    await createPartitions();
    assert.deepEqual(await months(), all);
  });

  it('that cannot be dropped during a backup blocks writes only until the lock timeout', async () => {
    await sql(
      `create table events_2001_01 partition of events for values from ('2001-01-01 00:00:00+00') to ('2001-02-01 00:00:00+00')`,
    );
    const reader = await backup();
    const dropping = dropPartitions().then(
      () => 'dropped',
      (error: { code: string }) => error.code,
    );
    await admin.create(contacts, { firstName: 'Meanwhile' });
    assert.equal(await dropping, '55P03');
    await reader.query('rollback');
    await reader.end();
    await dropPartitions();
    assert.deepEqual(await months(), all);
  });

  it('takes its events from the default partition when it is created', async () => {
    await sql(`drop table ${last}`);
    const month = `to_date(${pg.escapeLiteral(last.slice(7))}, 'YYYY_MM')`;
    const [{ id }] = await sql(
      `insert into events (tenant_id, id, type, model, record, occurred_at)
       select id, gen_random_uuid(), 'model.updated', 'data.models', '{}', ${month} + interval '3 days' from tenants limit 1
       returning id`,
    );
    const where = async () => (await sql('select tableoid::regclass::text as name from events where id = $1', [id]))[0];
    assert.deepEqual(await where(), { name: 'events_later' });
    await createPartitions();
    assert.deepEqual(await where(), { name: last });
    const [{ forced }] = await sql(
      `select relforcerowsecurity as forced from pg_class where oid = 'events_later'::regclass`,
    );
    assert.equal(forced, true);
  });
});
