import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { appForFile, type Client, type Json } from '#test/harness.ts';
import { until } from '#test/process.ts';
import { activeWorkflow, enroll, enrollmentsOf, hasStatus, runsOf, workflowsPath } from '#test/workflow-tools.ts';

const app = await appForFile();
const { sql } = app;
const contacts = '/api/sales/contacts';
const enrollments = '/api/marketing/workflowEnrollments';

let tenants = 0;
const newTenant = (): Promise<Client> => {
  tenants += 1;
  return app.tenant(`restored-${tenants}`);
};

const contact = (by: Client): Promise<Json> => by.create(contacts, { lastName: 'Byron', email: 'ada@example.com' });
const wait = (key: string, config: Json, next: string | null = null): Json => ({ key, type: 'wait', config, next });
const tag = (key: string, text: string, next: string | null = null): Json => ({
  key,
  type: 'addTag',
  config: { tag: text },
  next,
});

async function restore(by: Client, path: string): Promise<Json> {
  const reply = await by.post(`${path}/restore`, {});
  assert.equal(reply.status, 200, reply.text);
  return reply.body;
}

const read = async (by: Client, path: string): Promise<Json> => (await by.get(path)).body;

describe('a restored enrollment', () => {
  it('goes on at its step, with what earlier steps did, and is counted once', async () => {
    const by = await newTenant();
    const steps = [
      tag('first', 'one', 'w'),
      wait('w', { event: { type: 'contact.updated', filter: { title: 'Go' } } }, 'set'),
      {
        key: 'set',
        type: 'updateRecord',
        config: { values: { department: '{{ trigger.x }}{{ steps.w | size }}' } },
        next: null,
      },
    ];
    const workflow = await activeWorkflow(by, steps);
    const ada = await contact(by);
    const enrollment = await enroll(by, workflow, ada);
    await hasStatus(by, enrollment, 'waiting');
    await by.delete(`${enrollments}/${enrollment._id}`);
    assert.equal((await read(by, `${workflowsPath}/${workflow._id}`)).activeCount, 0);
    const stats = await read(by, `${workflowsPath}/${workflow._id}/stats`);
    assert.deepEqual([stats.enrolled, stats.steps[0].done], [0, 0]);
    await restore(by, `${enrollments}/${enrollment._id}`);
    await hasStatus(by, enrollment, 'waiting');
    const counted = await read(by, `${workflowsPath}/${workflow._id}`);
    assert.deepEqual([counted.enrolledCount, counted.activeCount], [1, 1]);
    await by.patch(`${contacts}/${ada._id}`, { title: 'Go' });
    await hasStatus(by, enrollment, 'completed');
    assert.deepEqual(
      (await runsOf(by, enrollment)).map(({ stepKey, outcome }: Json) => [stepKey, outcome]),
      [
        ['first', 'done'],
        ['w', 'waiting'],
        ['w', 'done'],
        ['set', 'done'],
      ],
    );
    const done = await read(by, `${workflowsPath}/${workflow._id}/stats`);
    assert.deepEqual([done.enrolled, done.completed, done.steps[0].done], [1, 1, 1]);
  });

  it('stays paused when it was', async () => {
    const by = await newTenant();
    const workflow = await activeWorkflow(by, [wait('w', { for: '1s' }, 't'), tag('t', 'late')]);
    const ada = await contact(by);
    const enrollment = await enroll(by, workflow, ada);
    await hasStatus(by, enrollment, 'waiting');
    await by.post(`/api/marketing/workflow-enrollments/${enrollment._id}/pause`, {});
    await by.delete(`${enrollments}/${enrollment._id}`);
    assert.equal((await restore(by, `${enrollments}/${enrollment._id}`)).status, 'paused');
    const [{ paused }] = await sql('select paused from workflow_queue where enrollment_id = $1', [enrollment._id]);
    assert.equal(paused, true);
    await by.post(`/api/marketing/workflow-enrollments/${enrollment._id}/resume`, {});
    await hasStatus(by, enrollment, 'completed');
  });

  it('ends when the record was enrolled again meanwhile', async () => {
    const by = await newTenant();
    const workflow = await activeWorkflow(by, [wait('w', { for: '1d' })]);
    const ada = await contact(by);
    const first = await enroll(by, workflow, ada);
    await hasStatus(by, first, 'waiting');
    await by.delete(`${enrollments}/${first._id}`);
    const second = await enroll(by, workflow, ada);
    await restore(by, `${enrollments}/${first._id}`);
    const ended = await hasStatus(by, first, 'exited');
    assert.match(ended.exitReason, /enrolled again/);
    await hasStatus(by, second, 'waiting');
    const counted = await read(by, `${workflowsPath}/${workflow._id}`);
    assert.deepEqual([counted.enrolledCount, counted.activeCount, counted.exitedCount], [2, 1, 1]);
  });

  it('fails as not confirmed when another system was being called', async () => {
    const by = await newTenant();
    const workflow = await activeWorkflow(by, [wait('w', { for: '1d' }, 't'), tag('t', 'x')]);
    const enrollment = await enroll(by, workflow, await contact(by));
    await hasStatus(by, enrollment, 'waiting');
    await by.delete(`${enrollments}/${enrollment._id}`);
    await sql(
      `update workflow_parked set place = place || '{"started_at": "2026-01-01T00:00:00Z"}' where enrollment_id = $1`,
      [enrollment._id],
    );
    await restore(by, `${enrollments}/${enrollment._id}`);
    assert.match((await hasStatus(by, enrollment, 'failed')).error, /^Not confirmed/);
    assert.equal((await by.post(`/api/marketing/workflow-enrollments/${enrollment._id}/retry`, {})).status, 200);
  });
});

