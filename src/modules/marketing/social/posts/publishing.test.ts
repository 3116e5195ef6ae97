import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { beforeEach, describe, it } from 'node:test';
import { eventually } from '#test/eventually.ts';
import { appForFile, type Json } from '#test/harness.ts';
import {
  connections,
  connectWebhook,
  FakePlatform,
  postWith,
  publish,
  publishing,
  uploadMedia,
} from '#test/social-tools.ts';

const { admin, user, tenant, sql, events } = await appForFile({
  WEBHOOK_ALLOW_PRIVATE: 'true',
  SOCIAL_TIMEOUT: '3s',
  LOG_LEVEL: 'error',
});
const hook = await FakePlatform.start();
const connection = await connectWebhook(admin, `${hook.url}/posts`, { secret: 'shared secret', name: 'Our hook' });
const connectionId = connection._id;
const accept = () => ({ json: { id: 'p-1', url: 'https://example.com/p-1' } });
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();
const made = { connectionId, content: 'Hello' };

beforeEach(() => {
  hook.calls.length = 0;
  hook.behaviour = accept;
});

describe('a social connection', () => {
  it('shows no secret, and says what the platform takes', async () => {
    const { body, text } = await admin.get(connections);
    assert.equal(body.data[0].name, 'Our hook');
    assert.equal(body.data[0].status, 'active');
    assert.ok(!text.includes('shared secret'));
    const webhook = body.platforms.find(({ name }: Json) => name === 'webhook');
    assert.equal(webhook.maxLength, 10_000);
    assert.equal(webhook.connectBy, 'credentials');
    const record = await admin.get(`/api/marketing/socialConnections/${connectionId}`);
    assert.deepEqual(record.body.webhookSecret, { set: true });
  });

  it('refuses a platform that the setting does not name, and one that is unknown', async () => {
    const other = await tenant();
    await other.create('/api/ui/settings', { key: 'marketing.socialPlatforms', value: ['mastodon'] });
    const refused = await other.post(`${connections}/connect`, { platform: 'webhook', url: hook.url });
    assert.equal(refused.status, 403);
    assert.match(refused.body.error.message, /marketing\.socialPlatforms/);
    const unknown = await other.post(`${connections}/connect`, { platform: 'myspace' });
    assert.equal(unknown.body.error.details[0].field, 'platform');
    const bad = await other.post('/api/ui/settings', { key: 'marketing.socialApproval', value: { role: '' } });
    assert.equal(bad.status, 422);
  });

  it('names what is missing, and refuses an address that is none', async () => {
    const missing = await admin.post(`${connections}/connect`, { platform: 'webhook' });
    assert.equal(missing.body.error.details[0].field, 'url');
    const bad = await admin.post(`${connections}/connect`, { platform: 'webhook', url: 'ftp://example.com' });
    assert.equal(bad.body.error.details[0].field, 'url');
  });

  it('cancels what waits for it when it is removed', async () => {
    const gone = await connectWebhook(admin, `${hook.url}/gone`);
    const post = await publish(admin, { ...made, connectionId: gone._id, scheduledAt: inAnHour() });
    assert.equal((await admin.delete(`${connections}/${gone._id}`)).status, 204);
    const { body } = await admin.get(`${publishing}/${post._id}`);
    assert.equal(body.status, 'cancelled');
    assert.match(body.error, /was removed/);
    assert.equal(body.connectionId, null);
    assert.deepEqual(await sql('select post_id from social_outbox where post_id = $1', [post._id]), []);
  });
});

