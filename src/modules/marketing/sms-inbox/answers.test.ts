import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, it } from 'node:test';
import { refused } from '#test/expect.ts';
import { appForFile, type Json } from '#test/harness.ts';
import { type Behaviour, FakePlatform } from '#test/social-tools.ts';

const provider = await FakePlatform.start();
const twilioAnswers: Behaviour = (call) => ({ status: 201, json: { sid: `SM${String(call.body.To).slice(1)}` } });
provider.behaviour = twilioAnswers;
const app = await appForFile({ WEBHOOK_ALLOW_PRIVATE: 'true', TWILIO_URL: provider.url, LOG_LEVEL: 'error' });
const { admin, anonymous, tenant, user, sql, url } = app;
const token = 'twilio-auth-token';
const setting = await admin.create('/api/ui/settings', {
  key: 'marketing.sms',
  value: { provider: 'twilio', accountSid: 'AC123', from: '+15550001111' },
  secretValue: token,
});

let n = 700_000;
let sid = 0;
function fromTwilio(path: string, form: Record<string, string>) {
  const signed = Object.keys(form)
    .sort()
    .reduce((all, key) => `${all}${key}${form[key]}`, `${url}${path}`);
  return anonymous.post(path, String(new URLSearchParams(form)), {
    'content-type': 'application/x-www-form-urlencoded',
    'x-twilio-signature': createHmac('sha1', token).update(signed).digest('base64'),
  });
}
async function message(phone: string, text: string): Promise<void> {
  sid += 1;
  const form = { MessageSid: `SMin${sid}`, From: phone, To: '+15550001111', Body: text };
  assert.equal((await fromTwilio('/api/marketing/sms-replies/default', form)).status, 204);
}
const conversationOf = async (phone: string): Promise<Json> =>
  (await admin.get('/api/communications/conversations?filter[channel]=sms&limit=200')).body.data.find(
    ({ participants }: Json) => participants[0] === phone,
  );
/** Creates a conversation by sending a text message from a new number. */
async function begun(): Promise<{ phone: string; conversation: Json; path: string }> {
  n += 1;
  const phone = `+1555${n}`;
  await message(phone, 'Is it still there?');
  const conversation = await conversationOf(phone);
  return { phone, conversation, path: `/api/marketing/sms-inbox/${conversation._id}/reply` };
}
const answersOf = async ({ _id }: Json): Promise<Json[]> =>
  (await admin.get(`/api/communications/conversations/${_id}/messages`)).body.data.filter(
    ({ direction }: Json) => direction === 'outbound',
  );
const callsTo = (phone: string) => provider.calls.filter(({ body }) => (body.To ?? body.to) === phone);

