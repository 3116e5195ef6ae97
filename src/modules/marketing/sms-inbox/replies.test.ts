import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { tenantContext } from '#core/access/platform.ts';
import { inTransaction } from '#core/context.ts';
import { appForFile, type Json } from '#test/harness.ts';
import { until } from '#test/process.ts';
import { FakePlatform } from '#test/social-tools.ts';
import { writeCounters } from '../sms/contract.ts';

const provider = await FakePlatform.start((call) => ({
  status: 201,
  json: { sid: `SM${call.body.To ?? call.body.to}` },
}));
const app = await appForFile({ WEBHOOK_ALLOW_PRIVATE: 'true', TWILIO_URL: provider.url, LOG_LEVEL: 'error' });
const { admin, anonymous, sql } = app;
const token = 'twilio-auth-token';
const path = '/api/marketing/sms-replies/default';
const setting = await admin.create('/api/ui/settings', {
  key: 'marketing.sms',
  value: { provider: 'twilio', accountSid: 'AC123', from: '+15550001111' },
  secretValue: token,
});

let n = 300_000;
const number = (): string => {
  n += 1;
  return `+1555${n}`;
};
const contactOf = async (mobilePhone: string): Promise<Json> =>
  admin.create('/api/sales/contacts', { firstName: 'Ada', lastName: 'L', mobilePhone });

/** Sends a message to the contacts, and waits until all messages are settled. */
async function launch(contacts: readonly Json[]): Promise<{ campaign: Json; channel: Json }> {
  const contactIds = contacts.map(({ _id }) => _id);
  const segment = await admin.create('/api/marketing/segments', { name: 'S', type: 'static', contactIds });
  const campaign = await admin.create('/api/marketing/campaigns', { name: 'SMS', segmentIds: [segment._id] });
  const channel = await admin.create('/api/marketing/campaignChannelSms', {
    campaignId: campaign._id,
    name: 'T',
    message: 'Hi',
  });
  await admin.post(`/api/marketing/campaigns/${campaign._id}/launch`, {});
  await until('the messages are settled', async () => {
    const found = Object.values(await statuses(channel));
    return found.length === contacts.length && found.every((status) => !['queued', 'sending'].includes(status));
  });
  return { campaign, channel };
}
const statuses = async ({ _id }: Json): Promise<Record<string, string>> =>
  Object.fromEntries(
    (await sql('select phone, status from sms_messages where channel_id = $1', [_id])).map(
      ({ phone, status }: Json) => [phone, status],
    ),
  );
const channelNow = async ({ _id }: Json): Promise<Json> =>
  (await admin.get(`/api/marketing/campaignChannelSms/${_id}`)).body;
const conversationsOf = async (phone: string): Promise<Json[]> =>
  (await admin.get('/api/communications/conversations?filter[channel]=sms&limit=200')).body.data.filter(
    ({ participants }: Json) => participants.includes(phone),
  );
const membersOf = async ({ _id }: Json): Promise<Json[]> =>
  (await admin.get(`/api/marketing/campaignMembers?filter[campaignId]=${_id}`)).body.data;

let sid = 0;
/** A reply as Twilio sends it. */
function byTwilio(from: string, text: string, more: Json = {}, signature?: string) {
  sid += 1;
  const form = new URLSearchParams({ MessageSid: `SMin${sid}`, From: from, To: '+15550001111', Body: text, ...more });
  const signed = [...form.keys()].sort().reduce((all, key) => `${all}${key}${form.get(key)}`, `${app.url}${path}`);
  return anonymous.post(path, String(form), {
    'content-type': 'application/x-www-form-urlencoded',
    'x-twilio-signature': signature ?? createHmac('sha1', token).update(signed).digest('base64'),
  });
}

