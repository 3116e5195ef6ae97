import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { adminPassword } from '#test/cluster.ts';
import { scale } from '#test/faults/scale.ts';
import { rowInserter, waitForJob } from '#test/large-records.ts';
import { Home, until } from '#test/process.ts';

const accounts = '/api/sales/accounts';
const children = scale.deletedChildren;

describe('a delete by a job whose server is killed', () => {
  it('continues after a restart, and writes one event for every record; so does a restore', async () => {
    await using home = await Home.prepared();
    const first = await home.start();
    const before = await first.signIn(adminPassword);
    const sql = home.sql.bind(home);
    const account = await before.create(accounts, { name: 'Huge' });
    const add = await rowInserter({ admin: before, sql });
    await add.notes(account._id, children);
    const written = async (jobId: string): Promise<number> => {
      const [{ count }] = await sql(`select count(*)::int as count from events where request_id = $1`, [
        `job ${jobId}`,
      ]);
      return count;
    };

    // The job waits for this locked note, so that it is not complete before the kill.
    const locking = await home.connect();
    await locking.query('begin');
    await locking.query('select from sales_account_notes where account_id = $1 order by id desc limit 1 for update', [
      account._id,
    ]);
    const { jobId } = (await before.delete(`${accounts}/${account._id}?async=true`)).body;
    await until('the first batches', async () => (await written(jobId)) > 0);
    assert.deepEqual(await first.stop('SIGKILL'), { code: null, signal: 'SIGKILL' });
    await locking.end();

    const second = await home.start();
    const admin = await second.signIn(adminPassword);
    const done = await written(jobId);
    assert.ok(done > 0 && done < children, `${done} events before the kill`);
    assert.equal((await admin.get(`${accounts}/${account._id}`)).status, 200);

    const job = await waitForJob(admin, jobId, 'completed');
    assert.deepEqual([job.done, job.total, job.attempts], [children + 1, children + 1, 2]);
    assert.equal((await admin.get(`${accounts}/${account._id}`)).status, 404);
    const [counts] = await sql(
      `select count(*)::int as events, count(distinct record_id)::int as records,
         count(*) filter (where type = 'accountNote.deleted')::int as notes from events where request_id = $1`,
      [`job ${jobId}`],
    );
    assert.deepEqual(counts, { events: children + 1, records: children + 1, notes: children });
    const [{ remaining }] = await sql(
      'select count(*)::int as remaining from sales_account_notes where account_id = $1',
      [account._id],
    );
    assert.equal(remaining, 0);

    const restoring = (await admin.request('POST', `${accounts}/${account._id}/restore?async=true`)).body.jobId;
    await until('the first restored', async () => (await written(restoring)) > 1);
    await second.stop('SIGKILL');
    const third = await home.start();
    const again = await third.signIn(adminPassword);
    assert.equal((await waitForJob(again, restoring, 'completed')).done, children + 1);
    const filter = `filter[accountId]=${account._id}&limit=1&count=exact`;
    assert.equal((await again.get(`/api/sales/accountNotes?${filter}`)).body.meta.total, children);
    assert.equal(await written(restoring), children + 1);
  });
});
