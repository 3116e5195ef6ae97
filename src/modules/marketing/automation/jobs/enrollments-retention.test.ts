import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { appForFile, type Client, type Json } from '#test/harness.ts';
import { MailFacts } from '#test/mail-facts.ts';
import { until } from '#test/process.ts';
import { activeWorkflow, enroll, hasStatus, workflowsPath } from '#test/workflow-tools.ts';
import { enrollmentsRetention } from './enrollments-retention.ts';

const app = await appForFile();
const { sql } = app;
const enrollments = '/api/marketing/workflowEnrollments';
const steps = [
  { key: 'mail', type: 'sendEmail', config: { subject: 'Welcome', text: 'Hello' } },
  {
    key: 'b',
    type: 'branch',
    config: { branches: [{ filter: { title: 'Wait' }, next: 'w' }], else: 'tag' },
    next: null,
  },
  { key: 'w', type: 'wait', config: { for: '1d' }, next: 'tag' },
  { key: 'tag', type: 'addTag', config: { tag: 'welcome' }, next: null },
];

let people = 0;
async function enrolled(by: Client, workflow: Json, values: Json, status: string): Promise<Json> {
  people += 1;
  const ada = await by.create('/api/sales/contacts', { lastName: 'Byron', email: `r${people}@example.com`, ...values });
  return hasStatus(by, await enroll(by, workflow, ada), status);
}

/** Makes enrollments older than events are kept. */
const age = (...ids: string[]) =>
  sql(
    `update marketing_workflow_enrollments set created_at = now() - interval '400 days', updated_at = now() - interval '366 days'
     where id = any($1)`,
    [ids],
  );

async function clean(): Promise<void> {
  const { services } = app.app;
  await services.jobs.enqueueForPlatform(services, enrollmentsRetention);
  await until('the job', async () => {
    const [{ left }] = await sql(
      `select count(*)::int as left from jobs where name = $1 and state in ('queued', 'running', 'retrying')`,
      [enrollmentsRetention.name],
    );
    return left === 0;
  });
}

const runsOf = async ({ _id }: Json): Promise<number> =>
  (await sql('select count(*)::int as count from workflow_step_runs where enrollment_id = $1', [_id]))[0].count;

describe('the cleaning of enrollments', () => {
  it('removes those that ended long ago with their logs, and changes no statistics', async () => {
    const by = await app.tenant('retention-1');
    const workflow = await activeWorkflow(by, steps);
    const path = `${workflowsPath}/${workflow._id}`;
    const old = [await enrolled(by, workflow, {}, 'completed'), await enrolled(by, workflow, {}, 'completed')] as const;
    const recent = await enrolled(by, workflow, {}, 'completed');
    const active = await enrolled(by, workflow, { title: 'Wait' }, 'waiting');
    const facts = new MailFacts(app, by);
    const mails = await sql(
      `select (output->>'emailId') as id from workflow_step_runs where enrollment_id = $1 and type = 'sendEmail'`,
      [old[0]._id],
    );
    await facts.record([{ emailId: mails[0].id, kind: 'firstOpened' }]);
    await facts.counted();
    const before = (await by.get(`${path}/stats`)).body;
    const step = (stats: Json, key: string) => stats.steps.find(({ stepKey }: Json) => stepKey === key);
    assert.deepEqual([before.enrolled, before.completed, step(before, 'mail').opened], [4, 3, 1]);
    await age(...old.map(({ _id }) => _id), active._id);
    await clean();
    for (const one of old) {
      assert.equal((await by.get(`${enrollments}/${one._id}`)).status, 404);
      assert.equal(await runsOf(one), 0);
    }
    assert.ok((await runsOf(recent)) > 0 && (await runsOf(active)) > 0);
    assert.equal((await by.get(`${enrollments}/${active._id}`)).status, 200);
    assert.deepEqual((await by.get(`${path}/stats`)).body, before);
    await clean();
    assert.deepEqual((await by.get(`${path}/stats`)).body, before);
    // One that is restored is counted once.
    assert.equal((await by.post(`${enrollments}/${old[0]._id}/restore`, {})).status, 200);
    assert.deepEqual((await by.get(`${path}/stats`)).body.completed, before.completed);
  });

  it('removes what is left of deleted enrollments and workflows that cannot be restored any more', async () => {
    const by = await app.tenant('retention-2');
    const [kept, gone] = [await activeWorkflow(by, steps), await activeWorkflow(by, steps)];
    const deleted = await enrolled(by, kept, { title: 'Wait' }, 'waiting');
    await enrolled(by, gone, { title: 'Wait' }, 'waiting');
    await by.delete(`${enrollments}/${deleted._id}`);
    await by.delete(`${workflowsPath}/${gone._id}`);
    const count = async () => {
      const rows = await sql(
        `select (select count(*)::int from workflow_step_runs where tenant_id = t.id) as runs,
           (select count(*)::int from workflow_parked where tenant_id = t.id) as parked,
           (select count(*)::int from workflow_versions where tenant_id = t.id) as versions,
           (select count(*)::int from workflow_states where tenant_id = t.id) as states
         from tenants t where account_key = 'retention-2'`,
      );
      return rows[0];
    };
    await clean();
    assert.deepEqual(await count(), { runs: 6, parked: 2, versions: 2, states: 2 });
    await sql(`update workflow_step_runs set at = at - interval '366 days' where removed`);
    await sql(`update workflow_parked set parked_at = parked_at - interval '366 days'`);
    await sql(`update workflow_states set deleted_at = deleted_at - interval '366 days'`);
    await clean();
    assert.deepEqual(await count(), { runs: 0, parked: 0, versions: 1, states: 1 });
  });
});
