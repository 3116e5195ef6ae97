import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { appForFile, type Client, type Json } from '#test/harness.ts';
import { until } from '#test/process.ts';
import { activeWorkflow, enrollmentsOf, hasStatus, isEnrolled, workflowsPath } from '#test/workflow-tools.ts';

const app = await appForFile();
const { sql } = app;
const contacts = '/api/sales/contacts';
const leads = '/api/sales/leads';

let tenants = 0;
const newTenant = (): Promise<Client> => {
  tenants += 1;
  return app.tenant(`triggers-${tenants}`);
};

let people = 0;
const contact = (by: Client, values: Json = {}): Promise<Json> => {
  people += 1;
  return by.create(contacts, { firstName: 'Ada', lastName: 'Byron', email: `t${people}@example.com`, ...values });
};

const tagging = [{ key: 'tag', type: 'addTag', config: { tag: 'seen' } }];

/** A workflow that comes to events after those of the test, so what it does not do has not happened. */
async function settled(by: Client): Promise<void> {
  const marker = await activeWorkflow(by, [], { trigger: 'recordCreated', modelKey: 'products' });
  const product = await by.create('/api/sales/products', { name: 'Marker' });
  await hasStatus(by, await isEnrolled(by, marker, product), 'completed');
}

describe('the trigger recordUpdated', () => {
  it('starts for the fields that it names, from the values that it names', async () => {
    const by = await newTenant();
    const triggerConfig = { fields: ['title'], filter: { title: 'Chief' }, previous: { title: 'Engineer' } };
    const workflow = await activeWorkflow(by, tagging, { trigger: 'recordUpdated', triggerConfig });
    const [yes, otherBefore, otherField] = [
      await contact(by, { title: 'Engineer' }),
      await contact(by, { title: 'Clerk' }),
      await contact(by, { title: 'Chief' }),
    ];
    await by.patch(`${contacts}/${yes._id}`, { title: 'Chief' });
    await by.patch(`${contacts}/${otherBefore._id}`, { title: 'Chief' });
    await by.patch(`${contacts}/${otherField._id}`, { lastName: 'Else' });
    await hasStatus(by, await isEnrolled(by, workflow, yes), 'completed');
    await settled(by);
    assert.equal((await enrollmentsOf(by, workflow)).length, 1);
  });

  it('does not start for changes that only count, unless it names the counter', async () => {
    const by = await newTenant();
    const mails = { modelKey: 'campaigns', trigger: 'recordUpdated' };
    const any = await activeWorkflow(by, [], mails);
    const named = await activeWorkflow(by, [], { ...mails, triggerConfig: { fields: ['sentCount'] } });
    const campaign = await by.create('/api/marketing/campaigns', { name: 'C' });
    await by.patch(`/api/marketing/campaigns/${campaign._id}`, { sentCount: 4 });
    await isEnrolled(by, named, campaign);
    await settled(by);
    assert.deepEqual(await enrollmentsOf(by, any), []);
  });
});

describe('the trigger recordDeleted', () => {
  it('knows the record as it was', async () => {
    const by = await newTenant();
    const steps = [
      { key: 'task', type: 'createTask', config: { title: 'Lost {{ record.firstName }}', assignTo: 'workflowOwner' } },
    ];
    const workflow = await activeWorkflow(by, steps, {
      trigger: 'recordDeleted',
      triggerConfig: { filter: { title: 'VIP' } },
    });
    const [vip, other] = [await contact(by, { firstName: 'Vera', title: 'VIP' }), await contact(by)];
    for (const one of [other, vip]) await by.delete(`${contacts}/${one._id}`);
    const task = await until('the task', async () => (await by.get('/api/sales/tasks')).body.data[0]);
    assert.equal(task.title, 'Lost Vera');
    assert.equal((await enrollmentsOf(by, workflow)).length, 1);
  });
});

