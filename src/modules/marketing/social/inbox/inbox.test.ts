import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eventually } from '#test/eventually.ts';
import { appForFile, type Json } from '#test/harness.ts';
import { type Behaviour, connections, FakePlatform, postWith, publish } from '#test/social-tools.ts';

const inbox = '/api/marketing/social-inbox';
const analytics = '/api/marketing/social-analytics';
const x = await FakePlatform.start();
const { admin, anonymous, sql, user, tenant } = await appForFile({
  WEBHOOK_ALLOW_PRIVATE: 'true',
  SOCIAL_TIMEOUT: '3s',
  SOCIAL_X_CLIENT_ID: 'c',
  SOCIAL_X_CLIENT_SECRET: 's',
  SOCIAL_X_BASE_URL: x.url,
});

/** Makes the server read all accounts at once, after the current reading. */
async function readNow(): Promise<void> {
  await eventually(async () => {
    const idle = await sql(
      `update social_accounts set inbox_at = now(), metrics_at = now(), failures = 0
       where not exists (select from social_accounts where node is not null) returning 1`,
    );
    assert.ok(idle.length > 0, 'a node reads an account');
  });
  await sql(`select pg_notify('atrium_social', '')`);
}

const mentions: Json[] = [];
const counts = { followers_count: 10, statuses_count: 3 };
const likes = { favourites_count: 2, reblogs_count: 1, replies_count: 1 };
let onReply: Behaviour = () => ({});
let refuses = false;
const mastodon = await FakePlatform.start((call) => {
  if (refuses) return { status: 500, json: {} };
  if (call.path === '/api/v1/accounts/verify_credentials') return { json: { id: '7', username: 'us', ...counts } };
  if (call.path === '/api/v1/notifications') {
    const after = Number(call.query.get('min_id') ?? 0);
    return { json: mentions.filter(({ id }) => Number(id) > after).toReversed() };
  }
  if (call.path === '/api/v1/statuses' && call.body.in_reply_to_id === undefined)
    return { json: { id: '500', url: 'https://m.example/500' } };
  if (call.path === '/api/v1/statuses') return onReply(call);
  if (call.path === '/api/v1/statuses/500') return { json: { id: '500', ...likes } };
  return { status: 404, json: {} };
});

const mention = (id: string, content: string, more: Json = {}) => ({
  id,
  account: { id: '8', username: 'bob', acct: 'bob@b.example', display_name: 'Bob' },
  status: {
    id: `s${id}`,
    content: `<p>${content}</p>`,
    created_at: new Date(Date.now() - 60_000 + Number(id) * 1000).toISOString(),
    visibility: 'public',
    url: `https://b.example/${id}`,
    in_reply_to_id: null,
    ...more,
  },
});

const connected = await admin.post(`${connections}/connect`, {
  platform: 'mastodon',
  server: mastodon.url,
  accessToken: 'good',
});
const connectionId = connected.body._id;

const conversationsWith = (count: number): Promise<Json[]> =>
  eventually(async () => {
    const { body, text } = await admin.get(`${inbox}?connectionId=${connectionId}`);
    assert.equal(body.data?.length, count, text.slice(0, 300));
    return body.data;
  });
const messagesOf = async (id: string): Promise<Json[]> =>
  (await admin.get(`/api/communications/conversations/${id}/messages`)).body.data;

