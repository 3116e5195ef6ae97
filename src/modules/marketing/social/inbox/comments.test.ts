import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { eventually } from '#test/eventually.ts';
import { appForFile, type Json } from '#test/harness.ts';
import { connectByConsent, FakePlatform } from '#test/social-tools.ts';

interface Thread {
  readonly id: string;
  readonly second: number;
  readonly replies: Json[];
}

const perPage = 100;
const inbox = '/api/marketing/social-inbox';
/** YouTube lists threads, newest first, with at most two replies of each. */
const threads: Thread[] = [];
let refusal: Json | undefined;
let takesComments = true;

const at = (second: number) => new Date(Date.UTC(2026, 0, 1) + second * 1000).toISOString();
const comment = (id: string, second: number, author = 'Bob'): Json => ({
  id,
  snippet: {
    textOriginal: `Text of ${id}`,
    authorDisplayName: author,
    authorChannelId: { value: author === 'Us' ? 'UC7' : `UC-${author}` },
    publishedAt: at(second),
  },
});
const threadOf = ({ id, second, replies }: Thread): Json => ({
  id,
  snippet: { videoId: 'v1', totalReplyCount: replies.length, topLevelComment: comment(id, second) },
  ...(replies.length > 0 && { replies: { comments: replies.slice(0, 2) } }),
});

const youtube = await FakePlatform.start(({ path, query, method, body, headers }) => {
  if (path === '/token') return { json: { access_token: 't', refresh_token: 'r', expires_in: 7200 } };
  assert.equal(headers.authorization, 'Bearer t');
  if (path === '/youtube/v3/channels')
    return { json: { items: [{ id: 'UC7', snippet: { title: 'Us' }, statistics: { subscriberCount: '5' } }] } };
  if (refusal) return { status: 403, json: refusal };
  if (path === '/youtube/v3/commentThreads') {
    assert.deepEqual([query.get('allThreadsRelatedToChannelId'), query.get('order')], ['UC7', 'time']);
    const sorted = threads.toSorted((a, b) => b.second - a.second);
    const from = Number(query.get('pageToken') ?? 0);
    const next = from + perPage < sorted.length ? { nextPageToken: String(from + perPage) } : {};
    return { json: { items: sorted.slice(from, from + perPage).map(threadOf), ...next } };
  }
  assert.equal(path, '/youtube/v3/comments');
  if (method === 'GET') {
    const thread = threads.find(({ id }) => id === query.get('parentId'));
    return { json: { items: thread?.replies ?? [] } };
  }
  if (!takesComments) return { status: 400, json: { error: { message: 'Comments are closed' } } };
  const reply = comment(`own-${body.snippet.parentId}`, 900, 'Us');
  threads.find(({ id }) => id === body.snippet.parentId)?.replies.push(reply);
  return { json: reply };
});

const { admin, sql } = await appForFile({
  SOCIAL_TIMEOUT: '2s',
  SOCIAL_YOUTUBE_CLIENT_ID: 'c',
  SOCIAL_YOUTUBE_CLIENT_SECRET: 's',
  SOCIAL_YOUTUBE_BASE_URL: youtube.url,
});
const { _id: connectionId } = await connectByConsent(admin, 'youtube');

async function readNow(): Promise<void> {
  await eventually(async () => {
    const idle = await sql(
      `update social_accounts set inbox_at = now(), failures = 0
       where connection_id = $1 and node is null returning 1`,
      [connectionId],
    );
    assert.ok(idle.length > 0, 'a node reads the account');
  });
  await sql(`select pg_notify('atrium_social', '')`);
}
const messages = async (): Promise<string[]> =>
  (await sql('select external_id from social_messages order by external_id')).map(({ external_id: id }) => id);
const messagesWith = (count: number) =>
  eventually(async () => {
    const found = await messages();
    assert.equal(found.length, count);
    return found;
  });

beforeEach(() => {
  youtube.calls.length = 0;
  refusal = undefined;
});

