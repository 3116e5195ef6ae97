import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { appForFile, type Client, type Json } from '#test/harness.ts';
import { until } from '#test/process.ts';
import { activeWorkflow, enroll, enrollmentsOf, hasStatus } from '#test/workflow-tools.ts';

const app = await appForFile();
const { sql } = app;
const contacts = '/api/sales/contacts';
const leads = '/api/sales/leads';

let tenants = 0;
const newTenant = (): Promise<Client> => {
  tenants += 1;
  return app.tenant(`loops-${tenants}`);
};

const updates = (values: Json): Json[] => [{ key: 'set', type: 'updateRecord', config: { values } }];
const again = { allowReenrollment: true };

/** Waits until one of some workflows has failed with the error of loops. Returns how many enrollments were carried out before. */
async function stopped(by: Client, ...workflows: Json[]): Promise<number> {
  const all = await until('the loop is stopped', async () => {
    const found = (await Promise.all(workflows.map((one) => enrollmentsOf(by, one)))).flat();
    return found.some(({ status }) => status === 'failed') && found;
  });
  const failed = all.filter(({ status }) => status === 'failed');
  assert.equal(failed.length, 1);
  assert.match(String(failed[0]?.error), /^workflow_loop/);
  return all.filter(({ status }) => status !== 'failed').length;
}

/** Fails when records are enrolled after the loop was stopped. */
async function isQuiet(by: Client, tenant: string, workflows: readonly Json[]): Promise<void> {
  const count = async () => (await Promise.all(workflows.map((one) => enrollmentsOf(by, one)))).flat().length;
  const before = await count();
  await until('all events are read', async () => {
    const [{ left }] = await sql(
      `select count(*)::int as left from events e join event_followers f on f.tenant_id = e.tenant_id and f.follower = 'workflows'
       where e.tenant_id = (select id from tenants where account_key = $1) and (e.xid, e.seq) > (f.xid, f.seq)`,
      [tenant],
    );
    return left === 0;
  });
  assert.equal(await count(), before);
}

