import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { appForFile, type Client, type Json } from '#test/harness.ts';
import { enroll, enrollmentsOf, hasStatus, isEnrolled, runsOf, workflowsPath } from '#test/workflow-tools.ts';

const app = await appForFile();
const recipesPath = '/api/marketing/workflow-recipes';

async function post(by: Client, path: string, status: number): Promise<Json> {
  const reply = await by.post(path, {});
  assert.equal(reply.status, status, reply.text);
  return reply.body;
}

/** Installs and activates a recipe as it is. */
async function activated(by: Client, key: string): Promise<Json> {
  const draft = await post(by, `${recipesPath}/${key}/install`, 201);
  assert.equal(draft.status, 'draft');
  return post(by, `${workflowsPath}/${draft._id}/activate`, 200);
}

/** Lets its waits end at once, and its mails go out at any time of the day. */
async function shortened(by: Client, workflow: Json): Promise<Json> {
  const path = `${workflowsPath}/${workflow._id}`;
  const steps = workflow.steps.map((step: Json) => (step.type === 'wait' ? { ...step, config: { for: '1s' } } : step));
  const changed = await by.patch(path, { steps, sendWindow: null });
  assert.equal(changed.status, 200, changed.text);
  return post(by, `${path}/activate`, 200);
}

async function ran(by: Client, enrollment: Json): Promise<Json[]> {
  const ended = await hasStatus(by, enrollment, 'completed', 'failed', 'exited');
  const runs = (await runsOf(by, enrollment)).filter(({ outcome }: Json) => outcome !== 'waiting');
  assert.equal(ended.status, 'completed', JSON.stringify(runs));
  return runs.map(({ stepKey, outcome }: Json) => [stepKey, outcome]);
}

const done = (...keys: string[]): Json[] => keys.map((key) => [key, 'done']);

const subjectsOf = async (by: Client): Promise<string[]> =>
  (await by.get('/api/communications/emails?sort=createdAt')).body.data.map(({ subject }: Json) => subject);

const tasksOf = async (by: Client): Promise<string[]> =>
  (await by.get('/api/sales/tasks?sort=createdAt')).body.data.map(({ title }: Json) => title);

const contact = (by: Client, values: Json = {}): Promise<Json> =>
  by.create('/api/sales/contacts', { firstName: 'Ada', lastName: 'Byron', email: 'ada@example.com', ...values });

