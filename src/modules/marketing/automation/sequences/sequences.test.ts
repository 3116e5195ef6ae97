import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { appForFile, type Client, type Json } from '#test/harness.ts';
import { until } from '#test/process.ts';
import { activeWorkflow, enrollmentsOf, hasStatus, isEnrolled, workflowsPath } from '#test/workflow-tools.ts';

const app = await appForFile();
const contacts = '/api/sales/contacts';
const drips = '/api/marketing/emailDripCampaigns';
const sequences = '/api/marketing/campaignSequences';
const emailSequences = '/api/marketing/emailSequenceWorkflows';

let tenants = 0;
const newTenant = (): Promise<Client> => {
  tenants += 1;
  return app.tenant(`sequences-${tenants}`);
};

let people = 0;
const contact = (by: Client, values: Json = {}): Promise<Json> => {
  people += 1;
  return by.create(contacts, { firstName: 'Ada', lastName: 'Byron', email: `s${people}@example.com`, ...values });
};

const email = (values: Json = {}): Json => ({ subject: 'Hello', text: 'Hello {{ contact.firstName }}', ...values });

async function post(by: Client, path: string, body: Json = {}, status = 200): Promise<Json> {
  const reply = await by.post(path, body);
  assert.equal(reply.status, status, reply.text);
  return reply.body;
}

const workflowOf = async (by: Client, sequence: Json): Promise<Json> =>
  (await by.get(`${workflowsPath}/${sequence.workflowId}`)).body;

const stepsOf = ({ steps }: Json): Json[] => steps.map(({ key, type, config }: Json) => [key, type, config]);

const segment = (by: Client, title: string): Promise<Json> =>
  by.create('/api/marketing/segments', { name: title, modelKey: 'contacts', definition: { title } });

const today = (days = 0): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

