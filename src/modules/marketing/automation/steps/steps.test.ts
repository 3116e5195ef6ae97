import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { appForFile, type Client, type Json } from '#test/harness.ts';
import { until } from '#test/process.ts';
import { receiverForFile } from '#test/receiver.ts';
import { activeWorkflow, enroll, hasStatus, runsOf, workflowsPath } from '#test/workflow-tools.ts';

const app = await appForFile({ WEBHOOK_ALLOW_PRIVATE: 'true' });
const receiver = await receiverForFile();
const { sql } = app;
const contacts = '/api/sales/contacts';
const verbs = '/api/marketing/workflow-enrollments';

let tenants = 0;
const newTenant = (): Promise<Client> => {
  tenants += 1;
  return app.tenant(`steps-${tenants}`);
};

let people = 0;
const contact = (by: Client, values: Json = {}): Promise<Json> => {
  people += 1;
  return by.create(contacts, { firstName: 'Ada', lastName: 'Byron', email: `s${people}@example.com`, ...values });
};

/** Runs steps with a new contact to the end. Returns the log by the keys of the steps. */
async function run(
  by: Client,
  steps: readonly Json[],
  values: Json = {},
): Promise<{ ada: Json; enrollment: Json; runs: Json[] }> {
  const ada = await contact(by, values);
  const workflow = await activeWorkflow(by, steps);
  const enrollment = await hasStatus(by, await enroll(by, workflow, ada), 'completed', 'failed', 'exited');
  return { ada, enrollment, runs: await runsOf(by, enrollment) };
}

describe('the step sendEmail', () => {
  it('puts a mail into the outbox that names the person, the workflow and the step', async () => {
    const by = await newTenant();
    const config = { subject: 'Hello {{ contact.firstName }}', text: 'Dear {{ contact.firstName }}, welcome.' };
    const { ada, runs } = await run(by, [{ key: 'mail', type: 'sendEmail', config }]);
    assert.equal(runs[0]?.outcome, 'done', JSON.stringify(runs));
    const mail = (await by.get(`/api/communications/emails/${runs[0]?.output.emailId}`)).body;
    assert.equal(mail.subject, 'Hello Ada');
    assert.match(mail.text, /^Dear Ada, welcome\./);
    assert.equal(mail.contactId, ada._id);
    assert.equal(mail.metadata.stepKey, 'mail');
  });

  it('sends nothing to who wants no mail, and says so', async () => {
    const by = await newTenant();
    const workflow = await activeWorkflow(
      by,
      [{ key: 'mail', type: 'sendEmail', config: { subject: 'S', text: 'T' } }],
      { exitOnUnsubscribe: false },
    );
    const ada = await contact(by, { doNotEmail: true });
    const done = await hasStatus(by, await enroll(by, workflow, ada), 'completed');
    const [first] = await runsOf(by, done);
    assert.equal(first?.outcome, 'skipped');
    assert.match(first?.why, /mail/);
  });

  it('waits for the hours in which mails are sent', async () => {
    const by = await newTenant();
    const now = new Date();
    const clock = (hours: number) => `${String((now.getUTCHours() + hours) % 24).padStart(2, '0')}:00`;
    const sendWindow = { from: clock(3), to: clock(5), tz: 'UTC' };
    const workflow = await activeWorkflow(
      by,
      [{ key: 'mail', type: 'sendEmail', config: { subject: 'S', text: 'T' } }],
      { sendWindow },
    );
    const waiting = await hasStatus(by, await enroll(by, workflow, await contact(by)), 'waiting');
    assert.equal(new Date(waiting.nextRunAt).getUTCHours(), (now.getUTCHours() + 3) % 24);
    assert.equal((await by.get('/api/communications/emails')).body.data.length, 0);
  });

  it('sends no more mails to a person than the company allows', async () => {
    const by = await newTenant();
    await by.create('/api/ui/settings', { key: 'marketing.sending', value: { cap: { count: 1, within: '1d' } } });
    const mail = (key: string) => ({ key, type: 'sendEmail', config: { subject: key, text: 'T' } });
    const ada = await contact(by);
    const workflow = await activeWorkflow(by, [mail('first'), mail('second')]);
    const waiting = await hasStatus(by, await enroll(by, workflow, ada), 'waiting');
    const runs = await runsOf(by, waiting);
    assert.deepEqual(
      runs.map(({ stepKey, outcome }: Json) => [stepKey, outcome]),
      [
        ['first', 'done'],
        ['second', 'waiting'],
      ],
    );
    assert.match(runs[1]?.why, /1 mails lately/);
  });
});

