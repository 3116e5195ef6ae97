import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMany } from '#test/faults/stage.ts';
import { appForFile, type Json } from '#test/harness.ts';
import { until } from '#test/process.ts';
import { activeWorkflow, workflowsPath } from '#test/workflow-tools.ts';

const { admin, sql } = await appForFile();
const count = 200;

const tag = (key: string, next: string | null = null): Json => ({ key, type: 'addTag', config: { tag: key }, next });
const wait = (key: string, next: string | null, config: Json = { for: '1h' }): Json => ({
  key,
  type: 'wait',
  config,
  next,
});

/** Starts a workflow with many records, which come to its first wait. */
async function begun(steps: readonly Json[], isThere = `phase = 1`): Promise<Json> {
  const workflow = await activeWorkflow(admin, steps);
  const contactIds = await createMany(admin, count);
  const reply = await admin.post(`${workflowsPath}/${workflow._id}/enroll`, { contactIds });
  assert.equal(reply.status, 202, reply.text);
  await until('all records to be at the wait', async () => (await waiting(workflow, isThere)) === count);
  return workflow;
}

const waiting = async ({ _id }: Json, where: string): Promise<number> =>
  (await sql(`select count(*)::int as count from workflow_queue where workflow_id = $1 and ${where}`, [_id]))[0].count;

async function newVersion({ _id }: Json, steps: readonly Json[], moveEnrollments: boolean): Promise<void> {
  assert.equal((await admin.patch(`${workflowsPath}/${_id}`, { steps })).status, 200);
  const reply = await admin.post(`${workflowsPath}/${_id}/activate`, { moveEnrollments });
  assert.equal(reply.status, 200, reply.text);
}

/** Ends the waits of all, and waits until all have ended. Returns how many went each way, by the log. */
async function ways(workflow: Json): Promise<Record<string, number>> {
  await sql(`update workflow_queue set next_at = now(), until_at = now() where workflow_id = $1 and phase = 1`, [
    workflow._id,
  ]);
  await sql(`select pg_notify('atrium_workflows', '')`);
  await until('all to have ended', async () => (await waiting(workflow, 'true')) === 0);
  const rows = await sql(
    `select way, count(*)::int as count from (
       select string_agg(r.step_key || ' ' || r.version, ', ' order by r.n) filter (where r.outcome <> 'waiting') as way, count(*) as entries
       from marketing_workflow_enrollments e left join workflow_step_runs r on r.enrollment_id = e.id
       where e.workflow_id = $1 and e.status = 'completed' group by e.id) w group by way`,
    [workflow._id],
  );
  return Object.fromEntries(rows.map(({ way, count: some }) => [way, some]));
}

describe('a new version of a workflow in which records wait', () => {
  const old = [wait('w', 'old'), tag('old')];

  it('leaves them on theirs, and takes the new ones', async () => {
    const workflow = await begun(old);
    await newVersion(workflow, [wait('w', 'new'), tag('new')], false);
    const more = await createMany(admin, 3);
    await admin.post(`${workflowsPath}/${workflow._id}/enroll`, { contactIds: more });
    await until('the new records to wait', async () => (await waiting(workflow, 'phase = 1')) === count + 3);
    assert.deepEqual(await ways(workflow), { 'w 1, old 1': count, 'w 2, new 2': 3 });
  });

  it('takes them too when they are moved, and they wait on', async () => {
    const workflow = await begun(old);
    const [{ due }] = await sql('select max(next_at) as due from workflow_queue where workflow_id = $1', [
      workflow._id,
    ]);
    await newVersion(workflow, [tag('before', 'w'), wait('w', 'new'), tag('new')], true);
    const [{ later }] = await sql('select max(next_at) as later from workflow_queue where workflow_id = $1', [
      workflow._id,
    ]);
    assert.deepEqual(later, due);
    assert.deepEqual(await ways(workflow), { 'w 2, new 2': count });
  });

  it('leaves them on theirs when it does not have their step any more', async () => {
    const workflow = await begun(old);
    await newVersion(workflow, [tag('other')], true);
    assert.deepEqual(await ways(workflow), { 'w 1, old 1': count });
  });

  it('lets them begin again with a wait that has changed', async () => {
    const forEvent = wait('w', 'old', { event: { type: 'contact.updated', filter: { title: 'Yes' } } });
    const workflow = await begun([forEvent, tag('old')]);
    // Without a timeout, the old wait has no end.
    await newVersion(workflow, [wait('w', 'new', { for: '2h' }), tag('new')], true);
    await until('all to wait again', async () => {
      const there = await waiting(
        workflow,
        `phase = 1 and until_at between now() + interval '1 hour' and now() + interval '2 hours'`,
      );
      return there === count;
    });
    assert.deepEqual(await ways(workflow), { 'w 2, new 2': count });
  });

  it('carries out the step that has taken the place of the wait', async () => {
    const workflow = await begun(old);
    await newVersion(workflow, [tag('w', 'new'), tag('new')], true);
    assert.deepEqual(await ways(workflow), { 'w 2, new 2': count });
  });

  it('takes each of them once while they are being carried out', async () => {
    const workflow = await begun(old);
    await admin.patch(`${workflowsPath}/${workflow._id}`, { steps: [wait('w', 'new'), tag('new')] });
    await sql('update workflow_queue set next_at = now(), until_at = now() where workflow_id = $1', [workflow._id]);
    await sql(`select pg_notify('atrium_workflows', '')`);
    const reply = await admin.post(`${workflowsPath}/${workflow._id}/activate`, { moveEnrollments: true });
    assert.equal(reply.status, 200, reply.text);
    const left = await waiting(workflow, 'true');
    const found = await ways(workflow);
    // Those that had passed the wait went on by the old version. All that were still in the queue at the wait were moved.
    const [moved, stayed] = [found['w 2, new 2'] ?? 0, found['w 1, old 1'] ?? 0];
    assert.equal(moved + stayed, count, JSON.stringify(found));
    assert.equal(Object.keys(found).length, Number(moved > 0) + Number(stayed > 0));
    assert.ok(moved >= left, `${moved} of ${left} were moved`);
    const tagged = await sql(
      `select count(*)::int as count from sales_contacts where tags @> array['old'] and tags @> array['new']`,
    );
    assert.equal(tagged[0].count, 0);
  });
});