describe('a reply to a text message', () => {
  it('becomes a message of a conversation of the contact, once, and the member has responded', async () => {
    const phone = number();
    const contact = await contactOf(phone);
    const { campaign, channel } = await launch([contact]);
    const reply = await byTwilio(phone, 'Do you have it in red?', { MessageSid: 'SMred' });
    assert.equal(reply.status, 204, reply.text);
    assert.equal((await byTwilio(phone, 'Do you have it in red?', { MessageSid: 'SMred' })).status, 204);
    await byTwilio(phone, 'Or in blue?');
    const [conversation, ...others] = await conversationsOf(phone);
    assert.deepEqual(others, []);
    assert.equal(conversation?.contactId, contact._id);
    assert.equal(conversation?.messageCount, 2);
    assert.equal(conversation?.unreadCount, 2);
    assert.equal(conversation?.preview, 'Or in blue?');
    assert.equal(conversation?.lastMessageDirection, 'inbound');
    const { body } = await admin.get(`/api/communications/conversations/${conversation?._id}/messages`);
    assert.deepEqual(body.data.map(({ text }: Json) => text).toSorted(), ['Do you have it in red?', 'Or in blue?']);
    const [member] = await membersOf(campaign);
    assert.deepEqual([member?.contactId, member?.status, member?.source], [contact._id, 'responded', 'sms']);
    assert.ok(member?.respondedAt);
    assert.equal((await channelNow(channel)).replyCount, 1);
  });

  it('opens a closed conversation again, and begins a new one when it was deleted', async () => {
    const phone = number();
    await byTwilio(phone, 'One');
    const [first] = await conversationsOf(phone);
    await admin.patch(`/api/communications/conversations/${first?._id}`, { status: 'closed' });
    await byTwilio(phone, 'Two');
    const [again] = await conversationsOf(phone);
    assert.deepEqual([again?._id, again?.status, again?.messageCount], [first?._id, 'open', 2]);
    await admin.delete(`/api/communications/conversations/${first?._id}`);
    assert.equal((await byTwilio(phone, 'Three')).status, 204);
    const [next] = await conversationsOf(phone);
    assert.notEqual(next?._id, first?._id);
    assert.equal(next?.messageCount, 1);
  });

  it('finds the contact of a number that is written in another way', async () => {
    const contact = await contactOf('(030) 1234-56789');
    await byTwilio('+4930123456789', 'Hello');
    const [conversation] = await conversationsOf('+4930123456789');
    assert.equal(conversation?.contactId, contact._id);
  });

  it('of the same moment is in the same conversation', async () => {
    const phone = number();
    const replies = await Promise.all(['a', 'b', 'c', 'd'].map((text) => byTwilio(phone, text)));
    assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([204]));
    const found = await conversationsOf(phone);
    assert.deepEqual(
      found.map(({ messageCount }) => messageCount),
      [4],
    );
  });

  it('is refused without the signature of the provider', async () => {
    const phone = number();
    for (const signature of ['', 'wrong', createHmac('sha1', token).update(`${app.url}${path}`).digest('base64')])
      assert.equal((await byTwilio(phone, 'STOP', {}, signature)).status, 403);
    assert.equal((await anonymous.post('/api/marketing/sms-replies/nobody', {})).status, 403);
    assert.deepEqual(await sql('select 1 from marketing_sms_opt_outs where phone = $1 and active', [phone]), []);
  });
});

