import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { adminPassword } from '#test/cluster.ts';
import { scale } from '#test/faults/scale.ts';
import { rowInserter } from '#test/large-records.ts';
import { Home, until } from '#test/process.ts';
import { workflowsPath } from '#test/workflow-tools.ts';

const contacts = scale.workflowRecords;

/** Each step leaves one trace: a tag is added once, a task is created once, and each has one entry in the log. */
const steps = [
  { key: 'tag', type: 'addTag', config: { tag: 'met' } },
  { key: 'task', type: 'createTask', config: { title: 'Call', assignTo: 'workflowOwner' } },
  { key: 'wait', type: 'wait', config: { for: '1s' } },
  { key: 'end', type: 'updateRecord', config: { values: { title: 'Done' } } },
];

describe('a workflow with many records', () => {
  it('carries out each step of each record once, when the server is killed again and again', async (t) => {
    await using home = await Home.prepared();
    const sql = home.sql.bind(home);
    let server = await home.start();
    let admin = await server.signIn(adminPassword);
    const add = await rowInserter({ admin, sql });
    await add.rows('sales_contacts', { last_name: `'Contact ' || n` }, contacts);
    const segment = await admin.create('/api/marketing/segments', { name: 'All', definition: {} });
    const { _id } = await admin.create(workflowsPath, { name: 'W', modelKey: 'contacts', steps });
    await admin.post(`${workflowsPath}/${_id}/activate`, {});
    const reply = await admin.post(`${workflowsPath}/${_id}/enroll`, { segmentId: segment._id });
    assert.equal(reply.status, 202, reply.text);
    const runs = async (): Promise<number> =>
      (await sql('select count(*)::int as count from workflow_step_runs where workflow_id = $1', [_id]))[0]?.count;
    let hits = 0;
    for (let kill = 0; kill < scale.kills.times; kill += 1) {
      const before = await runs();
      await until('progress', async () => (await runs()) > before || before >= contacts * 5);
      await sleep(Math.random() * 150);
      assert.deepEqual(await server.stop('SIGKILL'), { code: null, signal: 'SIGKILL' });
      const [left] = await sql('select count(*)::int as count from workflow_queue');
      if (left?.count > 0) hits += 1;
      // The claims of the killed node expire at once, as they would after a minute.
      await sql(`update workflow_queue set lease_until = now() - interval '1 second' where claim is not null`);
      server = await home.start();
      admin = await server.signIn(adminPassword);
    }
    t.diagnostic(`${hits} of ${scale.kills.times} kills hit enrollments in flight`);
    assert.ok(hits * 3 >= scale.kills.times * 2, 'the records had ended before the kills');
    await until(
      'the end of all',
      async () =>
        (await sql(`select count(*)::int as count from marketing_workflow_enrollments where status = 'completed'`))[0]
          ?.count === contacts,
      240_000,
    );
    const outcomes = await sql(
      `select step_key as step, outcome, count(*)::int as count, count(distinct enrollment_id)::int as enrollments
       from workflow_step_runs where workflow_id = $1 and outcome <> 'waiting' group by 1, 2 order by 1, 2`,
      [_id],
    );
    const each = (step: string, outcome: string) => ({ step, outcome, count: contacts, enrollments: contacts });
    // A wait that is over before its step is carried out is not logged as waiting.
    assert.deepEqual(outcomes, [each('end', 'done'), each('tag', 'done'), each('task', 'done'), each('wait', 'done')]);
    const [tasks] = await sql(
      'select count(*)::int as count, count(distinct contact_id)::int as contacts from sales_tasks',
    );
    assert.deepEqual(tasks, { count: contacts, contacts });
    const [tagged] = await sql(
      `select count(*)::int as count from sales_contacts where tags = array['met'] and title = 'Done'`,
    );
    assert.equal(tagged?.count, contacts);
    const [enrolled] = await sql('select count(*)::int as count from marketing_workflow_enrollments');
    assert.equal(enrolled?.count, contacts);
  });
});