describe('an answer to a text message from the inbox', () => {
  it('goes to the number by Twilio, once, and is a message of the conversation', async () => {
    const { phone, conversation, path } = await begun();
    const reply = await admin.post(path, { text: 'Yes, come by.' });
    assert.equal(reply.status, 201, reply.text);
    assert.deepEqual([reply.body.status, reply.body.type, reply.body.unconfirmed], ['sent', 'sms', false]);
    const [call, ...others] = callsTo(phone);
    assert.deepEqual(others, []);
    assert.deepEqual([call?.body.Body, call?.body.From], ['Yes, come by.', '+15550001111']);
    const [answer] = await answersOf(conversation);
    assert.deepEqual([answer?.text, answer?.status], ['Yes, come by.', 'sent']);
    const now = await conversationOf(phone);
    assert.deepEqual([now.messageCount, now.lastMessageDirection, now.waitingSince], [2, 'outbound', null]);
    assert.ok(now.firstRepliedAt);
    const report = { MessageSid: `SM${phone.slice(1)}`, MessageStatus: 'delivered' };
    assert.deepEqual((await fromTwilio('/api/marketing/sms-status/default', report)).body, { applied: true });
    assert.equal((await answersOf(conversation))[0]?.status, 'delivered');
    assert.deepEqual((await fromTwilio('/api/marketing/sms-status/default', report)).body, { applied: false });
  });

  it('is marked before the call, unconfirmed when the provider does not answer, and never repeated by itself', async () => {
    const { phone, conversation, path } = await begun();
    let seen: Json[] = [];
    provider.behaviour = async (): Promise<'cut'> => {
      seen = await sql(
        'select status, unconfirmed from communications_emails where conversation_id = $1 and direction = $2',
        [conversation._id, 'outbound'],
      );
      return 'cut';
    };
    const reply = await admin.post(path, { text: 'Hello?' });
    provider.behaviour = twilioAnswers;
    refused(reply, 503, 'unavailable');
    assert.match(reply.body.error.message, /not known whether the SMS provider sent/);
    assert.deepEqual(seen, [{ status: 'failed', unconfirmed: true }]);
    const [answer] = await answersOf(conversation);
    assert.deepEqual([answer?.status, answer?.unconfirmed], ['failed', true]);
    assert.equal(callsTo(phone).length, 1);
  });

  it('that the provider refuses says why, and can be written again', async () => {
    const { phone, conversation, path } = await begun();
    provider.behaviour = () => ({ status: 400, json: { message: 'not a mobile number' } });
    const reply = await admin.post(path, { text: 'Hello?' });
    provider.behaviour = twilioAnswers;
    refused(reply, 409, 'conflict');
    assert.match(reply.body.error.message, /not sent.*not a mobile number/);
    assert.equal((await admin.post(path, { text: 'Again' })).status, 201);
    assert.deepEqual(
      (await answersOf(conversation)).map(({ status, unconfirmed }) => [status, unconfirmed]).toSorted(),
      [
        ['failed', false],
        ['sent', false],
      ],
    );
    assert.equal(callsTo(phone).length, 2);
  });

  it('is refused for a number that opted out, with the remedy', async () => {
    const { phone, conversation, path } = await begun();
    await message(phone, 'STOP');
    const reply = await admin.post(path, { text: 'Wait' });
    refused(reply, 409, 'conflict');
    assert.match(reply.body.error.message, /opted out.*START.*SMS opt-outs of marketing/);
    assert.deepEqual([callsTo(phone), await answersOf(conversation)], [[], []]);
    await message(phone, 'START');
    assert.equal((await admin.post(path, { text: 'Welcome back' })).status, 201);
  });

  it('has text, of at most 1,600 characters, and belongs to a conversation within reach', async () => {
    const { phone, path } = await begun();
    for (const text of ['', '  ', 'x'.repeat(1601)])
      refused(await admin.post(path, { text }), 422, 'validation_failed', 'text');
    const reader = await user({ permissions: ['marketing:read', 'communications:read'] });
    refused(await reader.post(path, { text: 'x' }), 403, 'forbidden');
    const other = await tenant();
    refused(await other.post(path, { text: 'x' }), 404, 'not_found');
    const mail = await admin.create('/api/communications/conversations', { subject: 'By mail' });
    refused(await admin.post(`/api/marketing/sms-inbox/${mail._id}/reply`, { text: 'x' }), 404, 'not_found');
    const byMail = await admin.post(path.replace('marketing/sms-inbox', 'communications/conversations'), { html: 'x' });
    refused(byMail, 409, 'conflict');
    assert.match(byMail.body.error.message, /\/api\/marketing\/sms-inbox\/.*\/reply/);
    assert.deepEqual(callsTo(phone), []);
  });

  it('goes by the webhook transport, signed, and says what is missing without a provider', async () => {
    const { phone, path } = await begun();
    const settingPath = `/api/ui/settings/${setting._id}`;
    await admin.patch(settingPath, { value: { provider: 'webhook', url: `${provider.url}/sms` } });
    provider.behaviour = () => ({ json: { id: 'w-1' } });
    const reply = await admin.post(path, { text: 'By webhook' });
    assert.deepEqual([reply.status, reply.body.messageId], [201, 'w-1'], reply.text);
    const [call] = callsTo(phone);
    assert.deepEqual(call?.body, { id: reply.body._id, to: phone, text: 'By webhook' });
    await admin.delete(settingPath);
    const without = await admin.post(path, { text: 'x' });
    refused(without, 409, 'not_configured');
    assert.match(without.body.error.message, /marketing\.sms/);
    assert.equal(callsTo(phone).length, 1);
  });
});