describe('the word STOP', () => {
  for (const word of ['STOP', ' Stopp! ', 'unsubscribe', 'Opt-out', 'ABMELDEN', 'arrêt'])
    it(`as ${word.trim()} ends messages to the number, in whatever form it is written`, async () => {
      const phone = number();
      const contact = await contactOf(phone);
      const { channel } = await launch([contact]);
      assert.equal((await byTwilio(phone, word)).status, 204);
      assert.deepEqual(await conversationsOf(phone), []);
      assert.equal((await channelNow(channel)).optOutCount, 1);
      const national = await contactOf(phone.slice(2));
      const { channel: second } = await launch([contact, national]);
      assert.deepEqual(await statuses(second), { [phone]: 'optedOut', [phone.slice(2)]: 'optedOut' });
      assert.equal(provider.calls.filter(({ body }) => body.To === phone).length, 1);
      assert.equal((await channelNow(second)).sentCount, 0);
    });

  it('is counted when others count at the same time', async () => {
    const phone = number();
    const { channel } = await launch([await contactOf(phone)]);
    await until('the counters of the launch', async () => (await channelNow(channel)).sentCount === 1);
    let stop: Promise<unknown> | undefined;
    const context = await tenantContext(app.app.services, { tenantId: '1', accountKey: 'default' });
    await inTransaction(context, async (within) => {
      const { tx } = within;
      /** STOP arrives after the messages are counted, and before the counters are written. */
      const query: typeof tx.query = async (text, values) => {
        const rows = await tx.query(text, values);
        if (text.includes('optOutCount')) {
          stop = byTwilio(phone, 'STOP');
          await Promise.race([stop, sleep(1000)]);
        }
        return rows as never;
      };
      await writeCounters({ ...within, tx: { ...tx, query } }, channel._id);
    });
    await stop;
    assert.equal((await channelNow(channel)).optOutCount, 1);
  });

  it('is undone by START', async () => {
    const phone = number();
    const contact = await contactOf(phone);
    await byTwilio(phone, 'STOP');
    const { channel } = await launch([contact]);
    assert.deepEqual(await statuses(channel), { [phone]: 'optedOut' });
    await byTwilio(phone, 'start');
    assert.deepEqual(await statuses(channel), { [phone]: 'optedOut' });
    const { channel: second } = await launch([contact]);
    assert.deepEqual(await statuses(second), { [phone]: 'sent' });
  });

  it('inside a sentence is a reply, unless Twilio took it as one', async () => {
    const phone = number();
    await byTwilio(phone, 'Do not stop');
    assert.equal((await conversationsOf(phone)).length, 1);
    await byTwilio(phone, 'Genug', { OptOutType: 'STOP' });
    assert.equal((await sql('select 1 from marketing_sms_opt_outs where phone = $1 and active', [phone])).length, 1);
  });

  it('also holds for messages that wait', async () => {
    const phones = [number(), number()];
    const contacts = [];
    for (const phone of phones) contacts.push(await contactOf(phone));
    const gate = Promise.withResolvers<void>();
    const { behaviour } = provider;
    provider.behaviour = async (call) => {
      await gate.promise;
      return behaviour(call);
    };
    const launched = launch(contacts);
    const asked = () => provider.calls.map(({ body }) => body.To).filter((to) => phones.includes(to));
    await until('one is being sent', async () => asked().length === 1);
    const waiting = phones.find((phone) => !asked().includes(phone)) as string;
    await byTwilio(waiting, 'STOP');
    gate.resolve();
    const { channel } = await launched;
    provider.behaviour = behaviour;
    assert.equal((await statuses(channel))[waiting], 'optedOut');
    assert.deepEqual(Object.values(await statuses(channel)).toSorted(), ['optedOut', 'sent']);
    assert.equal(asked().length, 1);
  });
});

describe('a reply by the webhook transport', () => {
  const send = (body: string, signature: string) =>
    anonymous.post(path, body, { 'content-type': 'application/json', 'x-platform-signature': signature });
  const signed = (body: string) => send(body, `sha256=${createHmac('sha256', token).update(body).digest('hex')}`);

  it('is JSON, signed with the secret of the setting', async () => {
    await admin.patch(`/api/ui/settings/${setting._id}`, {
      value: { provider: 'webhook', url: `${provider.url}/sms` },
    });
    const phone = number();
    const body = JSON.stringify({ id: 'r-1', from: phone, text: 'Yes please' });
    assert.equal((await send(body, 'sha256=00')).status, 403);
    assert.equal((await signed(body)).status, 204);
    assert.equal((await signed(body)).status, 204);
    const [conversation] = await conversationsOf(phone);
    assert.equal(conversation?.messageCount, 1);
    await signed(JSON.stringify({ id: 'r-2', from: phone, text: 'Stop' }));
    assert.equal((await sql('select 1 from marketing_sms_opt_outs where phone = $1 and active', [phone])).length, 1);
  });

  it('names what is wrong with it', async () => {
    for (const [body, field] of [
      [{ from: '+15551', text: 'x' }, 'id'],
      [{ id: 'r-3', from: 'Ada', text: 'x' }, 'from'],
      [{ id: 'r-3', from: '+155512345', text: 7 }, 'text'],
    ] as const) {
      const reply = await signed(JSON.stringify(body));
      assert.deepEqual([reply.status, reply.body.error.details?.[0].field], [422, field], reply.text);
    }
    assert.equal((await signed('[]')).status, 400);
    const hostile = await signed(JSON.stringify({ id: 'r\0\ud800', from: '+15551234567', text: '\0\ud800<b>' }));
    assert.equal(hostile.status, 204, hostile.text);
  });
});
