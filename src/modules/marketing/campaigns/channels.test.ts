import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { appForFile, type Json } from '#test/harness.ts';
import { until } from '#test/process.ts';
import { receiverForFile } from '#test/receiver.ts';

const receiver = await receiverForFile();
receiver.answer(200, JSON.stringify({ id: 'post-1' }), { 'content-type': 'application/json' });
const app = await appForFile({ WEBHOOK_ALLOW_PRIVATE: 'true' });
const { admin } = app;

describe('a launched campaign', () => {
  it('publishes its posts and pages, each once', async () => {
    const campaign = await admin.create('/api/marketing/campaigns', { name: 'All' });
    const connected = await admin.post('/api/marketing/social-connection/connect', {
      platform: 'webhook',
      url: receiver.url('/posts'),
      secret: 'a secret of the webhook',
    });
    assert.equal(connected.status, 201, connected.text);
    const channel = { campaignId: campaign._id, name: 'C' };
    const post = { ...channel, connectionId: connected.body._id, content: 'Spring is here' };
    await admin.create('/api/marketing/campaignChannelSocial', post);
    const website = await admin.create('/api/marketing/websites', { name: 'Site', slug: 'site' });
    const page = await admin.create('/api/marketing/webPages', {
      websiteId: website._id,
      title: 'Home',
      slug: 'home',
      blocks: [{ type: 'text', text: 'Hello' }],
    });
    const content = { ...channel, websiteId: website._id, webPageId: page._id };
    await admin.create('/api/marketing/campaignChannelWebContent', content);
    assert.equal((await admin.post(`/api/marketing/campaigns/${campaign._id}/launch`, {})).status, 202);
    const channels = async (): Promise<Json[]> =>
      (await admin.get(`/api/marketing/campaigns/${campaign._id}/results`)).body.channels;
    await until('both are started', async () =>
      (await channels()).every(({ run }) => run !== null && run !== 'waiting'),
    );
    assert.deepEqual(
      (await channels()).map(({ run, error }) => [run, error]),
      [
        ['started', null],
        ['started', null],
      ],
    );
    const [arrival] = await receiver.received('/posts');
    assert.match(String(arrival?.raw), /Spring is here/);
    await until(
      'the page is served',
      async () => (await admin.get('/sites/default/site/home')).text.includes('Hello'),
      60_000,
    );
    assert.equal(receiver.at('/posts').length, 1);
  });
});