describe('a post', () => {
  it('is published once, signed, and shows where it is', async () => {
    const post = await publish(admin, { ...made, linkUrl: 'https://example.com/a' });
    assert.equal(post.status, 'scheduled');
    const published = await postWith(admin, post._id, 'published');
    assert.equal(published.postUrl, 'https://example.com/p-1');
    assert.equal(published.externalId, 'p-1');
    assert.ok(published.publishedAt);
    const [call, ...more] = hook.at('/posts');
    assert.deepEqual(more, []);
    assert.deepEqual(call?.body, { id: post._id, content: 'Hello', linkUrl: 'https://example.com/a', media: [] });
    const signature = createHmac('sha256', 'shared secret')
      .update(call?.raw ?? '')
      .digest('hex');
    assert.equal(call?.headers['x-platform-signature'], `sha256=${signature}`);
    assert.equal(call?.headers['idempotency-key'], post._id);
    const statuses = (await events(post._id)).map(({ type, record }) => [type, record.status]);
    assert.deepEqual(statuses, [
      ['socialPost.created', 'scheduled'],
      ['socialPost.updated', 'publishing'],
      ['socialPost.updated', 'published'],
    ]);
  });

  it('waits for its time, can be changed and cancelled until then', async () => {
    const post = await publish(admin, { ...made, scheduledAt: inAnHour() });
    const changed = await admin.patch(`${publishing}/${post._id}`, { content: 'Changed' });
    assert.equal(changed.status, 200, changed.text);
    assert.equal(changed.body.content, 'Changed');
    const cancelled = await admin.delete(`${publishing}/${post._id}`);
    assert.equal(cancelled.body.status, 'cancelled');
    assert.deepEqual(await sql('select * from social_outbox'), []);
    assert.equal((await admin.delete(`${publishing}/${post._id}`)).status, 409);
    assert.equal((await admin.patch(`${publishing}/${post._id}`, { content: 'x' })).status, 409);
    assert.equal(hook.calls.length, 0);
  });

  it('is published when its time is moved to now', async () => {
    const post = await publish(admin, { ...made, scheduledAt: inAnHour() });
    await admin.patch(`${publishing}/${post._id}`, { scheduledAt: null });
    await postWith(admin, post._id, 'published');
    assert.equal(hook.calls.length, 1);
  });

  it('uses the text for its platform', async () => {
    const post = await publish(admin, { ...made, variants: { webhook: 'For the hook', x: 'For X' } });
    await postWith(admin, post._id, 'published');
    assert.equal(hook.calls[0]?.body.content, 'For the hook');
  });

  it('is refused with the field and the limit', async () => {
    const long = await admin.post(publishing, { ...made, content: 'x'.repeat(10_001) });
    assert.equal(long.status, 422);
    const [detail] = long.body.error.details;
    assert.equal(detail.field, 'content');
    assert.match(detail.message, /at most 10,000 characters long on Webhook; it has 10,001/);
    const variant = await admin.post(publishing, { ...made, variants: { webhook: 'x'.repeat(10_001) } });
    assert.equal(variant.body.error.details[0].field, 'variants.webhook');
    for (const [body, field] of [
      [{ ...made, content: ' ' }, 'content'],
      [{ ...made, variants: { myspace: 'x' } }, 'variants.myspace'],
      [{ ...made, linkUrl: 'javascript:alert(1)' }, 'linkUrl'],
      [{ ...made, scheduledAt: 'soon' }, 'scheduledAt'],
      [{ ...made, scheduledAt: '2001-01-01T00:00:00Z' }, 'scheduledAt'],
      [{ ...made, connectionId: '01930000-0000-7000-8000-000000000000' }, 'connectionId'],
      [{ ...made, mediaIds: ['01930000-0000-7000-8000-000000000000'] }, 'mediaIds'],
      [{ ...made, channelId: '01930000-0000-7000-8000-000000000000' }, 'channelId'],
    ] as const) {
      const { status, body: answer } = await admin.post(publishing, body);
      assert.deepEqual([status, answer.error.details[0].field], [422, field]);
    }
    const check = await admin.post(`${publishing}/check`, { platform: 'webhook', content: 'x'.repeat(10_001) });
    assert.deepEqual([check.body.length, check.body.maxLength], [10_001, 10_000]);
    assert.equal(check.body.problems[0].field, 'content');
  });

  it('cannot be written around the publisher', async () => {
    const { status } = await admin.post('/api/marketing/socialPosts', { content: 'x', status: 'published' });
    assert.equal(status, 405);
  });

  it('stays a draft until it is published', async () => {
    const draft = await publish(admin, { ...made, draft: true });
    assert.equal(draft.status, 'draft');
    const { body } = await admin.patch(`${publishing}/${draft._id}`, { draft: false });
    assert.equal(body.status, 'scheduled');
    await postWith(admin, draft._id, 'published');
  });

  it('carries files, which the platform fetches by a link', async () => {
    const form = new FormData();
    const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
    form.append('file', new Blob([png], { type: 'image/png' }), 'a.png');
    const upload = await fetch(`${admin.url}/api/communications/file-upload`, {
      method: 'POST',
      headers: { authorization: `Bearer ${admin.token}` },
      body: form,
    });
    const uploaded = (await upload.json()) as Json;
    const mediaIds = [uploaded.files[0]._id];
    const post = await publish(admin, { ...made, mediaIds, altTexts: ['A dot'] });
    await postWith(admin, post._id, 'published');
    const [media] = hook.calls[0]?.body.media ?? [];
    assert.deepEqual([media.name, media.type, media.size, media.altText], ['a.png', 'image/png', png.length, 'A dot']);
    const file = await fetch(media.url);
    assert.deepEqual(Buffer.from(await file.arrayBuffer()), png);
  });
});