describe('the inbox of a social account', () => {
  it('has each mention once, as a conversation of the channel social', async () => {
    mentions.push(mention('1', 'Hello <b>there</b> &amp; welcome'));
    await readNow();
    const [conversation] = await conversationsWith(1);
    assert.deepEqual(
      [conversation.channel, conversation.subject, conversation.unreadCount, conversation.lastMessageDirection],
      ['social', 'Mention by Bob on Mastodon', 1, 'inbound'],
    );
    assert.equal(conversation.preview, 'Hello there & welcome');
    const [message] = await messagesOf(conversation._id);
    assert.equal(message.text ?? message.record?.text, 'Hello there & welcome');
    // Read the same page again, as after a node that died before it wrote the cursor.
    await sql('update social_accounts set inbox_cursor = null');
    await readNow();
    await eventually(async () => {
      const [row] = await sql('select inbox_cursor from social_accounts where connection_id = $1', [connectionId]);
      assert.equal(row.inbox_cursor, '1');
    });
    await conversationsWith(1);
    assert.equal((await sql(`select count(*)::int from communications_emails where type = 'social'`))[0].count, 1);
  });

  it('is answered from here, and an answer to that joins the thread', async () => {
    const [conversation] = await conversationsWith(1);
    onReply = () => ({ json: { id: 's900', url: 'https://m.example/900' } });
    const reply = await admin.post(`${inbox}/${conversation._id}/reply`, { text: 'Thank you' });
    assert.equal(reply.status, 201, reply.text);
    assert.deepEqual([reply.body.status, reply.body.direction, reply.body.type], ['sent', 'outbound', 'social']);
    const call = mastodon.calls.findLast(({ body }) => body?.in_reply_to_id !== undefined);
    assert.deepEqual(call?.body, { status: '@bob@b.example Thank you', in_reply_to_id: 's1', visibility: 'public' });
    assert.equal(call?.headers['idempotency-key'], reply.body._id);
    mentions.push(mention('2', 'You are welcome', { in_reply_to_id: 's900' }));
    await admin.post(`/api/communications/conversations/${conversation._id}/close`, {});
    await readNow();
    await eventually(async () => {
      const [now] = await conversationsWith(1);
      assert.deepEqual([now.messageCount, now.status, now.preview], [3, 'open', 'You are welcome']);
    });
  });

  it('does not repeat a reply: without an answer it is unconfirmed, a refusal says why', async () => {
    const [conversation] = await conversationsWith(1);
    const before = mastodon.at('/api/v1/statuses').length;
    onReply = () => 'cut';
    const lost = await admin.post(`${inbox}/${conversation._id}/reply`, { text: 'Lost' });
    assert.equal(lost.status, 503);
    assert.match(lost.body.error.message, /not known whether the platform published the reply/);
    onReply = () => ({ status: 422, json: { error: 'Blocked' } });
    const refused = await admin.post(`${inbox}/${conversation._id}/reply`, { text: 'Refused' });
    assert.match(refused.body.error.message, /Mastodon refused the reply\. It answered 422: Blocked/);
    assert.equal(mastodon.at('/api/v1/statuses').length, before + 2);
    const rows = await sql(
      `select text, status, unconfirmed from communications_emails where status = 'failed' order by text`,
    );
    assert.deepEqual(rows, [
      { text: 'Lost', status: 'failed', unconfirmed: true },
      { text: 'Refused', status: 'failed', unconfirmed: false },
    ]);
    const long = await admin.post(`${inbox}/${conversation._id}/reply`, { text: 'x'.repeat(501) });
    assert.equal(long.body.error.details[0].field, 'text');
  });

  it('is for those who may read conversations', async () => {
    const [conversation] = await conversationsWith(1);
    const marketer = await user({ permissions: ['marketing:read', 'marketing:write'] });
    assert.equal((await marketer.get(inbox)).status, 403);
    assert.equal((await marketer.post(`${inbox}/${conversation._id}/reply`, { text: 'x' })).status, 403);
    const stranger = await tenant();
    assert.deepEqual((await stranger.get(inbox)).body.data, []);
    assert.equal((await stranger.post(`${inbox}/${conversation._id}/reply`, { text: 'x' })).status, 404);
    const mail = await admin.create('/api/communications/conversations', { subject: 'Mail' });
    assert.equal((await admin.post(`${inbox}/${mail._id}/reply`, { text: 'x' })).status, 404);
  });

  it('keeps what others write as text', async () => {
    mentions.push(mention('3', '&lt;script&gt;alert(1)&lt;/script&gt; \u0000\ud800 https://evil.example'));
    mentions.push(mention('4', 'No date', { created_at: 'never', url: 'javascript:alert(1)', id: 'x'.repeat(2000) }));
    await readNow();
    const found = await conversationsWith(2);
    assert.ok(found.some(({ preview }) => preview.startsWith('<script>alert(1)</script>')));
  });

  it('shows that it fails after three readings, and that it works again', async () => {
    refuses = true;
    // Stop scheduled reading: from here on only the test starts it.
    await eventually(async () => {
      const idle = await sql(
        `update social_accounts set inbox_at = now() + interval '1 hour', metrics_at = now() + interval '1 hour', failures = 0
         where not exists (select from social_accounts where node is not null) returning 1`,
      );
      assert.ok(idle.length > 0, 'a node reads an account');
    });
    for (const failures of [1, 2, 3]) {
      await sql(`update social_accounts set inbox_at = now() where connection_id = $1`, [connectionId]);
      await sql(`select pg_notify('atrium_social', '')`);
      await eventually(async () => {
        const [row] = await sql('select failures, node from social_accounts where connection_id = $1', [connectionId]);
        assert.deepEqual(row, { failures, node: null });
      });
    }
    const failing = await admin.get(`/api/marketing/socialConnections/${connectionId}`);
    assert.equal(failing.body.status, 'failing');
    refuses = false;
    await sql(`update social_accounts set inbox_at = now() where connection_id = $1`, [connectionId]);
    await sql(`select pg_notify('atrium_social', '')`);
    await eventually(async () => {
      const { body } = await admin.get(`/api/marketing/socialConnections/${connectionId}`);
      assert.deepEqual([body.status, body.error], ['active', null]);
    });
  });
});