describe('recipes of workflows', () => {
  it('are listed with their steps and with what they need', async () => {
    const by = await app.tenant('recipes-list');
    const { data } = (await by.get(recipesPath)).body;
    assert.equal(data.length, 8);
    for (const { name, description, steps, needs } of data) {
      assert.ok(name && description && needs.length > 0);
      assert.ok(steps.every(({ key, type }: Json) => key && type));
    }
    assert.equal((await by.post(`${recipesPath}/nothing/install`, {})).status, 404);
  });

  it('welcome new contacts', async () => {
    const by = await app.tenant('recipes-welcome');
    const workflow = await shortened(by, await activated(by, 'welcome-series'));
    const imported = await contact(by, { email: 'eve@example.com', source: 'import' });
    const runs = await ran(by, await isEnrolled(by, workflow, await contact(by)));
    assert.deepEqual(runs, done('welcome', 'pause1', 'tips', 'pause2', 'question'));
    assert.deepEqual(await subjectsOf(by), [
      'Welcome, Ada',
      'Three things that help at the beginning',
      'How is it going?',
    ]);
    assert.deepEqual(await enrollmentsOf(by, workflow, imported), []);
  });

  it('nurture new leads, and end with a task', async () => {
    const by = await app.tenant('recipes-leads');
    const workflow = await shortened(by, await activated(by, 'lead-nurture'));
    const lead = await by.create('/api/sales/leads', { lastName: 'Noether', email: 'noether@example.com' });
    const runs = await ran(by, await isEnrolled(by, workflow, lead));
    assert.deepEqual(runs, done('thanks', 'pause1', 'question', 'pause2', 'offer', 'pause3', 'call'));
    assert.deepEqual(await subjectsOf(by), ['Thank you for your interest', 'One question', 'Fifteen minutes?']);
    assert.deepEqual(await tasksOf(by), ['Call Noether']);
    const [first] = (await by.get('/api/communications/emails?sort=createdAt')).body.data;
    assert.ok(first.text.startsWith('Hello there,\n\nThank you'), JSON.stringify(first));
  });

  it('remind of renewals', async () => {
    const by = await app.tenant('recipes-renewal');
    const workflow = await shortened(by, await activated(by, 'renewal-reminder'));
    const account = await by.create('/api/sales/accounts', { name: 'Kestrel' });
    const product = await by.create('/api/sales/accountProducts', {
      accountId: account._id,
      name: 'Duo',
      renewalDate: '2030-05-01',
      status: 'active',
    });
    const runs = await ran(by, await enroll(by, workflow, product));
    assert.deepEqual(runs, done('prepare', 'pause', 'remind'));
    assert.deepEqual(await tasksOf(by), ['Prepare the renewal of Duo']);
  });

  it('win quiet customers back', async () => {
    const by = await app.tenant('recipes-win-back');
    const workflow = await shortened(by, await activated(by, 'win-back'));
    const runs = await ran(by, await enroll(by, workflow, await contact(by, { lifecycleStage: 'customer' })));
    assert.deepEqual(runs, done('hello', 'pause1', 'news', 'pause2', 'call'));
    assert.deepEqual(await tasksOf(by), ['Call Ada Byron: quiet for half a year']);
  });

  it('wish a happy birthday', async () => {
    const by = await app.tenant('recipes-birthday');
    const workflow = await activated(by, 'birthday');
    assert.deepEqual(await ran(by, await enroll(by, workflow, await contact(by))), done('wishes'));
    assert.deepEqual(await subjectsOf(by), ['Happy birthday, Ada!']);
  });

  it('give tasks after a won deal', async () => {
    const by = await app.tenant('recipes-won');
    const workflow = await shortened(by, await activated(by, 'after-won-deal'));
    const [won, lost] = [
      await by.create('/api/sales/opportunities', { name: 'Machines' }),
      await by.create('/api/sales/opportunities', { name: 'Beans' }),
    ];
    await by.patch(`/api/sales/opportunities/${lost._id}`, { stage: 'lost' });
    await by.patch(`/api/sales/opportunities/${won._id}`, { stage: 'won' });
    const runs = await ran(by, await isEnrolled(by, workflow, won));
    assert.deepEqual(runs, done('handover', 'pause', 'followup'));
    assert.deepEqual(await enrollmentsOf(by, workflow, lost), []);
    assert.deepEqual(await tasksOf(by), ['Thank the customer and hand over: Machines', 'Ask how it goes: Machines']);
  });

  it('escalate urgent tickets that nobody answers', async () => {
    const by = await app.tenant('recipes-tickets');
    const workflow = await shortened(by, await activated(by, 'ticket-escalation'));
    const ticket = (values: Json) => by.create('/api/ui/supportTickets', { priority: 'urgent', ...values });
    const [open, answered] = [
      await ticket({ subject: 'Nothing works' }),
      await ticket({ subject: 'Steam', firstRespondedAt: '2026-01-01T08:00:00Z' }),
    ];
    const runs = await ran(by, await enroll(by, workflow, open));
    assert.deepEqual(runs, done('pause', 'check', 'mark', 'tell', 'task'));
    assert.equal((await by.get(`/api/ui/supportTickets/${open._id}`)).body.escalated, true);
    assert.deepEqual(await tasksOf(by), [`Answer the urgent ticket ${open.ticketNumber}`]);
    assert.deepEqual(await ran(by, await enroll(by, workflow, answered)), done('pause', 'check'));
  });

  it('ask for what contacts lack, until it is there', async () => {
    const by = await app.tenant('recipes-hygiene');
    const workflow = await activated(by, 'data-hygiene');
    const ada = await contact(by);
    const path = `/api/sales/contacts/${ada._id}`;
    const enrollment = await hasStatus(by, await enroll(by, workflow, ada), 'waiting');
    assert.deepEqual((await by.get(path)).body.tags, ['incomplete']);
    const [task] = (await by.get('/api/sales/tasks')).body.data;
    assert.equal(task.title, 'Complete the contact Ada Byron');
    assert.equal(task.description, 'Missing: account. Delete the contact if nobody needs it.');
    const account = await by.create('/api/sales/accounts', { name: 'Kestrel' });
    await by.patch(path, { accountId: account._id });
    await hasStatus(by, enrollment, 'completed');
    assert.deepEqual((await by.get(path)).body.tags, []);
    const eve = await contact(by, { email: 'eve@example.com' });
    const runs = await ran(by, await enroll(by, await shortened(by, workflow), eve));
    assert.deepEqual(runs, done('tag', 'task', 'pause'));
  });

  it('find their records by schedules and dates', async () => {
    const by = await app.tenant('recipes-times');
    const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
    const account = await by.create('/api/sales/accounts', { name: 'Kestrel' });
    const quiet = { lifecycleStage: 'customer', accountId: account._id };
    const found: readonly [string, Json][] = [
      ['win-back', await contact(by, quiet)],
      ['birthday', await contact(by, { accountId: account._id, birthday: `1992${day(-1).slice(4)}` })],
      ['ticket-escalation', await by.create('/api/ui/supportTickets', { priority: 'urgent', subject: 'Help' })],
      ['data-hygiene', await contact(by, { email: null })],
      [
        'renewal-reminder',
        await by.create('/api/sales/accountProducts', { accountId: account._id, renewalDate: day(29) }),
      ],
    ];
    await app.sql(`update sales_contacts set last_activity_at = now() - interval '200 days' where id = $1`, [
      found[0]?.[1]._id,
    ]);
    for (const [key, record] of found) {
      const workflow = await activated(by, key);
      // As if it had been activated some days ago.
      await app.sql(
        `update workflow_states set done_to = now() - interval '8 days', next_at = now() where workflow_id = $1`,
        [workflow._id],
      );
      await by.patch(`/api/sales/accounts/${account._id}`, { description: key });
      await isEnrolled(by, workflow, record);
      assert.equal((await enrollmentsOf(by, workflow)).length, 1, key);
    }
  });
});