describe('descriptions of files', () => {
  it('are in the order of the files, also when some have none', async () => {
    const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
    const mediaIds: string[] = [];
    for (const name of ['a.png', 'b.png', 'c.png']) mediaIds.push(await uploadMedia(admin, png, 'image/png', name));
    const post = await publish(admin, { ...made, mediaIds, altTexts: ['', 'Second', ''] });
    await postWith(admin, post._id, 'published');
    const sent = hook.calls[0]?.body.media.map(({ name, altText }: Json) => [name, altText]);
    assert.deepEqual(sent, [
      ['a.png', ''],
      ['b.png', 'Second'],
      ['c.png', ''],
    ]);
  });
});

describe('never twice', () => {
  it('a platform that takes the post and does not answer in time leaves it unconfirmed', async () => {
    hook.behaviour = () => 'hang';
    const post = await publish(admin, made);
    const { error } = await postWith(admin, post._id, 'unconfirmed');
    assert.match(error, /not published again by itself/);
    hook.behaviour = accept;
    await new Promise((resolve) => setTimeout(resolve, 3000));
    assert.equal(hook.calls.length, 1);
    assert.deepEqual(await sql('select * from social_outbox where post_id = $1', [post._id]), []);
    const retried = await admin.post(`${publishing}/${post._id}/retry`, {});
    assert.equal(retried.status, 202);
    const published = await postWith(admin, post._id, 'published');
    assert.equal(published.attemptCount, 2);
    assert.equal(hook.calls.length, 2);
    assert.equal((await admin.post(`${publishing}/${post._id}/retry`, {})).status, 409);
  });

  for (const [what, behaviour] of [
    ['closes the connection', () => 'cut' as const],
    ['answers 502', () => ({ status: 502, json: { error: 'bad gateway' } })],
  ] as const)
    it(`a platform that takes the post and ${what} leaves it unconfirmed`, async () => {
      hook.behaviour = behaviour;
      const post = await publish(admin, made);
      await postWith(admin, post._id, 'unconfirmed');
      assert.equal(hook.calls.length, 1);
    });

  it('a refusal is final and says why', async () => {
    hook.behaviour = () => ({ status: 400, json: { error: 'No politics, please.' } });
    const post = await publish(admin, made);
    const { error } = await postWith(admin, post._id, 'failed');
    assert.match(error, /Webhook refused the post\. It answered 400: No politics, please\./);
  });

  it('a limit moves the post, and those of the same account, to the time that the platform names', async () => {
    let limited = true;
    hook.behaviour = () => (limited ? { status: 429, headers: { 'retry-after': '2' }, json: {} } : accept());
    const first = await publish(admin, made);
    await eventually(async () => assert.equal(hook.calls.length, 1));
    limited = false;
    const second = await publish(admin, { ...made, content: 'Second' });
    const at = Date.now();
    await postWith(admin, first._id, 'published');
    await postWith(admin, second._id, 'published');
    assert.ok(Date.now() - at > 1000, 'the account waited');
    assert.equal(hook.calls.length, 3);
  });

  it('a platform that cannot be reached is tried again, because it got nothing', async () => {
    const dead = await FakePlatform.start();
    const url = dead.url;
    dead.close();
    const lost = await connectWebhook(admin, `${url}/x`);
    const post = await publish(admin, { ...made, connectionId: lost._id });
    await eventually(async () => {
      const [row] = await sql('select tries, claim from social_outbox where post_id = $1', [post._id]);
      assert.deepEqual(row, { tries: 1, claim: null });
    });
    const { body } = await admin.get(`${publishing}/${post._id}`);
    assert.equal(body.status, 'scheduled');
    assert.match(body.error, /could not be reached/);
  });
});

