import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inTransaction } from '#core/context.ts';
import { appForFile, type Json } from '#test/harness.ts';
import { until } from '#test/process.ts';
import { receiveSms, useSmsWebhook } from '#test/sms-tools.ts';
import { FakePlatform } from '#test/social-tools.ts';
import { contextOf } from '#test/user-context.ts';
import { cancelWorkflowMessages, type PersonSms, queuePersonSms, resumeWorkflowSms } from './contract.ts';

const provider = await FakePlatform.start((call) => ({ status: 201, json: { id: `m-${call.body.id}` } }));
const app = await appForFile({ WEBHOOK_ALLOW_PRIVATE: 'true', LOG_LEVEL: 'error' });
const { admin, anonymous, sql } = app;
const setStatus = ({ _id }: Json, status: string) =>
  sql('update marketing_workflows set status = $2 where id = $1', [_id, status]);
async function workflowOf(status = 'active'): Promise<Json> {
  const workflow = await admin.create('/api/marketing/workflows', { name: 'W' });
  await setStatus(workflow, status);
  return workflow;
}
const queue = async (message: PersonSms) =>
  inTransaction(await contextOf(app, admin), (within) => queuePersonSms(within, message));
const leadOf = (fields: Json): Promise<Json> => admin.create('/api/sales/leads', { lastName: 'L', ...fields });
const messagesOf = ({ _id }: Json): Promise<Json[]> =>
  sql(
    'select id, phone, text, status, error, claim, lead_id, contact_id from sms_messages where workflow_id = $1 order by id',
    [_id],
  );
const settled = (workflow: Json, count: number) =>
  until('the messages are settled', async () => {
    const messages = await messagesOf(workflow);
    return messages.length === count && messages.every(({ status }) => !['queued', 'sending'].includes(status));
  });
const textsTo = (phone: string): string[] =>
  provider.calls.filter(({ body }) => body.to === phone).map(({ body }) => body.text);
const wake = () => sql(`select pg_notify('atrium_sms', '')`);
const messageTo = ({ _id: workflowId }: Json, lead: Json, text = 'Hi'): PersonSms => ({
  workflowId,
  person: { model: 'sales.leads', id: lead._id },
  phone: lead.mobilePhone,
  text,
});

