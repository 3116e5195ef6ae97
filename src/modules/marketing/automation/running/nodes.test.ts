import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createMany, Stage } from '#test/faults/stage.ts';
import type { Client, Json } from '#test/harness.ts';
import { isComplete } from '#test/long.ts';
import { until } from '#test/process.ts';
import { activeWorkflow, workflowsPath } from '#test/workflow-tools.ts';

const stage = await Stage.forFile();
const count = isComplete ? 1000 : 600;

const steps = [
  { key: 'tag', type: 'addTag', config: { tag: 'met' } },
  { key: 'task', type: 'createTask', config: { title: 'Call', assignTo: 'workflowOwner' } },
  { key: 'score', type: 'score', config: { points: 1 } },
];

async function begun(admin: Client): Promise<Json> {
  const workflow = await activeWorkflow(admin, steps);
  const ids = await createMany(admin, count, { tags: [workflow._id] });
  for (let from = 0; from < count; from += 1000) {
    const reply = await admin.post(`${workflowsPath}/${workflow._id}/enroll`, {
      contactIds: ids.slice(from, from + 1000),
    });
    assert.equal(reply.status, 202, reply.text);
  }
  return workflow;
}

const runs = async ({ _id }: Json): Promise<number> =>
  (await stage.sql('select count(*)::int as count from workflow_step_runs where workflow_id = $1', [_id]))[0].count;

/** Claims that are held now: each node has its own. */
const claims = async ({ _id }: Json): Promise<string[]> =>
  (
    await stage.sql('select distinct claim from workflow_queue where workflow_id = $1 and claim is not null', [_id])
  ).map(({ claim }) => claim);

async function assertEachStepOnce(workflow: Json): Promise<void> {
  await until(
    'the end of all',
    async () => {
      const [row] = await stage.sql('select count(*)::int as count from workflow_queue where workflow_id = $1', [
        workflow._id,
      ]);
      return row.count === 0;
    },
    240_000,
  );
  const outcomes = await stage.sql(
    `select step_key as step, outcome, count(*)::int as count, count(distinct enrollment_id)::int as enrollments
     from workflow_step_runs where workflow_id = $1 group by 1, 2 order by 1`,
    [workflow._id],
  );
  assert.deepEqual(
    outcomes,
    ['score', 'tag', 'task'].map((step) => ({ step, outcome: 'done', count, enrollments: count })),
  );
  const [found] = await stage.sql(
    `select count(*)::int as contacts, sum(c.score)::int as score, sum((select count(*) from sales_tasks t where t.contact_id = c.id))::int as tasks
     from sales_contacts c where c.tags @> array[$1, 'met']`,
    [workflow._id],
  );
  assert.deepEqual(found, { contacts: count, score: count, tasks: count });
}

describe('two nodes with one database', () => {
  it('carry out the same workflow together, each step once, and stop when it is paused', async () => {
    const [one, other] = await Promise.all([stage.start(), stage.start()]);
    const [admin, second] = [await stage.admin(one), await stage.admin(other)];
    const workflow = await begun(admin);
    await until('both nodes to have claims', async () => (await claims(workflow)).length === 2, 60_000);
    // The node that is asked is not the one that began.
    assert.equal((await second.post(`${workflowsPath}/${workflow._id}/pause`, {})).status, 200);
    await sleep(2000);
    const stopped = await runs(workflow);
    assert.ok(stopped < count * steps.length, 'it was paused on the way');
    await sleep(1500);
    assert.equal(await runs(workflow), stopped);
    assert.equal((await admin.post(`${workflowsPath}/${workflow._id}/resume`, {})).status, 200);
    await assertEachStepOnce(workflow);
    for (const server of [one, other]) await server.stop();
  });

  it('take over what a killed one had claimed', async () => {
    const [one, other] = await Promise.all([stage.start(), stage.start()]);
    const workflow = await begun(await stage.admin(other));
    await until('both nodes to have claims', async () => (await claims(workflow)).length === 2, 60_000);
    assert.equal((await one.stop('SIGKILL')).signal, 'SIGKILL');
    // The claims of the killed node expire at once, as they would after a minute. The other one renews its own.
    await stage.sql(`update workflow_queue set lease_until = now() - interval '1 second' where claim is not null`);
    await assertEachStepOnce(workflow);
    assert.equal((await other.stop()).code, 0);
  });
});