describe('the step http', () => {
  it('calls with a key by which a repeated call is known, and later steps read the answer', async () => {
    const by = await newTenant();
    receiver.answer(200, '{"plan":"gold"}');
    const steps = [
      {
        key: 'ask',
        type: 'http',
        config: { method: 'POST', url: receiver.url('/crm'), body: { name: '{{ contact.firstName }}' } },
      },
      {
        key: 'set',
        type: 'updateRecord',
        config: { values: { title: '{{ steps.ask.body.plan }} {{ steps.ask.status }}' } },
      },
    ];
    const { ada, enrollment, runs } = await run(by, steps);
    assert.equal((await by.get(`${contacts}/${ada._id}`)).body.title, 'gold 200', JSON.stringify(runs));
    const [call] = receiver.arrivals.splice(0);
    assert.equal(call?.headers['idempotency-key'], `${enrollment._id}:ask:0`);
    assert.deepEqual(call?.body, { name: 'Ada' });
  });

  it('is not repeated by itself when it is not known whether it arrived', async () => {
    const by = await newTenant();
    receiver.behaviour = (_arrival, response) => response.destroy();
    const steps = [{ key: 'ask', type: 'http', config: { url: receiver.url('/crm'), body: {} } }];
    const { enrollment, runs } = await run(by, steps);
    assert.equal(enrollment.status, 'failed');
    assert.match(enrollment.error, /^Not confirmed/);
    assert.equal(runs[0]?.outcome, 'unconfirmed');
    assert.equal(receiver.arrivals.splice(0).length, 1);
    receiver.answer(200, '{}');
    assert.equal((await by.post(`${verbs}/${enrollment._id}/retry`, {})).status, 200);
    await hasStatus(by, enrollment, 'completed');
    assert.equal(receiver.arrivals.splice(0).length, 1);
  });

  it('tries again later when the other system is busy', async () => {
    const by = await newTenant();
    receiver.answer(503);
    const ada = await contact(by);
    const workflow = await activeWorkflow(by, [
      { key: 'ask', type: 'http', config: { url: receiver.url('/crm'), body: {} } },
    ]);
    const enrollment = await enroll(by, workflow, ada);
    const [first] = await until('the first try', async () => {
      const runs = await runsOf(by, enrollment);
      return runs.length > 0 && runs;
    });
    assert.equal(first?.outcome, 'failed');
    assert.match(first?.why, /503.*tried again at/);
    receiver.answer(200, '{}');
    await sql(`update workflow_queue set next_at = now() where enrollment_id = $1`, [enrollment._id]);
    await hasStatus(by, enrollment, 'completed');
    receiver.arrivals.splice(0);
  });
});

