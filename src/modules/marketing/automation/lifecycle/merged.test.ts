import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { appForFile, type Client, type Json } from '#test/harness.ts';
import { until } from '#test/process.ts';
import { activeWorkflow, enroll, enrollmentsOf, hasStatus, runsOf, workflowsPath } from '#test/workflow-tools.ts';

const app = await appForFile();
const contacts = '/api/sales/contacts';
const leads = '/api/sales/leads';
const enrollments = '/api/marketing/workflowEnrollments';

let tenants = 0;
const newTenant = (): Promise<Client> => {
  tenants += 1;
  return app.tenant(`merged-${tenants}`);
};

const contact = (by: Client, lastName = 'Byron'): Promise<Json> => by.create(contacts, { lastName });

const untilTitled = [
  { key: 'w', type: 'wait', config: { event: { type: 'contact.updated', filter: { title: 'Go' } } } },
  { key: 'tag', type: 'addTag', config: { tag: 'went on' } },
];

async function merge(by: Client, winner: Json, ...losers: Json[]): Promise<string> {
  const loserIds = losers.map(({ _id }) => _id);
  const reply = await by.post('/api/data/merge', { model: 'sales.contacts', winnerId: winner._id, loserIds });
  assert.equal(reply.status, 200, reply.text);
  return reply.body.mergeId;
}

describe('a merge', () => {
  it('lets the enrollment of the merged record go on with the kept one, and back when it is undone', async () => {
    const by = await newTenant();
    const workflow = await activeWorkflow(by, untilTitled);
    const [winner, loser, other] = [await contact(by), await contact(by), await contact(by)];
    const enrollment = await enroll(by, workflow, loser);
    const undone = await enroll(by, workflow, other);
    for (const one of [enrollment, undone]) await hasStatus(by, one, 'waiting');
    await merge(by, winner, loser);
    const again = await by.post(enrollments, { workflowId: workflow._id, contactId: winner._id });
    assert.equal(again.status, 409, again.text);
    await by.patch(`${contacts}/${winner._id}`, { title: 'Go' });
    const done = await hasStatus(by, enrollment, 'completed', 'exited');
    assert.deepEqual([done.status, done.contactId, done.recordId], ['completed', winner._id, winner._id]);
    assert.deepEqual((await by.get(`${contacts}/${winner._id}`)).body.tags, ['went on']);
    const mergeId = await merge(by, winner, other);
    const reply = await by.post('/api/data/merge/undo', { mergeId });
    assert.equal(reply.status, 200, reply.text);
    await by.patch(`${contacts}/${other._id}`, { title: 'Go' });
    assert.equal((await hasStatus(by, undone, 'completed', 'exited')).status, 'completed');
    assert.deepEqual((await by.get(`${contacts}/${other._id}`)).body.tags, ['went on']);
  });

  it('ends all enrollments but one of records that are in the same workflow', async () => {
    const by = await newTenant();
    const workflow = await activeWorkflow(by, untilTitled);
    const people = [await contact(by), await contact(by), await contact(by)] as const;
    for (const one of people) await hasStatus(by, await enroll(by, workflow, one), 'waiting');
    const [winner, ...losers] = people;
    await merge(by, winner, ...losers);
    const all = await enrollmentsOf(by, workflow);
    assert.deepEqual(all.map(({ status }) => status).sort(), ['exited', 'exited', 'waiting']);
    for (const one of all) assert.equal(one.recordId, winner._id);
    for (const { exitReason } of all.filter(({ status }) => status === 'exited')) assert.match(exitReason, /merged/);
    const { body } = await by.get(`${workflowsPath}/${workflow._id}`);
    assert.deepEqual([body.activeCount, body.exitedCount], [1, 2]);
    await by.patch(`${contacts}/${winner._id}`, { title: 'Go' });
    await until('the last one', async () =>
      (await enrollmentsOf(by, workflow)).some(({ status }) => status === 'completed'),
    );
  });

  it('keeps both where a record may be in the workflow several times', async () => {
    const by = await newTenant();
    const workflow = await activeWorkflow(by, untilTitled, { allowReenrollment: true });
    const [winner, loser] = [await contact(by), await contact(by)];
    const both = [await enroll(by, workflow, winner), await enroll(by, workflow, loser)];
    for (const one of both) await hasStatus(by, one, 'waiting');
    await merge(by, winner, loser);
    await by.patch(`${contacts}/${winner._id}`, { title: 'Go' });
    for (const one of both) await hasStatus(by, one, 'completed');
  });
});

describe('an enrollment', () => {
  it('goes on with another record only when the writer may read that one', async () => {
    const by = await newTenant();
    const workflow = await activeWorkflow(by, untilTitled);
    const [ada, eve] = [await contact(by), await contact(by)];
    const enrollment = await enroll(by, workflow, ada);
    await hasStatus(by, enrollment, 'waiting');
    const path = `${enrollments}/${enrollment._id}`;
    const narrow = await app.user({ permissions: ['marketing:read', 'marketing:write', 'sales:read:own'] }, by);
    const refused = await narrow.patch(path, { contactId: eve._id, recordId: eve._id });
    assert.equal(refused.status, 422, refused.text);
    const changed = await by.patch(path, { contactId: eve._id, recordId: eve._id });
    assert.equal(changed.status, 200, changed.text);
    await by.patch(`${contacts}/${eve._id}`, { title: 'Go' });
    await hasStatus(by, enrollment, 'completed');
    assert.deepEqual((await by.get(`${contacts}/${eve._id}`)).body.tags, ['went on']);
  });
});

describe('a lead that is converted', () => {
  it('goes on in its workflows as a lead, also after a failure', async () => {
    const by = await newTenant();
    const steps = [
      { key: 'w', type: 'wait', config: { event: { type: 'lead.updated', filter: { status: 'converted' } } } },
      { key: 'bad', type: 'updateRecord', config: { values: { email: '{{ lead.lastName }}' } } },
    ];
    const workflow = await activeWorkflow(by, steps, { modelKey: 'leads' });
    const lead = await by.create(leads, { lastName: 'Byron', email: 'ada@example.com' });
    const enrollment = await enroll(by, workflow, lead);
    await hasStatus(by, enrollment, 'waiting');
    const reply = await by.post('/api/sales/lead-management/convert', { leadId: lead._id });
    assert.equal(reply.status, 200, reply.text);
    const failed = await hasStatus(by, enrollment, 'failed');
    assert.deepEqual([failed.recordId, failed.contactId], [lead._id, reply.body.contactId]);
    assert.equal((await by.post(`/api/marketing/workflow-enrollments/${enrollment._id}/retry`, {})).status, 200);
    // The step of the lead is tried again; there is no lead with the id of the contact.
    const runs = await until('the second try', async () => {
      const all = await runsOf(by, enrollment);
      return all.length === 4 && all;
    });
    assert.deepEqual(
      runs.map(({ stepKey, outcome }: Json) => [stepKey, outcome]),
      [
        ['w', 'waiting'],
        ['w', 'done'],
        ['bad', 'failed'],
        ['bad', 'failed'],
      ],
    );
  });
});