describe('a loop of workflows', () => {
  it('over a segment is stopped', async () => {
    const by = await newTenant();
    const segment = await by.create('/api/marketing/segments', {
      name: 'Chefs',
      definition: { title: 'Chef' },
      modelKey: 'contacts',
    });
    const leave = await activeWorkflow(by, updates({ title: 'Guest' }), {
      trigger: 'segmentEntered',
      triggerConfig: { segmentId: segment._id },
      ...again,
    });
    const enter = await activeWorkflow(by, updates({ title: 'Chef' }), {
      trigger: 'segmentLeft',
      triggerConfig: { segmentId: segment._id },
      ...again,
    });
    await by.create(contacts, { lastName: 'Byron', title: 'Chef' });
    assert.equal(await stopped(by, leave, enter), 10);
    await isQuiet(by, `loops-${tenants}`, [leave, enter]);
  });

  it('over a segment that reads another record is stopped', async () => {
    const by = await newTenant();
    const segment = await by.create('/api/marketing/segments', {
      name: 'Of large accounts',
      definition: { 'accountId.name': 'Kitchen' },
    });
    const account = await by.create('/api/sales/accounts', { name: 'Kitchen' });
    const change = (name: string): Json[] => [
      { key: 'set', type: 'updateRecord', config: { target: 'accountId', values: { name } } },
    ];
    const triggerConfig = { segmentId: segment._id };
    const leave = await activeWorkflow(by, change('Forge'), { trigger: 'segmentEntered', triggerConfig, ...again });
    const enter = await activeWorkflow(by, change('Kitchen'), { trigger: 'segmentLeft', triggerConfig, ...again });
    await by.create(contacts, { lastName: 'Byron', accountId: account._id });
    assert.equal(await stopped(by, leave, enter), 10);
  });

  it('over the scores of leads is stopped', async () => {
    const by = await newTenant();
    await by.create('/api/sales/leadScoringRules', { name: 'Large', filter: { employees: { gte: 100 } }, points: 40 });
    const steps = [
      {
        key: 'b',
        type: 'branch',
        config: { branches: [{ filter: { employees: { gte: 100 } }, next: 'small' }], else: 'large' },
        next: null,
      },
      { key: 'small', type: 'updateRecord', config: { values: { employees: 10 } }, next: null },
      { key: 'large', type: 'updateRecord', config: { values: { employees: 200 } }, next: null },
    ];
    const workflow = await activeWorkflow(by, steps, {
      modelKey: 'leads',
      trigger: 'recordUpdated',
      triggerConfig: { fields: ['score'] },
      ...again,
    });
    await by.create(leads, { lastName: 'Byron', employees: 200 });
    assert.equal(await stopped(by, workflow), 10);
  });

  it('over the owners of new leads is stopped', async () => {
    const by = await newTenant();
    const { body: me } = await by.get('/api/identity/me');
    const userId = me.user?._id ?? me._id;
    await by.create('/api/sales/leadRoutingRules', { name: 'All', method: 'user', userIds: [userId], position: 1 });
    const steps = [
      {
        key: 'next',
        type: 'createRecord',
        config: { model: 'sales.leads', values: { lastName: 'Copy', ownerId: null } },
      },
    ];
    const workflow = await activeWorkflow(by, steps, {
      modelKey: 'leads',
      trigger: 'recordUpdated',
      triggerConfig: { fields: ['ownerId'] },
      ...again,
    });
    await by.create(leads, { lastName: 'Byron', ownerId: null });
    assert.equal(await stopped(by, workflow), 10);
  });

  it('over a rollup is stopped', async () => {
    const by = await newTenant();
    const rollup = { model: 'sales.contacts', by: 'accountId', function: 'count' };
    const field = await by.post('/api/data/models/sales/accounts/fields', {
      key: 'people',
      label: 'People',
      type: 'rollup',
      rollup,
    });
    assert.equal(field.status, 201, field.text);
    const steps = [
      {
        key: 'more',
        type: 'createRecord',
        config: { model: 'sales.contacts', values: { lastName: 'More', accountId: '{{ record._id }}' } },
      },
    ];
    const workflow = await activeWorkflow(by, steps, {
      modelKey: 'accounts',
      trigger: 'recordUpdated',
      triggerConfig: { fields: ['people'] },
      ...again,
    });
    const account = await by.create('/api/sales/accounts', { name: 'Kitchen' });
    await by.create(contacts, { lastName: 'First', accountId: account._id });
    assert.equal(await stopped(by, workflow), 10);
  });

  it('over the mails that it sends is stopped', async () => {
    const by = await newTenant();
    const steps = [{ key: 'mail', type: 'sendEmail', config: { subject: 'Again', text: 'And again.' } }];
    const workflow = await activeWorkflow(by, steps, {
      trigger: 'event',
      triggerConfig: { type: 'email.sent' },
      ...again,
    });
    const ada = await by.create(contacts, { lastName: 'Byron', email: 'ada@example.com' });
    await enroll(by, workflow, ada);
    assert.equal(await stopped(by, workflow), 10);
  });

  it('of enrollments that enroll enrollments is stopped, and writes one failed enrollment', async () => {
    const by = await newTenant();
    const workflow = await activeWorkflow(by, [], {
      modelKey: 'workflowEnrollments',
      trigger: 'recordCreated',
    });
    const other = await activeWorkflow(by, []);
    const ada = await by.create(contacts, { lastName: 'Byron' });
    await enroll(by, other, ada);
    assert.equal(await stopped(by, workflow), 10);
    await isQuiet(by, `loops-${tenants}`, [workflow]);
  });

  it('that enroll by writing enrollments is stopped', async () => {
    const by = await newTenant();
    const b = await activeWorkflow(by, [], again);
    const back = (workflow: Json): Json[] => [
      {
        key: 'enroll',
        type: 'createRecord',
        config: {
          model: 'marketing.workflowEnrollments',
          values: { workflowId: workflow._id, contactId: '{{ record._id }}' },
        },
      },
    ];
    const a = await activeWorkflow(by, back(b), again);
    await by.patch(`/api/marketing/workflows/${b._id}`, { steps: back(a) });
    const reply = await by.post(`/api/marketing/workflows/${b._id}/activate`, {});
    assert.equal(reply.status, 200, reply.text);
    const first = await enroll(by, a, await by.create(contacts, { lastName: 'Byron' }));
    await hasStatus(by, first, 'completed');
    assert.equal(await stopped(by, a, b), 9);
  });
});
