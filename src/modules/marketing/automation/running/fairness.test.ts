import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { appForFile, type Client, type Json } from '#test/harness.ts';
import { rowInserter } from '#test/large-records.ts';
import { isComplete } from '#test/long.ts';
import { until } from '#test/process.ts';
import { timeLimit } from '#test/time-limit.ts';
import { activeWorkflow, enroll, workflowsPath } from '#test/workflow-tools.ts';

const app = await appForFile();
const { admin, sql } = app;
const other = await app.tenant();
const contacts = '/api/sales/contacts';

/** The promise: the first step of a fresh enrollment happens within this time, whatever another workflow does. */
const promisedMs = timeLimit(2000);
const rounds = 6;

const tag = [{ key: 'tag', type: 'addTag', config: { tag: 'fresh' } }];

/** Two workflows of a tenant that have little to do: one whose records are enrolled by hand, one that takes new records. */
async function littleWorkflows(by: Client) {
  const created = { trigger: 'recordCreated', triggerConfig: { filter: { title: 'Fresh' } } };
  return { manual: await activeWorkflow(by, tag), triggered: await activeWorkflow(by, tag, created) };
}

/** The time from now to the first step of a record in a workflow. */
async function firstStepMs(workflow: Json, contact: Json, startedAt: number): Promise<number> {
  await until('the first step', async () => {
    const rows = await sql(
      `select 1 from workflow_step_runs r join marketing_workflow_enrollments e on e.id = r.enrollment_id
       where r.workflow_id = $1 and e.contact_id = $2 limit 1`,
      [workflow._id, contact._id],
    );
    return rows.length > 0;
  });
  return performance.now() - startedAt;
}

interface Measured {
  readonly byHand: number[];
  readonly byTrigger: number[];
  readonly request: number[];
}

/** Measures fresh enrollments and a request of a tenant while something else is in the queue. */
async function measure(
  by: Client,
  { manual, triggered }: { manual: Json; triggered: Json },
  into: Measured,
): Promise<void> {
  const contact = await by.create(contacts, { lastName: 'By hand' });
  let startedAt = performance.now();
  await enroll(by, manual, contact);
  into.byHand.push(await firstStepMs(manual, contact, startedAt));
  startedAt = performance.now();
  const fresh = await by.create(contacts, { lastName: 'By trigger', title: 'Fresh' });
  into.request.push(performance.now() - startedAt);
  into.byTrigger.push(await firstStepMs(triggered, fresh, startedAt));
}

const noTimes = (): Measured => ({ byHand: [], byTrigger: [], request: [] });

const shown = (times: readonly number[]): string => times.map((ms) => Math.round(ms)).join(' ');

function assertPrompt(
  who: string,
  { byHand, byTrigger, request }: Measured,
  t: { diagnostic(text: string): void },
): void {
  const text = `${who}: by hand ${shown(byHand)} ms, by trigger ${shown(byTrigger)} ms, a request ${shown(request)} ms`;
  t.diagnostic(text);
  assert.ok(Math.max(...byHand, ...byTrigger, ...request) <= promisedMs, text);
}

/** Measures both tenants again and again while the queue of a workflow is not empty. */
async function measureWhile(workflowIds: readonly string[], t: { diagnostic(text: string): void }): Promise<void> {
  const [own, others] = [await littleWorkflows(admin), await littleWorkflows(other)];
  const [same, different] = [noTimes(), noTimes()];
  for (let round = 0; round < rounds; round += 1) {
    await Promise.all([measure(admin, own, same), measure(other, others, different)]);
    const [{ left }] = await sql(
      'select count(*)::int as left from workflow_queue where workflow_id = any($1::uuid[])',
      [workflowIds],
    );
    assert.ok(left > 0, `the other workflow had ended in round ${round}`);
  }
  assertPrompt('the same tenant', same, t);
  assertPrompt('another tenant', different, t);
}

describe('a workflow with little to do', () => {
  it('begins within two seconds while another one has thousands of records due at once', async (t) => {
    const count = isComplete ? 10_000 : 5000;
    const add = await rowInserter({ admin, sql });
    await add.rows('sales_contacts', { last_name: `'Contact ' || n` }, count);
    const segment = await admin.create('/api/marketing/segments', {
      name: 'All',
      definition: { lastName: { startsWith: 'Contact' } },
    });
    const steps = [
      { key: 'wait', type: 'wait', config: { for: '1h' } },
      ...['a', 'b', 'c', 'd'].map((key) => ({ key, type: 'addTag', config: { tag: key } })),
      { key: 'task', type: 'createTask', config: { title: 'Call' } },
    ];
    const { _id } = await activeWorkflow(admin, steps);
    const reply = await admin.post(`${workflowsPath}/${_id}/enroll`, { segmentId: segment._id });
    assert.equal(reply.status, 202, reply.text);
    await until(
      'all to wait',
      async () =>
        (
          await sql(
            'select count(*)::int as count from workflow_queue where workflow_id = $1 and phase = 1 and claim is null',
            [_id],
          )
        )[0].count === count,
      300_000,
    );
    await sql('update workflow_queue set next_at = now(), until_at = now() where workflow_id = $1', [_id]);
    await sql(`select pg_notify('atrium_workflows', '')`);
    await sleep(300);
    await measureWhile([_id], t);
    assert.equal((await admin.post(`${workflowsPath}/${_id}/archive`, {})).status, 200);
  });

  it('begins within two seconds while a workflow enrolls its record into itself, more and more', async (t) => {
    const { _id } = await activeWorkflow(admin, [], { allowReenrollment: true, name: 'Endless' });
    // Each enrollment makes three, until the chain is too long.
    const steps = [1, 2, 3].map((n) => ({ key: `again${n}`, type: 'enroll', config: { workflowId: _id } }));
    assert.equal((await admin.patch(`${workflowsPath}/${_id}`, { steps })).status, 200);
    assert.equal((await admin.post(`${workflowsPath}/${_id}/activate`, {})).status, 200);
    await enroll(admin, { _id }, await admin.create(contacts, { lastName: 'Endless' }));
    await until('it to grow', async () => {
      const [{ count }] = await sql('select count(*)::int as count from workflow_queue where workflow_id = $1', [_id]);
      return count > 200;
    });
    await measureWhile([_id], t);
    assert.equal((await admin.post(`${workflowsPath}/${_id}/archive`, {})).status, 200);
  });
});