describe('a sequence', () => {
  it('runs as a workflow that it makes when it is activated', async () => {
    const by = await newTenant();
    const template = await by.create('/api/communications/emailTemplates', {
      name: 'T',
      subject: 'Second',
      text: 'Hello',
    });
    const drip = await by.create(drips, {
      name: 'Welcome',
      emails: [email(), { templateId: template._id, afterDays: 14 }, email({ afterDays: 14 })],
      fromName: 'Kestrel',
      exitOnReply: false,
      sendWindow: { from: '09:00', to: '17:00', tz: 'Europe/Berlin' },
    });
    assert.equal(drip.workflowId, null);
    const active = await post(by, `${drips}/${drip._id}/activate`);
    assert.equal(active.status, 'active');
    assert.equal(active.version, drip.version + 1);
    const workflow = await workflowOf(by, active);
    assert.equal(workflow.name, 'Drip: Welcome');
    assert.equal(workflow.status, 'active');
    assert.equal(workflow.sourceModel, 'marketing.emailDripCampaigns');
    assert.equal(workflow.sourceId, drip._id);
    assert.equal(workflow.exitOnReply, false);
    assert.equal(workflow.ownerId, drip.ownerId);
    assert.deepEqual(workflow.sendWindow, drip.sendWindow);
    const mail = { fromName: 'Kestrel', subject: 'Hello', text: 'Hello {{ contact.firstName }}' };
    assert.deepEqual(stepsOf(workflow), [
      ['email1', 'sendEmail', mail],
      ['wait2', 'wait', { for: '14d' }],
      ['email2', 'sendEmail', { fromName: 'Kestrel', templateId: template._id }],
      ['email3', 'sendEmail', mail],
    ]);
  });

  it('sends its messages, and counts those who go through it', async () => {
    const by = await newTenant();
    const ada = await contact(by);
    const sequence = await by.create(sequences, {
      name: 'Launch',
      status: 'active',
      steps: [
        email({ afterDays: 0 }),
        { channel: 'sms', text: 'Hi {{ contact.firstName }}' },
        { channel: 'task', title: 'Call {{ contact.firstName }}', text: 'Ask how it goes.' },
      ],
    });
    const workflow = await workflowOf(by, sequence);
    assert.equal(workflow.name, 'Sequence: Launch');
    const enrolled = await post(by, `${sequences}/${sequence._id}/enroll`, { contactIds: [ada._id] }, 202);
    assert.deepEqual(enrolled, { workflowId: workflow._id, accepted: 1, skipped: 0 });
    await hasStatus(by, await isEnrolled(by, workflow, ada), 'completed');
    const [sent] = (await by.get(`/api/communications/emails?filter[contactId]=${ada._id}`)).body.data;
    assert.equal(sent.subject, 'Hello');
    const [task] = (await by.get('/api/sales/tasks')).body.data;
    assert.deepEqual([task.title, task.description, task.contactId], ['Call Ada', 'Ask how it goes.', ada._id]);
    const { body } = await by.get(`${sequences}/${sequence._id}`);
    const counts = [body.enrolledCount, body.activeCount, body.completedCount, body.exitedCount];
    assert.deepEqual(counts, [1, 0, 1, 0]);
    assert.equal(body.version, sequence.version, 'counters are kept without versions');
    const stats = (await by.get(`${sequences}/${sequence._id}/stats`)).body;
    assert.equal(stats.completed, 1);
    assert.deepEqual(stats.steps.map(({ stepKey }: Json) => stepKey).sort(), ['email1', 'sms2', 'task3']);
  });

  it('is paused, resumed, changed and archived', async () => {
    const by = await newTenant();
    const ada = await contact(by);
    const { _id } = await by.create(emailSequences, {
      name: 'Follow up',
      status: 'active',
      trigger: 'recordCreated',
      steps: [email({ afterDays: 3 })],
    });
    const path = `${emailSequences}/${_id}`;
    const sequence = (await by.get(path)).body;
    await post(by, `${path}/enroll`, { records: [ada._id] }, 202);
    await hasStatus(by, await isEnrolled(by, { _id: sequence.workflowId }, ada), 'waiting');
    assert.equal((await post(by, `${path}/pause`)).status, 'paused');
    assert.equal((await workflowOf(by, sequence)).status, 'paused');
    assert.equal((await by.post(`${path}/pause`, {})).status, 409);
    assert.equal((await by.post(`${path}/enroll`, { records: [ada._id] })).status, 409);
    assert.equal((await post(by, `${path}/resume`)).status, 'active');
    assert.equal((await workflowOf(by, sequence)).activeVersion, 1, 'it goes on by the same version');

    await by.patch(path, { steps: [email()] });
    assert.equal((await workflowOf(by, sequence)).activeVersion, 1, 'a change waits until it is activated again');
    await post(by, `${path}/activate`);
    const changed = await workflowOf(by, sequence);
    assert.equal(changed.activeVersion, 2);
    assert.deepEqual(
      changed.steps.map(({ key }: Json) => key),
      ['email1'],
    );
    const eve = await contact(by);
    await hasStatus(by, await isEnrolled(by, changed, eve), 'completed');

    assert.equal((await by.patch(path, { status: 'archived' })).body.status, 'archived');
    assert.equal((await workflowOf(by, sequence)).status, 'archived');
    assert.equal((await by.post(`${path}/activate`, {})).status, 409);
  });

  it('is the only one that starts and stops its workflow', async () => {
    const by = await newTenant();
    const sequence = await by.create(sequences, { name: 'S', status: 'active', steps: [email()] });
    const path = `${workflowsPath}/${sequence.workflowId}`;
    for (const verb of ['pause', 'archive', 'activate'])
      assert.equal((await by.post(`${path}/${verb}`, {})).status, 409, verb);
    assert.equal((await by.patch(path, { status: 'paused' })).status, 409);
    assert.equal((await by.get(path)).body.status, 'active');
  });

  it('archives its workflow when it is deleted, and starts it again when it is restored', async () => {
    const by = await newTenant();
    const sequence = await by.create(drips, { name: 'D', status: 'active', emails: [email()] });
    assert.equal((await by.delete(`${drips}/${sequence._id}`)).status, 204);
    assert.equal((await workflowOf(by, sequence)).status, 'archived');
    await post(by, `${drips}/${sequence._id}/restore`);
    assert.equal((await workflowOf(by, sequence)).status, 'active');
  });

  it('gets a new workflow when somebody deleted it', async () => {
    const by = await newTenant();
    const sequence = await by.create(drips, { name: 'D', status: 'active', emails: [email()] });
    await by.delete(`${workflowsPath}/${sequence.workflowId}`);
    assert.equal((await by.get(`${drips}/${sequence._id}/stats`)).body.enrolled, 0);
    const active = await post(by, `${drips}/${sequence._id}/activate`);
    assert.notEqual(active.workflowId, sequence.workflowId);
    assert.equal((await workflowOf(by, active)).status, 'active');
  });
});

describe('the definition of a sequence', () => {
  const refusals: readonly [string, Json, string][] = [
    [drips, { emails: [] }, 'emails'],
    [drips, { emails: [email(), { templateId: '0197b0f5-1111-7111-8111-111111111111' }] }, 'emails[1].templateId'],
    [drips, { emails: [email(), {}] }, 'emails[1].templateId'],
    [drips, { emails: [email({ afterDays: 5 }), email({ afterDays: 2 })] }, 'emails[1].afterDays'],
    [drips, { emails: [email({ afterDays: 'soon' })] }, 'emails[0].afterDays'],
    [drips, { emails: [email({ delay: 3 })] }, 'emails[0].delay'],
    [drips, { emails: [{ channel: 'sms', text: 'Hi' }] }, 'emails[0].channel'],
    [drips, { emails: [email({ text: '{{ contact.firstName' })] }, 'emails[0].text'],
    [drips, { emails: [email()], trigger: 'segmentEntered' }, 'segmentIds'],
    [drips, { emails: [email()], timezone: 'Mars/Base' }, 'timezone'],
    [drips, { emails: [email()], exitConditions: { planet: 'Mars' } }, 'exitConditions[planet]'],
    [sequences, { steps: [email(), { channel: 'sms' }] }, 'steps[1].text'],
    [sequences, { steps: [{ channel: 'sms', text: 'Hi', templateId: 'x' }] }, 'steps[0].templateId'],
    [sequences, { steps: [{ channel: 'task', text: 'Call' }] }, 'steps[0].title'],
    [sequences, { steps: [email()], trigger: 'date', startDate: '2030-01-01' }, 'segmentIds'],
    [sequences, { steps: [email()], sendWindow: { from: 'nine' } }, 'sendWindow.from'],
  ];
  it('names the field that cannot be carried out', async () => {
    const by = await newTenant();
    for (const [path, values, field] of refusals) {
      const reply = await by.post(path, { name: 'S', status: 'active', ...values });
      assert.equal(reply.status, 422, `${field}: ${reply.text}`);
      assert.equal(reply.body.error.details[0].field, field);
      assert.ok(reply.body.error.message.startsWith(field), reply.body.error.message);
    }
    assert.equal((await by.get(workflowsPath)).body.data.length, 0, 'no workflow is left of a refused write');
  });
});

