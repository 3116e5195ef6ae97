import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { appForFile, type Client, type Json } from '#test/harness.ts';
import {
  activeWorkflow,
  enroll,
  enrollmentsOf,
  hasStatus,
  isEnrolled,
  runsOf,
  workflowsPath,
} from '#test/workflow-tools.ts';

const app = await appForFile();
const contacts = '/api/sales/contacts';

let tenants = 0;
const newTenant = (): Promise<Client> => {
  tenants += 1;
  return app.tenant(`workflows-${tenants}`);
};

let people = 0;
const contact = (by: Client, values: Json = {}): Promise<Json> => {
  people += 1;
  return by.create(contacts, { firstName: 'Ada', lastName: 'Byron', email: `p${people}@example.com`, ...values });
};

describe('a workflow', () => {
  it('carries out its steps for a record that is enrolled by hand, and says what it did', async () => {
    const by = await newTenant();
    const ada = await contact(by);
    const workflow = await activeWorkflow(by, [
      { key: 'tag', type: 'addTag', config: { tag: 'new' }, next: 'task' },
      { key: 'task', type: 'createTask', config: { title: 'Call {{ contact.firstName }}', dueIn: '2d' }, next: null },
    ]);
    assert.equal(workflow.status, 'active');
    assert.equal(workflow.activeVersion, 1);
    const done = await hasStatus(by, await enroll(by, workflow, ada), 'completed', 'failed');
    assert.equal(done.status, 'completed', JSON.stringify(await runsOf(by, done)));
    assert.deepEqual((await by.get(`${contacts}/${ada._id}`)).body.tags, ['new']);
    const [task] = (await by.get('/api/sales/tasks')).body.data;
    assert.equal(task.title, 'Call Ada');
    assert.equal(task.contactId, ada._id);
    const runs = await runsOf(by, done);
    assert.deepEqual(
      runs.map(({ stepKey, outcome }: Json) => [stepKey, outcome]),
      [
        ['tag', 'done'],
        ['task', 'done'],
      ],
    );
  });

  it('enrolls new records that match, and takes the branch of each', async () => {
    const by = await newTenant();
    const steps = [
      {
        key: 'b',
        type: 'branch',
        config: { branches: [{ name: 'VIP', filter: { title: 'VIP' }, next: 'vip' }], else: 'other' },
        next: null,
      },
      { key: 'vip', type: 'updateRecord', config: { values: { title: 'Gold {{ contact.firstName }}' } }, next: null },
      { key: 'other', type: 'addTag', config: { tag: 'other' }, next: null },
    ];
    const workflow = await activeWorkflow(by, steps, {
      trigger: 'recordCreated',
      triggerConfig: { filter: { lastName: 'Byron' } },
    });
    const vip = await contact(by, { title: 'VIP' });
    const other = await contact(by);
    const ignored = await contact(by, { lastName: 'Else' });
    for (const one of [vip, other]) await hasStatus(by, await isEnrolled(by, workflow, one), 'completed');
    const gold = (await by.get(`${contacts}/${vip._id}`)).body;
    assert.deepEqual([gold.title, gold.tags], ['Gold Ada', vip.tags]);
    assert.deepEqual((await by.get(`${contacts}/${other._id}`)).body.tags, ['other']);
    assert.deepEqual(await enrollmentsOf(by, workflow, ignored), []);
  });

  it('lets a record in once while it is in it', async () => {
    const by = await newTenant();
    const ada = await contact(by);
    const workflow = await activeWorkflow(by, [{ key: 'w', type: 'wait', config: { for: '1d' } }]);
    const first = await enroll(by, workflow, ada);
    const again = await by.post('/api/marketing/workflowEnrollments', { workflowId: workflow._id, contactId: ada._id });
    assert.equal(again.status, 409, again.text);
    assert.equal(again.body.error.code, 'already_enrolled');
    await hasStatus(by, first, 'waiting');
    await by.post(`/api/marketing/workflow-enrollments/${first._id}/exit`, {});
    await enroll(by, workflow, ada);
  });

  it('waits for an event, and takes another way when it does not come in time', async () => {
    const by = await newTenant();
    const steps = [
      {
        key: 'w',
        type: 'wait',
        config: { event: { type: 'contact.updated', filter: { title: 'Yes' } }, timeout: '2s', timeoutNext: 'late' },
        next: 'intime',
      },
      { key: 'intime', type: 'addTag', config: { tag: 'in time' }, next: null },
      { key: 'late', type: 'addTag', config: { tag: 'late' }, next: null },
    ];
    const workflow = await activeWorkflow(by, steps);
    const [ada, eve] = [await contact(by), await contact(by)];
    const enrollments = [await enroll(by, workflow, ada), await enroll(by, workflow, eve)];
    await hasStatus(by, enrollments[0] as Json, 'waiting');
    await by.patch(`${contacts}/${ada._id}`, { title: 'Yes' });
    for (const one of enrollments) await hasStatus(by, one, 'completed');
    assert.deepEqual((await by.get(`${contacts}/${ada._id}`)).body.tags, ['in time']);
    assert.deepEqual((await by.get(`${contacts}/${eve._id}`)).body.tags, ['late']);
  });

  it('refuses steps that cannot be carried out, and names them', async () => {
    const by = await newTenant();
    const steps = [
      { key: 'a', type: 'wait', config: { for: 'soon' }, next: 'nowhere' },
      { key: 'b', type: 'sendEmail', config: {}, next: null },
    ];
    const workflow = await by.create(workflowsPath, { name: 'W', steps });
    const reply = await by.post(`${workflowsPath}/${workflow._id}/activate`, {});
    assert.equal(reply.status, 422, reply.text);
    const fields = reply.body.error.details.map(({ field }: Json) => field);
    assert.deepEqual(fields, ['steps.a.config.for', 'steps.b.config.templateId']);
    assert.equal((await by.get(`${workflowsPath}/${workflow._id}`)).body.status, 'draft');
  });
});