describe('the step approval', () => {
  const steps = (by: Client) => [
    {
      key: 'ok',
      type: 'approval',
      config: { by: { userId: by.userId }, message: 'Discount?', rejectedNext: 'no' },
      next: 'yes',
    },
    { key: 'yes', type: 'addTag', config: { tag: 'approved' }, next: null },
    { key: 'no', type: 'addTag', config: { tag: 'rejected' }, next: null },
  ];

  it('goes on as the person decides who was asked', async () => {
    const by = await newTenant();
    const approver = await app.user({ permissions: ['sales:read'] }, by);
    const workflow = await activeWorkflow(by, steps(approver));
    for (const [verb, tag] of [
      ['approve', 'approved'],
      ['reject', 'rejected'],
    ] as const) {
      const ada = await contact(by);
      const enrollment = await hasStatus(by, await enroll(by, workflow, ada), 'waiting');
      const other = await app.user({ permissions: ['sales:read'] }, by);
      assert.equal((await other.post(`${verbs}/${enrollment._id}/${verb}`, {})).status, 404);
      const reply = await approver.post(`${verbs}/${enrollment._id}/${verb}`, { comment: 'Fine' });
      assert.equal(reply.status, 200, reply.text);
      await hasStatus(by, enrollment, 'completed');
      assert.deepEqual((await by.get(`${contacts}/${ada._id}`)).body.tags, [tag]);
      assert.equal((await approver.post(`${verbs}/${enrollment._id}/${verb}`, {})).status, 404);
    }
  });
});

describe('goals and exits', () => {
  it('take a record that waits to the goal at once', async () => {
    const by = await newTenant();
    const steps = [
      { key: 'wait', type: 'wait', config: { for: '30d' }, next: 'remind' },
      { key: 'remind', type: 'addTag', config: { tag: 'reminded' }, next: null },
      { key: 'won', type: 'goal', config: { filter: { title: 'Customer' } }, next: 'thank' },
      { key: 'thank', type: 'addTag', config: { tag: 'thanked' }, next: null },
    ];
    const workflow = await activeWorkflow(by, steps);
    const ada = await contact(by);
    const enrollment = await hasStatus(by, await enroll(by, workflow, ada), 'waiting');
    await by.patch(`${contacts}/${ada._id}`, { lastName: 'Else' });
    await by.patch(`${contacts}/${ada._id}`, { title: 'Customer' });
    await hasStatus(by, enrollment, 'completed');
    assert.deepEqual((await by.get(`${contacts}/${ada._id}`)).body.tags, ['thanked']);
  });

  it('let a record leave that matches the exit conditions, or was deleted', async () => {
    const by = await newTenant();
    const waiting = [{ key: 'wait', type: 'wait', config: { for: '30d' } }];
    const workflow = await activeWorkflow(by, waiting, { exitConditions: { title: 'Gone' } });
    const [ada, eve] = [await contact(by), await contact(by)];
    const [first, second] = [await enroll(by, workflow, ada), await enroll(by, workflow, eve)];
    for (const one of [first, second]) await hasStatus(by, one, 'waiting');
    await by.patch(`${contacts}/${ada._id}`, { title: 'Gone' });
    await by.delete(`${contacts}/${eve._id}`);
    assert.match((await hasStatus(by, first, 'exited')).exitReason, /exit conditions/);
    assert.match((await hasStatus(by, second, 'exited')).exitReason, /deleted/);
  });
});