describe('X', () => {
  it('has mentions by conversation, and takes replies', async () => {
    x.behaviour = ({ path, method }) => {
      if (path === '/2/oauth2/token') return { json: { access_token: 't', refresh_token: 'r', expires_in: 7200 } };
      if (path === '/2/users/me') return { json: { data: { id: '7', name: 'Us', username: 'us' } } };
      if (path === '/2/users/7/mentions')
        return {
          json: {
            data: [
              { id: '21', text: '@us hi', author_id: '8', conversation_id: '20', created_at: new Date().toISOString() },
            ],
            includes: { users: [{ id: '8', name: 'Bob', username: 'bob' }] },
            meta: { newest_id: '21' },
          },
        };
      if (path === '/2/tweets' && method === 'POST') return { status: 201, json: { data: { id: '22' } } };
      return { json: { data: [] } };
    };
    const begun = await admin.post(`${connections}/connect`, { platform: 'x' });
    const state = new URL(begun.body.authorizationUrl).searchParams.get('state');
    const cookie = begun.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const back = await anonymous.get(`${connections}/callback?code=c&state=${state}`, {
      cookie,
      accept: 'application/json',
    });
    const { _id } = back.body.data[0];
    const conversation = await eventually(async () => {
      const { body } = await admin.get(`${inbox}?connectionId=${_id}`);
      assert.equal(body.data.length, 1);
      return body.data[0];
    });
    assert.equal(conversation.externalId, 'x:20');
    const reply = await admin.post(`${inbox}/${conversation._id}/reply`, { text: 'Hi Bob' });
    assert.equal(reply.status, 201, reply.text);
    const call = x.at('/2/tweets', 'POST')[0];
    assert.deepEqual(call?.body, { text: 'Hi Bob', reply: { in_reply_to_tweet_id: '21' } });
  });
});

describe('the numbers of social accounts', () => {
  it('are kept by day, shown by post, account and platform, and compared', async () => {
    const campaign = await admin.create('/api/marketing/campaigns', { name: 'C' });
    const channel = await admin.create('/api/marketing/campaignChannelSocial', { campaignId: campaign._id });
    const post = await publish(admin, { connectionId, content: 'Counted', channelId: channel._id });
    await postWith(admin, post._id, 'published');
    await readNow();
    await eventually(async () => {
      const { body } = await admin.get(`/api/marketing/socialPosts/${post._id}`);
      assert.deepEqual([body.likeCount, body.shareCount, body.commentCount], [2, 1, 1]);
    });
    // Move the numbers of today to yesterday, and raise those of today.
    await sql(`update marketing_social_metrics set id = gen_random_uuid(), day = day - 1`);
    Object.assign(likes, { favourites_count: 7 });
    Object.assign(counts, { followers_count: 15 });
    await readNow();
    await eventually(async () => {
      const { body } = await admin.get(`/api/marketing/socialPosts/${post._id}`);
      assert.equal(body.likeCount, 7);
    });
    const today = new Date().toISOString().slice(0, 10);
    const { body, status, text } = await admin.get(`${analytics}?from=${today}&to=${today}&compare=previous`);
    assert.equal(status, 200, text);
    assert.deepEqual([body.totals.likeCount, body.totals.shareCount, body.totals.engagementCount], [5, 0, 5]);
    assert.deepEqual([body.previous.totals.likeCount, body.previous.totals.shareCount], [2, 1]);
    const account = body.connections.find((one: Json) => one.connectionId === connectionId);
    assert.deepEqual([account.followerCount, account.followerChange, account.publishedCount], [15, 5, 1]);
    assert.deepEqual([body.posts[0].postId, body.posts[0].likeCount, body.posts[0].content], [post._id, 5, 'Counted']);
    assert.equal(body.platforms.find(({ platform }: Json) => platform === 'mastodon').likeCount, 5);
    assert.deepEqual(
      body.days.map(({ day, likeCount }: Json) => [day, likeCount]),
      [[today, 5]],
    );
    const { body: shown } = await admin.get(`/api/marketing/campaignChannelSocial/${channel._id}`);
    assert.equal(shown.likeCount, 7);
    const other = await tenant();
    assert.equal((await other.get(analytics)).body.totals.likeCount, 0);
    const reader = await user({ permissions: ['marketing:read:own'] });
    assert.deepEqual((await reader.get(analytics)).body.connections, []);
  });

  it('refuse a period that is none', async () => {
    for (const query of [
      'from=soon',
      'from=2030-02-30',
      'from=2030-02-02&to=2030-02-01',
      'from=2020-01-01&to=2030-01-01',
    ])
      assert.equal((await admin.get(`${analytics}?${query}`)).status, 400, query);
  });
});