describe('comments on YouTube', () => {
  it('are asked for with the consent', async () => {
    const reply = await admin.post('/api/marketing/social-connection/connect', { platform: 'youtube' });
    assert.match(new URL(reply.body.authorizationUrl).searchParams.get('scope') ?? '', /youtube\.force-ssl/);
  });

  it('become conversations, one for each thread, with all replies', async () => {
    threads.push({
      id: 't1',
      second: 10,
      replies: [comment('t1.a', 11), comment('t1.b', 12), comment('t1.c', 13, 'Us')],
    });
    threads.push({ id: 't2', second: 20, replies: [] });
    await readNow();
    await messagesWith(5);
    const { body } = await admin.get(`${inbox}?connectionId=${connectionId}`);
    assert.deepEqual(body.data.map(({ subject, messageCount }: Json) => [subject, messageCount]).toSorted(), [
      ['Comment by Bob on YouTube', 1],
      ['Comment by Bob on YouTube', 4],
    ]);
    // The list of threads did not include the third reply.
    assert.equal(youtube.at('/youtube/v3/comments', 'GET').length, 1);
  });

  it('are read again only where there is something new: new threads, and old ones with more replies', async () => {
    threads.push({ id: 't3', second: 20, replies: [] });
    threads[1]?.replies.push(comment('t2.a', 30));
    await readNow();
    assert.deepEqual(await messagesWith(7), ['t1', 't1.a', 't1.b', 't1.c', 't2', 't2.a', 't3']);
    assert.equal(youtube.at('/youtube/v3/comments', 'GET').length, 0);
    assert.equal(youtube.at('/youtube/v3/commentThreads').length, 1);
  });

  it('are answered from the inbox, below the first comment, once', async () => {
    const { body } = await admin.get(`${inbox}?connectionId=${connectionId}`);
    const conversation = body.data.find(({ messageCount }: Json) => messageCount === 2);
    const reply = await admin.post(`${inbox}/${conversation._id}/reply`, { text: 'Thank you' });
    assert.equal(reply.status, 201, reply.text);
    const [call, ...more] = youtube.at('/youtube/v3/comments', 'POST');
    assert.deepEqual(more, []);
    assert.deepEqual(call?.body, { snippet: { parentId: 't2', textOriginal: 'Thank you' } });
    // Our own reply is known, so it is not read as another message.
    await readNow();
    threads.push({ id: 't4', second: 40, replies: [] });
    await readNow();
    await messagesWith(9);
    takesComments = false;
    const refused = await admin.post(`${inbox}/${conversation._id}/reply`, { text: 'More' });
    assert.match(refused.body.error.message, /YouTube refused the reply\. It answered 400: Comments are closed/);
  });

  it('are read in several runs when there are many', async () => {
    for (let n = 0; n < 730; n += 1) threads.push({ id: `m${n}`, second: 100 + n, replies: [] });
    await readNow();
    await messagesWith(739);
    const [row] = await sql('select inbox_cursor from social_accounts where connection_id = $1', [connectionId]);
    const cursor = JSON.parse(row.inbox_cursor);
    assert.deepEqual([cursor.since, cursor.page, Object.keys(cursor.replies).length], [at(829), undefined, perPage]);
  });

  it('that may not be read do not keep the numbers away, and the account says what to do', async () => {
    refusal = { error: { message: 'Request had insufficient authentication scopes.', status: 'PERMISSION_DENIED' } };
    for (const failures of [1, 2, 3]) {
      // A running reading would write its own times when it ends.
      await eventually(async () => {
        const changed = await sql(
          `update social_accounts set inbox_at = now(), metrics_at = now()
           where connection_id = $1 and node is null returning 1`,
          [connectionId],
        );
        assert.equal(changed.length, 1);
      });
      await sql(`select pg_notify('atrium_social', '')`);
      await eventually(async () => {
        const [row] = await sql('select failures, node from social_accounts where connection_id = $1', [connectionId]);
        assert.deepEqual([row.failures >= failures, row.node], [true, null]);
      });
    }
    const { body } = await admin.get(`/api/marketing/socialConnections/${connectionId}`);
    assert.match(body.error, /connected without access to comments\. Reconnect it/);
    assert.ok(body.metricsReadAt);
  });
});
