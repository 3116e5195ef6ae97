import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { adminPassword } from '#test/cluster.ts';
import { scale } from '#test/faults/scale.ts';
import { rowInserter, waitForJob } from '#test/large-records.ts';
import { Home, until } from '#test/process.ts';

const tasks = scale.deletedChildren / 2;

describe('a hand-over whose server is killed', () => {
  it('continues after a restart, and moves every record once', async () => {
    await using home = await Home.prepared();
    const first = await home.start();
    const before = await first.signIn(adminPassword);
    const sql = home.sql.bind(home);
    const leaver = await before.create('/api/identity/users', { email: 'leaver@atrium.example', firstName: 'Lee' });
    const add = await rowInserter({ admin: before, sql });
    await add.rows('sales_tasks', { assigned_user_id: `'${leaver._id}'`, title: `'Task ' || n` }, tasks);
    const moved = async (): Promise<number> => {
      const [{ count }] = await sql(`select count(*)::int as count from events where type = 'task.updated'`);
      return count;
    };

    // The job waits for this locked task, so that it is not complete before the kill.
    const locking = await home.connect();
    await locking.query('begin');
    await locking.query('select from sales_tasks where assigned_user_id = $1 order by id desc limit 1 for update', [
      leaver._id,
    ]);
    const { body } = await before.post(`/api/identity/users/${leaver._id}/transfer`, { toUserId: before.userId });
    await until('the first batches', async () => (await moved()) > 0);
    assert.deepEqual(await first.stop('SIGKILL'), { code: null, signal: 'SIGKILL' });
    await locking.end();

    const second = await home.start();
    const admin = await second.signIn(adminPassword);
    const done = await moved();
    assert.ok(done > 0 && done < tasks, `${done} records before the kill`);
    const job = await waitForJob(admin, body.jobId, 'completed');
    assert.deepEqual([job.done, job.total, job.attempts], [tasks, tasks, 2]);
    const [counts] = await sql(
      `select count(*)::int as events, count(distinct record_id)::int as records from events where type = 'task.updated'`,
    );
    assert.deepEqual(counts, { events: tasks, records: tasks });
    const list = `/api/sales/tasks?filter[assignedUserId]=${before.userId}&limit=1&count=exact`;
    assert.equal((await admin.get(list)).body.meta.total, tasks);
  });
});
