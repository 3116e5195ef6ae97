import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { appForFile, type Json } from '#test/harness.ts';
import { until } from '#test/process.ts';
import { connectWebhook, FakePlatform, postWith, publish, publishing } from '#test/social-tools.ts';

const { admin, sql, events } = await appForFile({
  WEBHOOK_ALLOW_PRIVATE: 'true',
  SOCIAL_TIMEOUT: '5s',
  LOG_LEVEL: 'error',
});
const hook = await FakePlatform.start();
const { _id: connectionId } = await connectWebhook(admin, `${hook.url}/posts`);
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();
await admin.create('/api/ui/settings', {
  key: 'marketing.sms',
  value: { provider: 'webhook', url: `${hook.url}/sms` },
  secretValue: 'a secret',
});

beforeEach(() => {
  hook.calls.length = 0;
  hook.behaviour = () => ({ json: { id: 'p-1' } });
});

async function launched(more: Json = {}): Promise<string> {
  const { _id } = await admin.create('/api/marketing/campaigns', { name: 'Pauses', ...more });
  assert.equal((await admin.post(`/api/marketing/campaigns/${_id}/launch`, {})).status, 202);
  return _id;
}
async function change(campaignId: string, deed: 'pause' | 'resume' | 'complete'): Promise<void> {
  const reply = await admin.post(`/api/marketing/campaigns/${campaignId}/${deed}`, {});
  assert.ok(reply.status < 300, reply.text);
}
const statusOf = async ({ _id }: Json): Promise<string> => (await admin.get(`${publishing}/${_id}`)).body.status;
const waiting = async ({ _id }: Json): Promise<Json[]> =>
  sql('select next_at from social_outbox where post_id = $1', [_id]);

describe('posts of a paused campaign', () => {
  it('leave the outbox, and come back to their time, once', async () => {
    const campaignId = await launched();
    const scheduledAt = inAnHour();
    const post = await publish(admin, { connectionId, content: 'Later', campaignId, scheduledAt });
    await change(campaignId, 'pause');
    assert.equal(await statusOf(post), 'paused');
    assert.deepEqual(await waiting(post), []);
    await change(campaignId, 'resume');
    assert.equal(await statusOf(post), 'scheduled');
    const rows = await waiting(post);
    assert.deepEqual(
      rows.map(({ next_at }) => next_at.toISOString()),
      [scheduledAt],
    );
    const statuses = (await events(post._id)).map(({ record }) => record.status);
    assert.deepEqual(statuses, ['scheduled', 'paused', 'scheduled']);
    await change(campaignId, 'pause');
    await change(campaignId, 'resume');
    assert.equal((await waiting(post)).length, 1);
  });

  it('are published once after the pause when their time passed meanwhile', async () => {
    const campaignId = await launched();
    const soon = new Date(Date.now() + 2500).toISOString();
    const post = await publish(admin, { connectionId, content: 'Soon', campaignId, scheduledAt: soon });
    await change(campaignId, 'pause');
    await new Promise((resolve) => setTimeout(resolve, 3500));
    assert.equal(hook.calls.length, 0);
    await change(campaignId, 'resume');
    await postWith(admin, post._id, 'published');
    assert.equal(hook.at('/posts').length, 1);
  });

  it('stay as they are when they are being published', async () => {
    const campaignId = await launched();
    const gate = Promise.withResolvers<void>();
    hook.behaviour = async () => {
      await gate.promise;
      return { json: { id: 'p-2' } };
    };
    const post = await publish(admin, { connectionId, content: 'Now', campaignId });
    await until('it is called', async () => hook.calls.length === 1);
    await change(campaignId, 'pause');
    assert.equal(await statusOf(post), 'publishing');
    gate.resolve();
    await postWith(admin, post._id, 'published');
    await change(campaignId, 'resume');
    assert.equal(await statusOf(post), 'published');
    assert.equal(hook.calls.length, 1);
  });

  it('that are accepted during the pause wait for its end', async () => {
    const campaignId = await launched();
    await change(campaignId, 'pause');
    const post = await publish(admin, { connectionId, content: 'Too early', campaignId });
    await postWith(admin, post._id, 'paused');
    assert.equal(hook.calls.length, 0);
    await change(campaignId, 'resume');
    await postWith(admin, post._id, 'published');
    assert.equal(hook.calls.length, 1);
  });

  it('can be changed and cancelled by hand, and stay so', async () => {
    const campaignId = await launched();
    const made = { connectionId, content: 'Kept', campaignId, scheduledAt: inAnHour() };
    const [kept, dropped] = [await publish(admin, made), await publish(admin, made)];
    await change(campaignId, 'pause');
    const changed = await admin.patch(`${publishing}/${kept._id}`, { content: 'Changed' });
    assert.equal(changed.body.status, 'paused', changed.text);
    assert.equal((await admin.delete(`${publishing}/${dropped._id}`)).body.status, 'cancelled');
    await change(campaignId, 'resume');
    assert.deepEqual([await statusOf(kept), await statusOf(dropped)], ['scheduled', 'cancelled']);
  });

  it('are cancelled with the campaign, and others are not', async () => {
    const [campaignId, other] = [await launched(), await launched()];
    const made = { connectionId, content: 'Waits', scheduledAt: inAnHour() };
    const paused = await publish(admin, { ...made, campaignId });
    await change(campaignId, 'pause');
    const scheduled = await publish(admin, { ...made, campaignId });
    const foreign = await publish(admin, { ...made, campaignId: other });
    const draft = await publish(admin, { ...made, campaignId, draft: true });
    await change(campaignId, 'complete');
    const statuses = await Promise.all([paused, scheduled, foreign, draft].map(statusOf));
    assert.deepEqual(statuses, ['cancelled', 'cancelled', 'scheduled', 'draft']);
    assert.deepEqual(await waiting(scheduled), []);
    await admin.delete(`${publishing}/${foreign._id}`);
  });
});

