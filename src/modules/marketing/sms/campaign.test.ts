import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, describe, it } from 'node:test';
import { appForFile, type Json } from '#test/harness.ts';
import { until } from '#test/process.ts';
import { receiverForFile, signatureOf } from '#test/receiver.ts';
import { SmsRunner } from './engine/sms-runner.ts';

/** A fake Twilio. It records the messages of each number, and fails for some numbers. */
const got: { to: string; body: string; auth: string; path: string }[] = [];
const behaviours = new Map<string, (response: http.ServerResponse) => void>();
const twilio = http.createServer((request, response) => {
  let text = '';
  request.on('data', (chunk) => {
    text += chunk;
  });
  request.on('end', () => {
    const form = new URLSearchParams(text);
    const to = form.get('To') ?? '';
    got.push({ to, body: form.get('Body') ?? '', auth: request.headers.authorization ?? '', path: request.url ?? '' });
    const special = behaviours.get(to);
    if (special) special(response);
    else response.writeHead(201).end(JSON.stringify({ sid: `SM${to.slice(1)}`, status: 'queued' }));
  });
});
await new Promise<void>((resolve) => twilio.listen(0, '127.0.0.1', resolve));
after(() => {
  twilio.closeAllConnections();
  twilio.close();
});
const receiver = await receiverForFile();
const app = await appForFile({
  WEBHOOK_ALLOW_PRIVATE: 'true',
  TWILIO_URL: `http://127.0.0.1:${(twilio.address() as AddressInfo).port}`,
});
const { admin, anonymous, sql } = app;
const token = 'twilio-auth-token';
const setting = await admin.create('/api/ui/settings', {
  key: 'marketing.sms',
  value: { provider: 'twilio', accountSid: 'AC123', from: '+15550001111' },
  secretValue: token,
});

let n = 100_000;
const numbers = (count: number): string[] =>
  Array.from({ length: count }, () => {
    n += 1;
    return `+1555${n}`;
  });
async function launch(
  phones: readonly string[],
  message = 'Hi {{firstName}}',
): Promise<{ campaign: Json; channel: Json }> {
  const contactIds: string[] = [];
  for (const mobilePhone of phones)
    contactIds.push((await admin.create('/api/sales/contacts', { firstName: 'Ada', lastName: 'L', mobilePhone }))._id);
  const segment = await admin.create('/api/marketing/segments', { name: 'S', type: 'static', contactIds });
  const campaign = await admin.create('/api/marketing/campaigns', { name: 'SMS', segmentIds: [segment._id] });
  const channel = await admin.create('/api/marketing/campaignChannelSms', {
    campaignId: campaign._id,
    name: 'T',
    message,
  });
  assert.equal((await admin.post(`/api/marketing/campaigns/${campaign._id}/launch`, {})).status, 202);
  return { campaign, channel };
}
const messagesOf = (channel: Json): Promise<Json[]> =>
  sql('select phone, status, error, provider_id from sms_messages where channel_id = $1::uuid order by phone', [
    channel._id,
  ]);
const settled = (channel: Json, count: number) =>
  until(
    'the messages are settled',
    async () => {
      const messages = await messagesOf(channel);
      return messages.length === count && messages.every(({ status }) => !['queued', 'sending'].includes(status));
    },
    40_000,
  );
const channelNow = async ({ _id }: Json): Promise<Json> =>
  (await admin.get(`/api/marketing/campaignChannelSms/${_id}`)).body;
const timesTo = (phone: string): number => got.filter(({ to }) => to === phone).length;

