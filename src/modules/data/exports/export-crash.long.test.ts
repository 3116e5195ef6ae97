import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { adminPassword } from '#test/cluster.ts';
import { Client } from '#test/harness.ts';
import { assertStops, Home, until } from '#test/process.ts';

const contacts = 30_000;

describe('kill -9 while an export is written', () => {
  it('begins it again after the next start, with the records of that moment, and leaves no object behind', async () => {
    await using home = await Home.prepared();
    const first = await home.start();
    const { token } = await first.signIn(adminPassword);
    const before = new Client(first.url, token);
    await home.sql(
      `insert into sales_contacts (tenant_id, id, last_name)
       select 1, gen_random_uuid(), 'Contact ' || n from generate_series(1, $1::int) n`,
      [contacts],
    );
    const { _id, jobId } = (await before.post('/api/data/exports', { model: 'contacts', format: 'csv' })).body;
    await until('some rows', async () => (await before.get(`/api/data/exports/${_id}`)).body.rows > 0);
    assert.deepEqual(await first.stop('SIGKILL'), { code: null, signal: 'SIGKILL' });
    const [left] = await home.sql('select status, storage_key from data_exports where id = $1', [_id]);
    assert.equal(left?.status, 'running');
    const uploads = () => home.sql('select storage_key from file_uploads where tenant_id = 1');
    assert.deepEqual(await uploads(), [{ storage_key: left?.storage_key }]);
    await home.sql(`insert into sales_contacts (tenant_id, id, last_name) values (1, gen_random_uuid(), 'Later')`);

    const second = await home.start();
    // The dead node still holds its lease for a while.
    await home.sql(`update jobs set heartbeat_at = now() - interval '1 minute' where id = $1 and state = 'running'`, [
      jobId,
    ]);
    const client = new Client(second.url, token);
    const record = await until('the export to end', async () => {
      const { body } = await client.get(`/api/data/exports/${_id}`);
      return ['completed', 'failed'].includes(body.status) && body;
    });
    assert.deepEqual([record.status, record.rows], ['completed', contacts + 1]);
    const { text } = await client.get(`/api/data/exports/${_id}/content`);
    assert.equal(text.trimEnd().split('\r\n').length, contacts + 2);
    await until('the old object to be removed', async () => (await uploads()).length === 0);
    const [events] = await home.sql(`select count(*)::int as n from events where type = 'export.completed'`);
    assert.equal(events?.n, 1);
    await assertStops(home, second);
  });
});