describe('a workflow that changes', () => {
  it('keeps records on the version with which they began, unless they are moved', async () => {
    const by = await newTenant();
    const steps = (tag: string) => [
      {
        key: 'wait',
        type: 'wait',
        config: { event: { type: 'contact.updated', filter: { title: 'Go' } } },
        next: 'tag',
      },
      { key: 'tag', type: 'addTag', config: { tag }, next: null },
    ];
    const workflow = await activeWorkflow(by, steps('old'));
    const [ada, eve] = [await contact(by), await contact(by)];
    const first = await hasStatus(by, await enroll(by, workflow, ada), 'waiting');
    await by.patch(`${workflowsPath}/${workflow._id}`, { steps: steps('new') });
    assert.equal((await by.post(`${workflowsPath}/${workflow._id}/activate`, {})).body.activeVersion, 2);
    const second = await hasStatus(by, await enroll(by, workflow, eve), 'waiting');
    for (const one of [ada, eve]) await by.patch(`${contacts}/${one._id}`, { title: 'Go' });
    for (const one of [first, second]) await hasStatus(by, one, 'completed');
    assert.deepEqual((await by.get(`${contacts}/${ada._id}`)).body.tags, ['old']);
    assert.deepEqual((await by.get(`${contacts}/${eve._id}`)).body.tags, ['new']);
  });

  it('stops while it is paused, and goes on when it is resumed', async () => {
    const by = await newTenant();
    const steps = [
      { key: 'wait', type: 'wait', config: { for: '1s' } },
      { key: 'tag', type: 'addTag', config: { tag: 'x' } },
    ];
    const workflow = await activeWorkflow(by, steps);
    const enrollment = await hasStatus(by, await enroll(by, workflow, await contact(by)), 'waiting');
    assert.equal((await by.post(`${workflowsPath}/${workflow._id}/pause`, {})).body.status, 'paused');
    await new Promise((resolve) => setTimeout(resolve, 2500));
    await hasStatus(by, enrollment, 'waiting');
    assert.equal((await by.post(`${workflowsPath}/${workflow._id}/resume`, {})).body.status, 'active');
    await hasStatus(by, enrollment, 'completed');
  });
});

describe('a workflow acts as its owner', () => {
  it('and is paused when the owner may not do what it does any more', async () => {
    const by = await newTenant();
    const owner = await app.user(
      { permissions: ['sales:read', 'sales:write', 'marketing:read', 'marketing:write'] },
      by,
    );
    const steps = [{ key: 'tag', type: 'addTag', config: { tag: 'x' } }];
    const workflow = await activeWorkflow(owner, steps);
    const done = await hasStatus(by, await enroll(by, workflow, await contact(by)), 'completed');
    const ada = (await by.get(`${contacts}/${done.recordId}`)).body;
    assert.equal(ada.updatedBy, owner.userId);
    const history = (await by.get(`${contacts}/${done.recordId}/history`)).body.data;
    assert.equal(history[0].actor.via, 'workflow');
    assert.equal(history[0].actor.viaId, done._id);
    await by.patch(`/api/identity/users/${owner.userId}`, { active: false });
    await enroll(by, workflow, await contact(by));
    const paused = await until('the workflow is paused', async () => {
      const { body } = await by.get(`${workflowsPath}/${workflow._id}`);
      return body.status === 'paused' && body;
    });
    assert.match(paused.problem, /owner/);
  });
});

describe('explanations', () => {
  it('say why a record is not in a workflow, and what the workflow would do with it', async () => {
    const by = await newTenant();
    const steps = [
      { key: 'b', type: 'branch', config: { branches: [{ filter: { title: 'VIP' }, next: 'm' }], else: null } },
      { key: 'm', type: 'sendEmail', config: { subject: 'Hi {{ contact.firstName }}', text: 'T' }, next: null },
    ];
    const workflow = await activeWorkflow(by, steps, {
      trigger: 'recordCreated',
      triggerConfig: { filter: { title: 'VIP' } },
    });
    const ada = await contact(by);
    const reply = await by.get(`${workflowsPath}/${workflow._id}/explain?recordId=${ada._id}`);
    assert.equal(reply.status, 200, reply.text);
    assert.match(reply.body.why, /never enrolled.*does not match/);
    await by.patch(`${contacts}/${ada._id}`, { title: 'VIP' });
    const dry = await by.post(`${workflowsPath}/${workflow._id}/test`, { recordId: ada._id });
    assert.equal(dry.status, 200, dry.text);
    assert.deepEqual(
      dry.body.steps.map(({ key }: Json) => key),
      ['b', 'm'],
    );
    assert.match(dry.body.steps[1].would, /subject: Hi Ada$/);
    assert.equal((await by.get('/api/communications/emails')).body.data.length, 0);
    const stats = await by.get(`${workflowsPath}/${workflow._id}/stats`);
    assert.equal(stats.status, 200, stats.text);
    assert.equal(stats.body.enrolled, 0);
  });
});
