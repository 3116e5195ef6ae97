import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { adminPassword } from '#test/cluster.ts';
import { scale } from '#test/faults/scale.ts';
import { rowInserter, waitForJob } from '#test/large-records.ts';
import { Home, until } from '#test/process.ts';

const accounts = '/api/sales/accounts';
const children = scale.deletedChildren;

describe('a merge by a job whose server is killed', () => {
  it('continues after a restart, moves every row once, and can be undone by a job that is killed, too', async () => {
    await using home = await Home.prepared();
    const first = await home.start();
    const before = await first.signIn(adminPassword);
    const sql = home.sql.bind(home);
    const winner = await before.create(accounts, { name: 'Kept' });
    const loser = await before.create(accounts, { name: 'Gone' });
    const add = await rowInserter({ admin: before, sql });
    await add.notes(loser._id, children);
    const written = async (jobId: string): Promise<number> => {
      const [{ count }] = await sql(
        `select count(*)::int as count from events where request_id = $1 and type like 'accountNote.%'`,
        [`job ${jobId}`],
      );
      return count;
    };

    // The job waits for this locked note, so that it is not complete before the kill.
    const locking = await home.connect();
    await locking.query('begin');
    await locking.query('select from sales_account_notes where account_id = $1 order by id desc limit 1 for update', [
      loser._id,
    ]);
    const body = { model: 'accounts', winnerId: winner._id, loserIds: [loser._id], values: { name: 'Both' } };
    const { jobId, mergeId } = (await before.post('/api/data/merge', body)).body;
    await until('the first batches', async () => (await written(jobId)) > 0);
    assert.deepEqual(await first.stop('SIGKILL'), { code: null, signal: 'SIGKILL' });
    await locking.end();

    const second = await home.start();
    const admin = await second.signIn(adminPassword);
    const done = await written(jobId);
    assert.ok(done > 0 && done < children, `${done} events before the kill`);
    // Both records are there until everything has moved.
    assert.equal((await admin.get(`${accounts}/${loser._id}`)).status, 200);
    assert.equal((await admin.get(`${accounts}/${winner._id}`)).body.name, 'Kept');
    const job = await waitForJob(admin, jobId, 'completed');
    assert.equal(job.attempts, 2);
    assert.equal(await written(jobId), children);
    assert.equal((await admin.get(`${accounts}/${loser._id}`)).status, 404);
    assert.equal((await admin.get(`${accounts}/${winner._id}`)).body.name, 'Both');
    const total = async (id: string): Promise<number> =>
      (await admin.get(`/api/sales/accountNotes?filter[accountId]=${id}&limit=1&count=exact`)).body.meta.total;
    assert.equal(await total(winner._id), children);

    const undoing = (await admin.post('/api/data/merge/undo', { mergeId })).body.jobId;
    await until('the first rows that moved back', async () => (await written(undoing)) > 0);
    await second.stop('SIGKILL');
    const third = await home.start();
    const again = await third.signIn(adminPassword);
    await waitForJob(again, undoing, 'completed');
    assert.equal(await written(undoing), children);
    assert.equal((await again.get(`${accounts}/${winner._id}`)).body.name, 'Kept');
    const filter = `filter[accountId]=${loser._id}&limit=1&count=exact`;
    assert.equal((await again.get(`/api/sales/accountNotes?${filter}`)).body.meta.total, children);
  });
});