describe('text messages of a campaign', () => {
  it('go to each number once, signed in at Twilio, and are counted', async () => {
    const phones = numbers(3);
    const { channel } = await launch([...phones, phones[0] as string]);
    await settled(channel, 3);
    for (const phone of phones) assert.equal(timesTo(phone), 1);
    const first = got.find(({ to }) => to === phones[0]);
    assert.equal(first?.body, 'Hi Ada');
    assert.equal(first?.auth, `Basic ${Buffer.from(`AC123:${token}`).toString('base64')}`);
    assert.equal(first?.path, '/2010-04-01/Accounts/AC123/Messages.json');
    await until('they are counted', async () => (await channelNow(channel)).sentCount === 3);
    assert.equal((await channelNow(channel)).recipientCount, 3);
  });

  it('are never sent again by themselves when the provider may have them', async () => {
    const [good = '', hangsUp = '', broken = '', refused = ''] = numbers(4);
    behaviours.set(hangsUp, (response) => response.destroy());
    behaviours.set(broken, (response) => response.writeHead(500).end('{}'));
    behaviours.set(refused, (response) =>
      response.writeHead(400).end(JSON.stringify({ message: 'not a mobile number' })),
    );
    const { channel } = await launch([good, hangsUp, broken, refused]);
    await settled(channel, 4);
    const status = Object.fromEntries((await messagesOf(channel)).map((message) => [message.phone, message.status]));
    assert.deepEqual(status, {
      [good]: 'sent',
      [hangsUp]: 'unconfirmed',
      [broken]: 'unconfirmed',
      [refused]: 'failed',
    });
    await sql(
      `update jobs set state = 'queued', run_at = now(), finished_at = null where name like 'marketing.%' and state = 'completed'`,
    );
    await sql(`select pg_notify('jobs', '')`);
    await until(
      'all ran again',
      async () => {
        const [{ open }] = await sql(
          `select count(*)::int as open from jobs where name like 'marketing.%' and state <> 'completed'`,
        );
        return open === 0;
      },
      60_000,
    );
    for (const phone of [good, hangsUp, broken, refused]) assert.equal(timesTo(phone), 1, phone);
  });

  it('that a node had started when it died are unconfirmed', async () => {
    const phones = numbers(2);
    const { campaign, channel } = await launch(phones);
    await settled(channel, 2);
    await until('they are counted', async () => (await channelNow(channel)).sentCount === 2);
    const before = got.length;
    await sql(
      `update sms_messages set status = 'sending', provider_id = null, claim = gen_random_uuid(), started_at = now() - interval '2 minutes',
         lease_until = now() - interval '1 minute' where channel_id = $1::uuid`,
      [channel._id],
    );
    await admin.post(`/api/marketing/campaigns/${campaign._id}/pause`, {});
    await admin.post(`/api/marketing/campaigns/${campaign._id}/resume`, {});
    await settled(channel, 2);
    assert.ok((await messagesOf(channel)).every(({ status }) => status === 'unconfirmed'));
    assert.equal(got.length, before);
    await until('they are counted', async () => (await channelNow(channel)).failedCount === 2);
  });

  it('go out once each when two nodes send those of a channel at the same time', async () => {
    const phones = numbers(40);
    const first = Promise.withResolvers<void>();
    for (const phone of phones)
      behaviours.set(phone, (response) => {
        first.resolve();
        setTimeout(() => response.writeHead(201).end(JSON.stringify({ sid: `SM${phone.slice(1)}` })), 20);
      });
    const { campaign, channel } = await launch(phones);
    await first.promise;
    const sender = { campaignId: campaign._id, channelId: channel._id, workflowId: null };
    const queue = { tenantId: '1', accountKey: 'default', ...sender };
    await new SmsRunner(app.app.services, queue).run();
    await settled(channel, 40);
    for (const phone of phones) assert.equal(timesTo(phone), 1, phone);
    const [left] = await sql('select count(*)::int as claims from sms_messages where claim is not null');
    assert.equal(left.claims, 0);
    await until('they are counted', async () => (await channelNow(channel)).sentCount === 40);
  });

  it('wait when the provider asks for patience, and are cancelled with the campaign', async () => {
    const [busy = '', next = ''] = numbers(2);
    behaviours.set(busy, (response) => response.writeHead(429).end('{}'));
    const { campaign, channel } = await launch([busy, next]);
    await until('it was tried', async () => timesTo(busy) === 1);
    await until('it waits', async () =>
      (await messagesOf(channel)).some(({ status, error }) => status === 'queued' && error),
    );
    await admin.post(`/api/marketing/campaigns/${campaign._id}/complete`, {});
    const waited = (await messagesOf(channel)).find(({ phone }) => phone === busy);
    assert.equal(waited.status, 'cancelled');
    assert.equal(timesTo(busy), 1);
  });

  it('are tried again after each wait, and after the last one only when the campaign is resumed', async () => {
    const [busy = '', next = ''] = numbers(2);
    behaviours.set(busy, (response) => response.writeHead(429).end('{}'));
    const { campaign, channel } = await launch([busy, next]);
    const pause = async (): Promise<Json> =>
      (await sql('select failures, retry_at, error from sms_pauses where channel_id = $1::uuid', [channel._id]))[0];
    const error = async () =>
      (await admin.get(`/api/marketing/campaigns/${campaign._id}/results`)).body.channels[0].error;
    const tried = (failures: number) => until('it was tried', async () => (await pause())?.failures === failures);
    const endWait = () =>
      sql(`update sms_pauses set retry_at = now() where channel_id = $1::uuid`, [channel._id]).then(() =>
        sql(`select pg_notify('atrium_sms', '')`),
      );
    await tried(1);
    assert.ok((await pause()).retry_at > new Date());
    assert.equal(await error(), 'The provider answered 429.');
    await endWait();
    await tried(2);
    await sql('update sms_pauses set failures = 10 where channel_id = $1::uuid', [channel._id]);
    await endWait();
    await tried(11);
    assert.equal((await pause()).retry_at, null);
    assert.equal(timesTo(busy), 3);
    behaviours.delete(busy);
    await admin.post(`/api/marketing/campaigns/${campaign._id}/pause`, {});
    await admin.post(`/api/marketing/campaigns/${campaign._id}/resume`, {});
    await settled(channel, 2);
    assert.deepEqual([timesTo(busy), timesTo(next)], [4, 1]);
    assert.deepEqual([await pause(), await error()], [undefined, null]);
  });

  it('follow the reports of Twilio, if they are signed', async () => {
    const [phone = ''] = numbers(1);
    const { channel } = await launch([phone]);
    await settled(channel, 1);
    const path = '/api/marketing/sms-status/default';
    const form = new URLSearchParams({ MessageSid: `SM${phone.slice(1)}`, MessageStatus: 'delivered', To: phone });
    const signed = [...form.keys()].sort().reduce((text, key) => `${text}${key}${form.get(key)}`, `${app.url}${path}`);
    const send = (signature: string) =>
      anonymous.post(path, String(form), {
        'content-type': 'application/x-www-form-urlencoded',
        'x-twilio-signature': signature,
      });
    assert.equal((await send('wrong')).status, 403);
    const reply = await send(createHmac('sha1', token).update(signed).digest('base64'));
    assert.equal(reply.status, 200, reply.text);
    assert.equal((await messagesOf(channel))[0].status, 'delivered');
    assert.equal((await channelNow(channel)).deliveredCount, 1);
    const unknown = await anonymous.post('/api/marketing/sms-status/nobody', {});
    assert.equal(unknown.status, 403);
  });

  it('can go to a webhook instead, signed', async () => {
    const value = { provider: 'webhook', url: receiver.url('/sms') };
    assert.equal((await admin.patch(`/api/ui/settings/${setting._id}`, { value: { provider: 'pigeon' } })).status, 422);
    await admin.patch(`/api/ui/settings/${setting._id}`, { value });
    const [phone = ''] = numbers(1);
    const { channel } = await launch([phone], 'By webhook');
    const [arrival] = await receiver.received('/sms');
    assert.equal(arrival?.body.to, phone);
    assert.equal(arrival?.headers['x-platform-signature'], signatureOf(token, arrival?.raw as Buffer));
    await settled(channel, 1);
  });

  it('are a task when the account has no provider', async () => {
    await admin.delete(`/api/ui/settings/${setting._id}`);
    const { campaign } = await launch(numbers(1));
    const run = async () => (await admin.get(`/api/marketing/campaigns/${campaign._id}/results`)).body.channels[0].run;
    await until('it is a task', async () => (await run()) === 'task');
  });
});