describe('the triggers of segments', () => {
  it('start when a record enters and when it leaves', async () => {
    const by = await newTenant();
    const segment = await by.create('/api/marketing/segments', { name: 'S', definition: { title: 'In' } });
    const triggerConfig = { segmentId: segment._id };
    const entered = await activeWorkflow(by, tagging, { trigger: 'segmentEntered', triggerConfig });
    const left = await activeWorkflow(by, tagging, { trigger: 'segmentLeft', triggerConfig });
    const ada = await contact(by, { title: 'In' });
    await hasStatus(by, await isEnrolled(by, entered, ada), 'completed');
    assert.deepEqual(await enrollmentsOf(by, left), []);
    await by.patch(`${contacts}/${ada._id}`, { title: 'Out' });
    await hasStatus(by, await isEnrolled(by, left, ada), 'completed');
  });

  it('refuses a segment of other records', async () => {
    const by = await newTenant();
    const segment = await by.create('/api/marketing/segments', { name: 'S', modelKey: 'leads', definition: {} });
    const workflow = await by.create(workflowsPath, {
      name: 'W',
      modelKey: 'contacts',
      segmentIds: [segment._id],
      steps: tagging,
    });
    const reply = await by.post(`${workflowsPath}/${workflow._id}/activate`, {});
    assert.equal(reply.status, 409, reply.text);
    assert.equal(reply.body.error.code, 'segment_model_mismatch');
  });
});

describe('the trigger event', () => {
  it('starts for the record to which another one refers', async () => {
    const by = await newTenant();
    const triggerConfig = { type: 'order.created', filter: { total: { gt: 100 } } };
    const workflow = await activeWorkflow(by, tagging, { trigger: 'event', triggerConfig });
    const [ada, eve] = [await contact(by), await contact(by)];
    await by.create('/api/sales/orders', { name: 'Small', contactId: eve._id, total: 50 });
    await by.create('/api/sales/orders', { name: 'Large', contactId: ada._id, total: 500 });
    await hasStatus(by, await isEnrolled(by, workflow, ada), 'completed');
    assert.equal((await enrollmentsOf(by, workflow)).length, 1);
  });
});

describe('the triggers of mails', () => {
  it('start when a mail of the campaign is opened first', async () => {
    const by = await newTenant();
    const campaign = await by.create('/api/marketing/campaigns', { name: 'C' });
    const triggerConfig = { campaignId: campaign._id };
    const workflow = await activeWorkflow(by, tagging, { trigger: 'emailOpened', triggerConfig });
    const [ada, eve] = [await contact(by), await contact(by)];
    const mail = (contactId: string, values: Json) =>
      by.create('/api/communications/emails', { subject: 'S', contactId, status: 'sent', ...values });
    const first = await mail(ada._id, { campaignId: campaign._id });
    const other = await mail(eve._id, {});
    for (const { _id } of [other, first])
      await by.patch(`/api/communications/emails/${_id}`, { openedAt: new Date().toISOString() });
    await hasStatus(by, await isEnrolled(by, workflow, ada), 'completed');
    await settled(by);
    assert.equal((await enrollmentsOf(by, workflow)).length, 1);
  });
});

describe('the trigger webhook', () => {
  it('enrolls the record that its secret address gets, with the rest of the body', async () => {
    const by = await newTenant();
    const steps = [{ key: 'set', type: 'updateRecord', config: { values: { title: 'Paid {{ trigger.amount }}' } } }];
    const workflow = await activeWorkflow(by, steps, { trigger: 'webhook' });
    const ada = await contact(by);
    const { pathname } = new URL(workflow.hookUrl);
    const anybody = app.anonymous;
    const reply = await anybody.post(pathname, { contactId: ada._id, amount: 42 });
    assert.equal(reply.status, 202, reply.text);
    await hasStatus(by, await isEnrolled(by, workflow, ada), 'completed');
    assert.equal((await by.get(`${contacts}/${ada._id}`)).body.title, 'Paid 42');
    assert.equal((await anybody.post(`${pathname}x`, { contactId: ada._id })).status, 404);
    assert.equal((await anybody.post(pathname, { contactId: 'nobody' })).status, 422);
  });
});

