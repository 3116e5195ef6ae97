import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { appForFile, type Json } from '#test/harness.ts';
import { until } from '#test/process.ts';
import { FakePlatform } from '#test/social-tools.ts';

const provider = await FakePlatform.start((call) => ({ status: 201, json: { sid: `SM${call.body.To}` } }));
const app = await appForFile({ WEBHOOK_ALLOW_PRIVATE: 'true', TWILIO_URL: provider.url, LOG_LEVEL: 'error' });
const { admin, user, sql } = app;
await admin.create('/api/ui/settings', {
  key: 'marketing.sms',
  value: { provider: 'twilio', accountSid: 'AC123', from: '+15550001111' },
  secretValue: 'token',
});

let n = 500_000;
async function contactOf(fields: Json, by = admin): Promise<string> {
  n += 1;
  const mobilePhone = `+1555${n}`;
  await by.create('/api/sales/contacts', { lastName: 'S', mobilePhone, ...fields });
  return mobilePhone;
}

/** Sends a message to a segment. Returns the numbers that got it. */
async function sentTo(definition: Json, more: Json = {}, by = admin): Promise<string[]> {
  const segment = await by.create('/api/marketing/segments', { name: 'S', definition, ...more.segment });
  const { _id: campaignId } = await by.create('/api/marketing/campaigns', {
    name: 'C',
    segmentIds: [segment._id],
    ...more.campaign,
  });
  const channel = await by.create('/api/marketing/campaignChannelSms', { campaignId, name: 'T', message: 'Hi' });
  const launched = await by.post(`/api/marketing/campaigns/${campaignId}/launch`, {});
  if (launched.status !== 202) throw new Error(`${launched.status} ${launched.body.error.message}`);
  const runs = () => sql('select status, error from campaign_runs where channel_id = $1::uuid', [channel._id]);
  await until('it starts', async () => ['started', 'failed'].includes((await runs())[0]?.status));
  const [run] = await runs();
  if (run?.status === 'failed') throw new Error(run.error);
  return (await sql('select phone from sms_messages where channel_id = $1::uuid', [channel._id]))
    .map(({ phone }: Json) => phone)
    .toSorted();
}

describe('a segment by a filter', () => {
  it('takes groups in groups, negated groups and fields of referenced records', async () => {
    const harbour = await admin.create('/api/sales/accounts', { name: 'Harbour Works' });
    const other = await admin.create('/api/sales/accounts', { name: 'Other' });
    const vip = await contactOf({ score: 90, accountId: harbour._id, tags: ['vip'] });
    const customer = await contactOf({ status: 'customer', accountId: harbour._id });
    await contactOf({ status: 'customer', accountId: harbour._id, tags: ['quiet'] });
    await contactOf({ status: 'customer', accountId: other._id });
    await contactOf({ score: 10, accountId: harbour._id, tags: ['vip'] });
    const definition = {
      and: [
        { 'accountId.name': { startsWith: 'harbour' } },
        { or: [{ status: 'customer' }, { and: [{ score: { gte: 50 } }, { tags: { in: ['vip'] } }] }] },
        { not: { tags: { eq: 'quiet' } } },
      ],
    };
    assert.deepEqual(await sentTo(definition), [vip, customer].toSorted());
  });

  it('takes periods relative to today', async () => {
    const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
    const recent = await contactOf({ firstName: 'Recent', lastActivityAt: day(-2) });
    await contactOf({ firstName: 'Recent', lastActivityAt: day(-30) });
    assert.deepEqual(await sentTo({ firstName: 'Recent', lastActivityAt: { between: 'last7Days' } }), [recent]);
    assert.deepEqual(await sentTo({ or: [{ firstName: 'Recent', lastActivityAt: { gte: 'last7Days' } }] }), [recent]);
  });

  it('finds what the owner of the campaign may read', async () => {
    const maker = await user({ permissions: ['marketing:*', 'sales:read:own', 'sales:write:own'] });
    await contactOf({ firstName: 'Reach', score: 5 });
    const own = await contactOf({ firstName: 'Reach', score: 5 }, maker);
    const definition = { or: [{ firstName: 'Reach', score: { between: [1, 9] } }, { lastName: { eq: 'Nobody' } }] };
    assert.deepEqual(await sentTo(definition, {}, maker), [own]);
  });

  it('leaves out those of excluded segments by a filter', async () => {
    const kept = await contactOf({ firstName: 'Pair', tags: ['a'] });
    await contactOf({ firstName: 'Pair', tags: ['a', 'b'] });
    const without = await admin.create('/api/marketing/segments', {
      name: 'X',
      definition: { and: [{ tags: 'b' }, { or: [{ firstName: 'Pair' }, { score: { gt: 1000 } }] }] },
    });
    const more = { campaign: { excludedSegmentIds: [without._id] } };
    assert.deepEqual(await sentTo({ firstName: 'Pair' }, more), [kept]);
  });

  it('of other records than contacts is refused, with the remedy', async () => {
    await contactOf({ firstName: 'Lead' });
    await assert.rejects(
      sentTo({ name: 'Lead' }, { segment: { modelKey: 'accounts' } }),
      /^Error: 409 .*choose a segment of contacts or leads/,
    );
  });

  it('that names an unknown field is refused, with the field', async () => {
    await assert.rejects(sentTo({ not: { 'accountId.colour': 'red' } }), /colour is not a field of accounts/);
  });
});