describe('a restored workflow', () => {
  for (const query of ['', '?async=true'])
    it(`runs again by its version, with the records in it${query && ', by a job'}`, async () => {
      const by = await newTenant();
      const steps = [tag('first', 'one', 'w'), wait('w', { for: '1d' }, 'last'), tag('last', 'two')];
      const workflow = await activeWorkflow(by, steps, { trigger: 'recordCreated' });
      const path = `${workflowsPath}/${workflow._id}`;
      const ada = await contact(by);
      const enrollment = await until('the enrollment', async () => (await enrollmentsOf(by, workflow, ada))[0]);
      await hasStatus(by, enrollment, 'waiting');
      // The workflow as it is written now cannot be activated any more, which does not matter to its version.
      await by.patch(path, { steps: [...steps, { key: 'mail', type: 'sendEmail', config: {} }] });
      assert.ok([202, 204].includes((await by.delete(path + query)).status));
      await until('it is deleted', async () => (await by.get(path)).status === 404);
      await contact(by);
      const reply = await by.post(`${path}/restore${query}`, {});
      assert.ok([200, 202].includes(reply.status), reply.text);
      await hasStatus(by, enrollment, 'waiting');
      const restored = await until('it is restored', async () => {
        const body = await read(by, path);
        return body.status === 'active' && body.activeCount === 1 && body;
      });
      assert.deepEqual([restored.activeVersion, restored.enrolledCount, restored.steps.length], [1, 1, 4]);
      const rows = await read(by, `/api/marketing/workflowSteps?filter[workflowId]=${workflow._id}`);
      assert.equal(rows.data.length, 4);
      await sql('update workflow_queue set next_at = now(), until_at = now() where enrollment_id = $1', [
        enrollment._id,
      ]);
      const next = await contact(by);
      await until('the next one', async () => (await enrollmentsOf(by, workflow, next))[0]);
      await hasStatus(by, enrollment, 'completed');
      assert.deepEqual((await read(by, `${contacts}/${ada._id}`)).tags, ['one', 'two']);
      assert.equal((await enrollmentsOf(by, workflow)).length, 2);
    });
});

describe('a deleted record', () => {
  it('leaves its workflows, and is not in them again when it is restored', async () => {
    const by = await newTenant();
    const workflow = await activeWorkflow(by, [wait('w', { for: '1d' })]);
    const ada = await contact(by);
    const enrollment = await enroll(by, workflow, ada);
    await hasStatus(by, enrollment, 'waiting');
    await by.delete(`${contacts}/${ada._id}`);
    assert.match((await hasStatus(by, enrollment, 'exited')).exitReason, /deleted/);
    await restore(by, `${contacts}/${ada._id}`);
    assert.equal((await hasStatus(by, enrollment, 'exited')).contactId, ada._id);
    await enroll(by, workflow, ada);
  });
});