describe('the trigger schedule', () => {
  it('enrolls every record that matches, each time', async () => {
    const by = await newTenant();
    const triggerConfig = { cron: '* * * * *', filter: { status: 'new' } };
    const [a, b] = [
      await by.create(leads, { lastName: 'A', status: 'new' }),
      await by.create(leads, { lastName: 'B', status: 'won' }),
    ];
    const workflow = await activeWorkflow(by, [], { modelKey: 'leads', trigger: 'schedule', triggerConfig });
    // The schedule was due a minute ago. A turn that has begun may store its own time afterwards.
    await until('the enrollment', async () => {
      await sql(
        `update workflow_states set done_to = now() - interval '2 minutes', next_at = now() where workflow_id = $1`,
        [workflow._id],
      );
      await by.patch(`${leads}/${b._id}`, { lastName: `C${Math.random()}` });
      return (await enrollmentsOf(by, workflow)).length > 0;
    });
    await hasStatus(by, await isEnrolled(by, workflow, a), 'completed');
    assert.deepEqual(await enrollmentsOf(by, workflow, b), []);
  });
});

describe('the trigger date', () => {
  it('starts at a time of a record with an offset', async () => {
    const by = await newTenant();
    const triggerConfig = { field: 'reminderAt', offset: '-1h' };
    const workflow = await activeWorkflow(by, [], { modelKey: 'tasks', trigger: 'date', triggerConfig });
    const at = (ms: number) => new Date(Date.now() + ms).toISOString();
    const soon = await by.create('/api/sales/tasks', { title: 'Soon', reminderAt: at(3_601_500) });
    await by.create('/api/sales/tasks', { title: 'Later', reminderAt: at(7_200_000) });
    await hasStatus(by, await isEnrolled(by, workflow, soon), 'completed');
    assert.equal((await enrollmentsOf(by, workflow)).length, 1);
  });

  it('starts on a day of every year', async () => {
    const by = await newTenant();
    const today = new Date().toISOString().slice(5, 10);
    const born = await contact(by, { birthday: `1990-${today}` });
    const other = await contact(by, { birthday: '1990-01-01' === `1990-${today}` ? '1990-01-02' : '1990-01-01' });
    const triggerConfig = { field: 'birthday', at: '00:00', tz: 'UTC', yearly: true };
    const workflow = await activeWorkflow(by, [], { trigger: 'date', triggerConfig });
    // A turn that has begun may store its own time afterwards.
    await until('the enrollment', async () => {
      await sql(
        `update workflow_states set done_to = date_trunc('day', now() at time zone 'UTC') at time zone 'UTC' - interval '1 second', next_at = now() where workflow_id = $1`,
        [workflow._id],
      );
      await contact(by);
      return (await enrollmentsOf(by, workflow)).length > 0;
    });
    await isEnrolled(by, workflow, born);
    assert.deepEqual(await enrollmentsOf(by, workflow, other), []);
  });
});

describe('workflows that start each other', () => {
  it('are stopped when the chain is longer than ten', async () => {
    const by = await newTenant();
    const steps = [{ key: 'up', type: 'updateRecord', config: { values: { title: '{{ contact.title | plus: 1 }}' } } }];
    const workflow = await activeWorkflow(by, steps, {
      trigger: 'recordUpdated',
      triggerConfig: { fields: ['title'] },
      allowReenrollment: true,
    });
    const ada = await contact(by, { title: '0' });
    await by.patch(`${contacts}/${ada._id}`, { title: '1' });
    const stopped: Json[] = await until('the loop is stopped', async () => {
      const all = await enrollmentsOf(by, workflow, ada);
      return all.find(({ status }) => status === 'failed') && all;
    });
    assert.equal(stopped.filter(({ status }) => status === 'completed').length, 10);
    assert.match(stopped.find(({ status }) => status === 'failed')?.error, /^workflow_loop/);
    assert.equal((await by.get(`${contacts}/${ada._id}`)).body.title, '11');
  });
});