describe('who publishes', () => {
  it('is the owner of the post, with the permissions of the moment', async () => {
    const writer = await user({ permissions: ['marketing:write', 'marketing:read'] });
    const post = await publish(writer, { ...made, scheduledAt: inAnHour() });
    assert.equal(post.ownerId, writer.userId);
    await admin.patch(`/api/identity/users/${writer.userId}`, { roles: [] });
    await admin.patch(`${publishing}/${post._id}`, { scheduledAt: null });
    const { error } = await postWith(admin, post._id, 'failed');
    assert.match(error, /marketing:write/);
    assert.equal(hook.calls.length, 0);
  });

  it('needs marketing:write, and sees posts within reach only', async () => {
    const reader = await user({ permissions: ['marketing:read'] });
    assert.equal((await reader.post(publishing, made)).status, 403);
    const own = await user({ permissions: ['marketing:write:own', 'marketing:read:own'] });
    const post = await publish(admin, { ...made, scheduledAt: inAnHour() });
    assert.equal((await own.get(`${publishing}/${post._id}`)).status, 404);
    assert.equal((await own.delete(`${publishing}/${post._id}`)).status, 404);
    const stranger = await tenant();
    assert.equal((await stranger.get(`${publishing}/${post._id}`)).status, 404);
    await admin.delete(`${publishing}/${post._id}`);
  });

  it('waits for approval by the role of the setting', async () => {
    const boss = await tenant();
    const own = await connectWebhook(boss, `${hook.url}/approved`);
    await boss.create('/api/identity/roles', { name: 'lead', permissions: ['marketing:read', 'marketing:write'] });
    await boss.create('/api/ui/settings', { key: 'marketing.socialApproval', value: { role: 'lead' } });
    const writer = await user({ permissions: ['marketing:read', 'marketing:write'] }, boss);
    const post = await publish(writer, { ...made, connectionId: own._id });
    assert.equal(post.status, 'needsApproval');
    assert.equal((await writer.post(`${publishing}/${post._id}/approve`, {})).status, 403);
    const rejected = await boss.post(`${publishing}/${post._id}/reject`, { reason: 'Too loud' });
    assert.deepEqual([rejected.body.status, rejected.body.error], ['draft', 'Not approved: Too loud']);
    const again = await writer.patch(`${publishing}/${post._id}`, { content: 'quiet', draft: false });
    assert.equal(again.body.status, 'needsApproval');
    const approved = await boss.post(`${publishing}/${post._id}/approve`, {});
    assert.equal(approved.body.approvedBy, boss.userId);
    await postWith(boss, post._id, 'published');
    assert.equal(hook.at('/approved')[0]?.body.content, 'quiet');
  });
});

describe('the channel of a campaign', () => {
  it('shows what became of its post', async () => {
    const campaign = await admin.create('/api/marketing/campaigns', { name: 'Spring' });
    const channel = await admin.create('/api/marketing/campaignChannelSocial', {
      campaignId: campaign._id,
      name: 'Post',
    });
    const post = await publish(admin, { ...made, channelId: channel._id });
    assert.equal(post.campaignId, campaign._id);
    await postWith(admin, post._id, 'published');
    const { body } = await admin.get(`/api/marketing/campaignChannelSocial/${channel._id}`);
    assert.deepEqual([body.status, body.postUrl, body.externalId], ['completed', 'https://example.com/p-1', 'p-1']);
  });
});