describe('text messages of a paused campaign', () => {
  it('wait, and each goes out once after the pause', async () => {
    const phones = Array.from({ length: 4 }, (_, n) => `+15550200${n}0`);
    const contactIds = [];
    for (const mobilePhone of phones)
      contactIds.push((await admin.create('/api/sales/contacts', { lastName: 'L', mobilePhone }))._id);
    const segment = await admin.create('/api/marketing/segments', { name: 'S', type: 'static', contactIds });
    const campaign = await admin.create('/api/marketing/campaigns', { name: 'SMS', segmentIds: [segment._id] });
    await admin.create('/api/marketing/campaignChannelSms', { campaignId: campaign._id, name: 'T', message: 'Hi' });
    const gate = Promise.withResolvers<void>();
    hook.behaviour = async () => {
      await gate.promise;
      return { json: { id: `m-${hook.calls.length}` } };
    };
    await admin.post(`/api/marketing/campaigns/${campaign._id}/launch`, {});
    await until('the first is being sent', async () => hook.calls.length === 1);
    await change(campaign._id, 'pause');
    gate.resolve();
    const states = async (): Promise<string[]> =>
      (await sql('select status from sms_messages where campaign_id = $1 order by id', [campaign._id])).map(
        ({ status }: Json) => status,
      );
    await until('the first is settled', async () => (await states())[0] === 'sent');
    await until(
      'no node has the others',
      async () =>
        (await sql('select 1 from sms_messages where campaign_id = $1 and claim is not null', [campaign._id]))
          .length === 0,
    );
    assert.deepEqual(await states(), ['sent', 'queued', 'queued', 'queued']);
    await change(campaign._id, 'resume');
    await until('all are sent', async () => (await states()).every((state) => state === 'sent'));
    assert.deepEqual(hook.calls.map(({ body }) => body.to).toSorted(), phones);
  });
});
