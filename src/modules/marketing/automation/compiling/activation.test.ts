import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { appForFile, type Client, type Json } from '#test/harness.ts';
import { Mailbox } from '#test/mailbox.ts';
import { activeWorkflow, enroll, enrollmentsOf, hasStatus, runsOf, workflowsPath } from '#test/workflow-tools.ts';

const mailbox = new Mailbox();
const app = await appForFile(mailbox.env);
const nobody = '0190a0b0-0000-7000-8000-000000000000';
const exit = { key: 'a', type: 'exit' };

async function activation(by: Client, values: Json): Promise<Json> {
  const given = { name: 'W', modelKey: 'contacts', trigger: 'manual', steps: [exit], ...values };
  const workflow = await by.create(workflowsPath, given);
  return by.post(`${workflowsPath}/${workflow._id}/activate`, {});
}

describe('an activation is refused with the place and a sentence', () => {
  const step = (type: string, config: Json = {}): Json => ({ steps: [{ key: 'a', type, config }] });
  const refused: readonly (readonly [string, Json, string, string])[] = [
    [
      'with a filter by an unknown field',
      { conditions: { favourite: 'x' } },
      'conditions[favourite]',
      'conditions[favourite] cannot be used: favourite is not a field of contacts that can be filtered.',
    ],
    [
      'with a subject that is no Liquid',
      step('sendEmail', { subject: 'Hi {{ contact.firstName', text: 'x' }),
      'steps.a.config.subject',
      'steps.a.config.subject cannot be used: text, line 1, column 4: The output is not closed. Add }}.',
    ],
    [
      'with a form that does not exist',
      { trigger: 'formSubmitted', triggerConfig: { formId: nobody } },
      'triggerConfig.formId',
      'triggerConfig.formId is not a form that you may read.',
    ],
    [
      'with a segment that does not exist',
      { trigger: 'segmentEntered', triggerConfig: { segmentId: nobody } },
      'triggerConfig.segmentId',
      'triggerConfig.segmentId is not a segment that exists.',
    ],
    [
      'with an unknown event',
      { trigger: 'event', triggerConfig: { type: 'moon.full' } },
      'triggerConfig.type',
      'triggerConfig.type must be an event of contacts or of records that refer to them, such as contact.updated or email.opened.',
    ],
    [
      'with a part that the trigger does not have',
      { trigger: 'webhook', triggerConfig: { filter: {} } },
      'triggerConfig.filter',
      'triggerConfig.filter is unknown; there are none.',
    ],
  ];
  for (const [name, values, field, message] of refused)
    it(name, async () => {
      const { status, body, text } = await activation(app.admin, values);
      assert.equal(status, 422, text);
      assert.deepEqual(
        body.error.details.map((detail: Json) => [detail.field, detail.message]),
        [[field, message]],
      );
    });

  it('with a segment of other records as trigger', async () => {
    const segment = await app.admin.create('/api/marketing/segments', {
      name: 'Big',
      modelKey: 'accounts',
      definition: { name: 'x' },
    });
    const { status, body } = await activation(app.admin, {
      trigger: 'segmentEntered',
      triggerConfig: { segmentId: segment._id },
    });
    assert.deepEqual([status, body.error.code], [409, 'segment_model_mismatch']);
  });
});

describe('a dry run', () => {
  it('says that a step would fail whose template was deleted since', async () => {
    const by = await app.tenant();
    const template = await by.create('/api/communications/emailTemplates', {
      name: 'T',
      subject: 'S',
      html: '<p>x</p>',
    });
    const mail = { key: 'mail', type: 'sendEmail', config: { templateId: template._id } };
    const workflow = await activeWorkflow(by, [mail, { key: 'b', type: 'exit' }]);
    await by.delete(`/api/communications/emailTemplates/${template._id}`);
    const ada = await by.create('/api/sales/contacts', { lastName: 'Ada' });
    const { body } = await by.post(`${workflowsPath}/${workflow._id}/test`, { recordId: ada._id });
    assert.deepEqual(body.steps, [
      {
        key: 'mail',
        type: 'sendEmail',
        decision: 'The step would fail.',
        would: 'Step mail: config.templateId is not an email template that you may read.',
        next: null,
      },
    ]);
    assert.match(body.enrolls.why, /It has to be enrolled by hand/);
  });
});

describe('an owner who may not run workflows any more', () => {
  it('keeps the workflow paused: it cannot be resumed, and its webhook has no address', async () => {
    const by = await app.tenant();
    const mia = await app.user({ permissions: ['marketing:*', 'sales:*'] }, by);
    const workflow = await activeWorkflow(mia, [exit], { trigger: 'webhook' });
    const ada = await by.create('/api/sales/contacts', { lastName: 'Ada' });
    const path = new URL(workflow.hookUrl).pathname;
    const hook = (body: Json) => by.post(path, body);
    const wrong = await hook({ contactId: 'nobody' });
    assert.deepEqual([wrong.status, wrong.body.error.message], [422, 'contactId must be the id of a record.']);
    await by.patch(`/api/identity/users/${mia.userId}`, { roles: [] });
    assert.equal((await hook({ contactId: ada._id })).status, 404);
    const { body: paused } = await by.get(`${workflowsPath}/${workflow._id}`);
    assert.deepEqual([paused.status, await enrollmentsOf(by, workflow)], ['paused', []]);
    assert.match(paused.problem, /marketing:write is missing/);
    const resumed = await by.post(`${workflowsPath}/${workflow._id}/resume`, {});
    assert.deepEqual([resumed.status, resumed.body.error.details[0].field], [422, 'ownerId']);
    await by.patch(`${workflowsPath}/${workflow._id}`, { ownerId: by.userId });
    assert.equal((await by.post(`${workflowsPath}/${workflow._id}/resume`, {})).status, 200);
    assert.equal((await hook({ contactId: ada._id })).body.enrolled, true);
  });
});

describe('the mail that asks for an approval', () => {
  it('says until when and where to decide', async () => {
    const by = await app.tenant();
    const boss = await app.user({ permissions: ['sales:read'] }, by);
    const { email } = (await by.get(`/api/identity/users/${boss.userId}`)).body;
    const steps = [
      {
        key: 'ask',
        type: 'approval',
        config: { by: { userId: boss.userId }, message: 'Send {{ contact.lastName }} the gift?', timeout: '2d' },
      },
    ];
    const workflow = await activeWorkflow(by, steps, { name: 'Gift', timezone: 'Europe/Berlin' });
    const ada = await by.create('/api/sales/contacts', { lastName: 'Ada' });
    const enrollment = await hasStatus(by, await enroll(by, workflow, ada), 'waiting');
    const [run] = await runsOf(by, enrollment);
    assert.ok(run?.why.startsWith(`Waits for the approval of ${email} until `), run?.why);
    const { text } = await mailbox.next(email, /Your approval is needed: Gift/);
    const [request, message, limit, how, link] = text.trim().split('\n\n');
    assert.deepEqual(
      [request, message, how],
      ['The workflow “Gift” waits for your approval.', 'Send Ada the gift?', 'Approve or reject it here:'],
    );
    assert.match(
      limit ?? '',
      /^Without a decision until \w+,? \d+ \w+ \d{4} at \d\d:\d\d \(Europe\/Berlin\), it counts as rejected\.$/,
    );
    assert.ok(link?.endsWith(`/app/m/marketing/workflowEnrollments/${enrollment._id}`));
  });
});