describe('a text message of a workflow', () => {
  it('says why it is not sent', async () => {
    const workflow = await workflowOf();
    const lead = await leadOf({ mobilePhone: '+12125560001' });
    const skipped = async (message: PersonSms): Promise<string> => {
      const answer = await queue(message);
      assert.ok('skipped' in answer && /^[A-Z“].+\.$/.test(answer.why), JSON.stringify(answer));
      return answer.skipped;
    };
    assert.equal(await skipped(messageTo(workflow, lead)), 'noProvider');
    await useSmsWebhook(admin, `${provider.url}/sms`);
    assert.equal(await skipped({ ...messageTo(workflow, lead), phone: null }), 'noNumber');
    assert.equal(await skipped({ ...messageTo(workflow, lead), phone: 'call me' }), 'noNumber');
    assert.equal(await skipped(messageTo(workflow, lead, ' ')), 'noText');
    await receiveSms(anonymous, '+12125560001', 'STOP');
    assert.equal(await skipped(messageTo(workflow, lead)), 'optedOut');
    assert.deepEqual(await messagesOf(workflow), []);
  });

  it('is sent once, and the same number may get several', async () => {
    const workflow = await workflowOf();
    const lead = await leadOf({ mobilePhone: '+1 (212) 556-0002' });
    const contact = await admin.create('/api/sales/contacts', { lastName: 'C', phone: '+12125560003' });
    const first = await queue(messageTo(workflow, lead, 'One'));
    await queue(messageTo(workflow, lead, 'Two'));
    await queue({
      workflowId: workflow._id,
      person: { model: 'sales.contacts', id: contact._id },
      phone: contact.phone,
      text: 'Three',
    });
    await settled(workflow, 3);
    assert.deepEqual(textsTo('+12125560002').toSorted(), ['One', 'Two']);
    assert.deepEqual(textsTo('+12125560003'), ['Three']);
    const messages = await messagesOf(workflow);
    assert.ok('messageId' in first && messages[0]?.id === first.messageId);
    for (const { status, claim } of messages) assert.deepEqual([status, claim], ['sent', null]);
    assert.deepEqual(
      messages.map(({ lead_id, contact_id }) => [lead_id, contact_id]),
      [
        [lead._id, null],
        [lead._id, null],
        [null, contact._id],
      ],
    );
  });

  it('waits while the workflow is not active, and is sent when it is active again', async () => {
    const workflow = await workflowOf('paused');
    const lead = await leadOf({ mobilePhone: '+12125560004' });
    await queue(messageTo(workflow, lead));
    const pause = () => sql('select retry_at, error from sms_pauses where workflow_id = $1', [workflow._id]);
    await until('it waits', async () => (await pause()).length === 1);
    const [{ retry_at: retryAt }] = await pause();
    assert.ok(retryAt > new Date() && retryAt < new Date(Date.now() + 61_000), String(retryAt));
    assert.deepEqual(textsTo('+12125560004'), []);
    await setStatus(workflow, 'active');
    await sql('update sms_pauses set retry_at = now() where workflow_id = $1', [workflow._id]);
    await wake();
    await settled(workflow, 1);
    assert.deepEqual([textsTo('+12125560004'), await pause()], [['Hi'], []]);

    await setStatus(workflow, 'paused');
    await queue(messageTo(workflow, lead, 'Again'));
    await until('it waits', async () => (await pause()).length === 1);
    await setStatus(workflow, 'active');
    await inTransaction(await contextOf(app, admin), (within) => resumeWorkflowSms(within, workflow._id));
    await settled(workflow, 2);
    assert.deepEqual(textsTo('+12125560004'), ['Hi', 'Again']);
  });

  it('is tried again after each refusal of the provider, and no other workflow waits for it', async () => {
    const [workflow, other] = [await workflowOf(), await workflowOf()];
    const [busy, fine] = [await leadOf({ mobilePhone: '+12125560005' }), await leadOf({ mobilePhone: '+12125560006' })];
    provider.behaviour = ({ body }) =>
      body.to === busy.mobilePhone ? { status: 429, json: {} } : { json: { id: body.id } };
    await queue(messageTo(workflow, busy));
    const pause = async (): Promise<Json> =>
      (await sql('select failures, retry_at, error from sms_pauses where workflow_id = $1', [workflow._id]))[0];
    await until('it was refused', async () => (await pause())?.failures === 1);
    await queue(messageTo(other, fine));
    await settled(other, 1);
    await sql('update sms_pauses set failures = 10, retry_at = now() where workflow_id = $1', [workflow._id]);
    await wake();
    await until('it was refused again', async () => (await pause())?.failures === 11);
    const { retry_at: retryAt, error } = await pause();
    assert.ok(retryAt > new Date(Date.now() + 3_500_000), String(retryAt));
    assert.equal(error, 'The provider answered 429.');
    const context = await contextOf(app, admin);
    await inTransaction(context, ({ tx, caller }) => cancelWorkflowMessages(tx, caller.tenantId, workflow._id));
    assert.equal((await messagesOf(workflow))[0]?.status, 'cancelled');
    provider.behaviour = ({ body }) => ({ json: { id: `m-${body.id}` } });
  });

  it('is unconfirmed when its node died while it was sent', async () => {
    const workflow = await workflowOf();
    await queue(messageTo(workflow, await leadOf({ mobilePhone: '+12125560007' })));
    await settled(workflow, 1);
    await sql(
      `update sms_messages set status = 'sending', claim = gen_random_uuid(), started_at = now() - interval '2 minutes',
         lease_until = now() - interval '1 minute' where workflow_id = $1`,
      [workflow._id],
    );
    await wake();
    await settled(workflow, 1);
    assert.equal((await messagesOf(workflow))[0]?.status, 'unconfirmed');
    assert.deepEqual(textsTo('+12125560007'), ['Hi']);
  });

  it('is answered in a conversation of the lead, and STOP ends it', async () => {
    const workflow = await workflowOf();
    const lead = await leadOf({ mobilePhone: '+12125560008' });
    await queue(messageTo(workflow, lead));
    await settled(workflow, 1);
    await receiveSms(anonymous, '+12125560008', 'Yes please');
    const { data } = (await admin.get(`/api/communications/conversations?filter[leadId]=${lead._id}`)).body;
    assert.equal(data.length, 1);
    const mails = await admin.get(`/api/communications/emails?filter[conversationId]=${data[0]._id}`);
    const [{ text, leadId, metadata }] = mails.body.data;
    assert.deepEqual([text, leadId, metadata], ['Yes please', lead._id, { workflowId: workflow._id }]);
    await receiveSms(anonymous, '+12125560008', 'STOP');
    const [{ replied_at: repliedAt, opted_out_at: optedOutAt }] = await sql(
      'select replied_at, opted_out_at from sms_messages where workflow_id = $1',
      [workflow._id],
    );
    assert.ok(repliedAt && optedOutAt);
    const answer = await queue(messageTo(workflow, lead));
    assert.equal('skipped' in answer && answer.skipped, 'optedOut');
  });

  it('is gone with its workflow', async () => {
    const workflow = await workflowOf('paused');
    await queue(messageTo(workflow, await leadOf({ mobilePhone: '+12125560009' })));
    await sql('delete from marketing_workflows where id = $1', [workflow._id]);
    assert.deepEqual(await messagesOf(workflow), []);
  });
});