describe('the trigger of a sequence', () => {
  it('enrolls those who enter one of its segments', async () => {
    const by = await newTenant();
    const ids = [(await segment(by, 'Gold'))._id, (await segment(by, 'Silver'))._id];
    const drip = await by.create(drips, {
      name: 'D',
      status: 'active',
      trigger: 'segmentEntered',
      segmentIds: ids,
      emails: [email()],
    });
    const workflow = await workflowOf(by, drip);
    for (const title of ['Gold', 'Silver'])
      await hasStatus(by, await isEnrolled(by, workflow, await contact(by, { title })), 'completed');
  });

  it('enrolls contacts whose tags change, and new leads', async () => {
    const by = await newTenant();
    const ada = await contact(by);
    const create = async (trigger: string) =>
      workflowOf(by, await by.create(drips, { name: trigger, status: 'active', trigger, emails: [email()] }));
    const [tagged, leads] = [await create('tagAdded'), await create('leadCreated')];
    assert.equal(leads.modelKey, 'leads');
    await by.patch(`${contacts}/${ada._id}`, { tags: ['new'] });
    await hasStatus(by, await isEnrolled(by, tagged, ada), 'completed');
    const lead = await by.create('/api/sales/leads', { lastName: 'Noether', email: 'noether@example.com' });
    await hasStatus(by, await isEnrolled(by, leads, lead), 'completed');
  });

  it('enrolls the members of its segments once, on its first day', async () => {
    const by = await newTenant();
    const gold = await segment(by, 'Gold');
    const ada = await contact(by, { title: 'Gold' });
    await contact(by);
    const values = { name: 'S', status: 'active', trigger: 'date', segmentIds: [gold._id], steps: [email()] };
    const now = await by.create(sequences, { ...values, startDate: today() });
    const workflow = await workflowOf(by, now);
    await hasStatus(by, await isEnrolled(by, workflow, ada), 'completed');
    await post(by, `${sequences}/${now._id}/activate`);
    assert.equal((await enrollmentsOf(by, workflow)).length, 1);
    const later = await workflowOf(by, await by.create(sequences, { ...values, startDate: today(2) }));
    assert.deepEqual(later.triggerConfig, { on: today(2), at: '00:00' });
    assert.equal((await enrollmentsOf(by, later)).length, 0);
  });

  it('enrolls at the beginning of a day that comes', async () => {
    const by = await newTenant();
    const gold = await segment(by, 'Gold');
    const ada = await contact(by, { title: 'Gold' });
    const workflow = await activeWorkflow(by, [{ key: 'w', type: 'wait', config: { for: '1d' } }], {
      trigger: 'schedule',
      triggerConfig: { on: today(), at: '00:00' },
      segmentIds: [gold._id],
    });
    await contact(by, { title: 'Gold' });
    assert.equal((await enrollmentsOf(by, workflow)).length, 0, 'the day began before the workflow was activated');
    // As if it had been activated yesterday.
    await app.sql(`update workflow_states set done_to = now() - interval '1 day' where workflow_id = $1`, [
      workflow._id,
    ]);
    await contact(by);
    await isEnrolled(by, workflow, ada);
    assert.equal((await enrollmentsOf(by, workflow)).length, 2);
  });

  it('is carried out by hand when a date trigger has no date', async () => {
    const by = await newTenant();
    const sequence = await by.create(sequences, {
      name: 'S',
      status: 'active',
      trigger: 'campaignStarted',
      steps: [email()],
    });
    assert.equal((await workflowOf(by, sequence)).trigger, 'manual');
  });
});

it('a sequence shows that its workflow was paused, because its owner is gone', async () => {
  const by = await newTenant();
  const sequence = await by.create(drips, { name: 'D', status: 'active', emails: [email()] });
  await app.sql('update marketing_workflows set owner_id = null where id = $1', [sequence.workflowId]);
  await contact(by);
  await until('the sequence is paused', async () => {
    const { body } = await by.get(`${drips}/${sequence._id}`);
    return body.status === 'paused';
  });
});
