import assert from 'node:assert/strict';
import { after, beforeEach, describe, it } from 'node:test';
import type { Json } from '#test/harness.ts';
import { type Call, FakePlatform } from '#test/social-tools.ts';
import { RateLimited, Unauthorized } from '../http/platform-error.ts';
import { SocialHttp } from '../http/social-http.ts';
import { bluesky } from '../platforms/bluesky.ts';
import { facebook } from '../platforms/facebook.ts';
import { instagram } from '../platforms/instagram.ts';
import type { InboxPage, OutgoingPost, Platform, Session } from '../platforms/platform.ts';
import { x } from '../platforms/x.ts';
import { youtube } from '../platforms/youtube.ts';

const fake = await FakePlatform.start();
const http = new SocialHttp({
  settings: { social: { baseUrls: {}, videoUrls: {}, timeoutMs: 5000 }, outgoing: { allowPrivate: true } },
} as never);
after(() => http.close());

const sessionOf = (externalId: string, handle = '@us'): Session => ({
  http,
  baseUrl: fake.url,
  videoUrl: fake.url,
  account: { externalId, handle },
  accessToken: 'token',
  refreshToken: '',
  appPassword: '',
  webhookSecret: '',
});

/** Answers by path. A call without the token, or to another path, fails the test. */
let answers: Record<string, (call: Call) => Json> = {};
const unexpected: string[] = [];
beforeEach(() => {
  fake.calls.length = 0;
  unexpected.length = 0;
  fake.behaviour = (call) => {
    const answer = answers[call.path];
    if (!answer || call.headers.authorization !== 'Bearer token') {
      unexpected.push(`${call.method} ${call.path} ${call.headers.authorization}`);
      return { status: 404, json: { error: { message: 'no such path' } } };
    }
    const { $status = 200, $headers = {}, ...json } = answer(call);
    return { status: $status, headers: $headers, json };
  };
});

const metricsOf = async (platform: Platform, session: Session, ids: readonly string[]) => {
  const found = await platform.metrics?.(session, ids);
  assert.deepEqual(unexpected, []);
  return { account: found?.account, posts: Object.fromEntries(found?.posts ?? []) };
};
const inboxOf = async (platform: Platform, session: Session, cursor: string | null) => {
  const page = await platform.inbox?.(session, cursor);
  assert.deepEqual(unexpected, []);
  return { ids: page?.items.map(({ externalId }) => externalId), items: page?.items ?? [], cursor: page?.cursor };
};
const outgoing = (text: string): OutgoingPost => ({
  id: '01930000-0000-7000-8000-000000000000',
  text,
  linkUrl: null,
  media: [],
  createdAt: new Date('2026-01-01T10:00:00Z'),
  calledAt: new Date('2026-01-01T12:00:00Z'),
});

describe('Bluesky', () => {
  const session = sessionOf('did:plc:us', '@us.example');
  const uri = (n: number) => `at://did:plc:us/app.bsky.feed.post/${n}`;

  it('counts posts, 25 in a request', async () => {
    const seen: number[] = [];
    answers = {
      '/xrpc/app.bsky.actor.getProfile': ({ query }) => {
        assert.equal(query.get('actor'), 'did:plc:us');
        return { followersCount: 12, postsCount: 3 };
      },
      '/xrpc/app.bsky.feed.getPosts': ({ query }) => {
        const uris = query.getAll('uris');
        seen.push(uris.length);
        return {
          posts: uris
            .filter((one) => one !== uri(2))
            .map((one) => ({ uri: one, likeCount: 4, repostCount: 2, quoteCount: 1, replyCount: 5 })),
        };
      },
    };
    const ids = Array.from({ length: 30 }, (_, n) => uri(n));
    const { account, posts } = await metricsOf(bluesky, session, ids);
    assert.deepEqual(account, { followerCount: 12, postCount: 3 });
    assert.deepEqual(seen, [25, 5]);
    assert.deepEqual(posts[uri(1)], { likeCount: 4, shareCount: 3, commentCount: 5 });
    assert.equal(posts[uri(2)], undefined);
  });

  it('reads replies and mentions until it comes to known ones', async () => {
    const notification = (n: number, reason: string, record: Json = {}) => ({
      uri: `at://did:plc:bob/app.bsky.feed.post/${n}`,
      cid: `cid${n}`,
      reason,
      indexedAt: `2026-01-01T00:00:0${n}.000Z`,
      author: { did: 'did:plc:bob', handle: 'bob.example', displayName: 'Bob' },
      record: { text: `Text ${n}`, ...record },
    });
    const reply = { root: { uri: uri(1), cid: 'root' }, parent: { uri: uri(2), cid: 'parent' } };
    answers = {
      '/xrpc/app.bsky.notification.listNotifications': ({ query }) =>
        query.get('cursor') === null
          ? { notifications: [notification(6, 'reply', { reply }), notification(5, 'like')], cursor: 'more' }
          : { notifications: [notification(4, 'mention'), notification(3, 'mention')], cursor: 'even more' },
    };
    const { items, cursor, ids } = await inboxOf(bluesky, session, '2026-01-01T00:00:03.000Z');
    assert.deepEqual(ids, ['at://did:plc:bob/app.bsky.feed.post/6', 'at://did:plc:bob/app.bsky.feed.post/4']);
    assert.equal(cursor, '2026-01-01T00:00:06.000Z');
    assert.equal(fake.calls.length, 2);
    const [first, second] = items;
    assert.deepEqual([first?.kind, first?.threadId, first?.parentId], ['comment', uri(1), uri(2)]);
    assert.deepEqual(first?.replyTo, {
      uri: 'at://did:plc:bob/app.bsky.feed.post/6',
      cid: 'cid6',
      rootUri: uri(1),
      rootCid: 'root',
    });
    assert.deepEqual([second?.kind, second?.url], ['mention', 'https://bsky.app/profile/bob.example/post/4']);
  });
});

describe('Facebook', () => {
  const session = sessionOf('7');
  const counted = { reactions: { summary: { total_count: 3 } }, comments: { summary: { total_count: 2 } } };

  it('counts posts, also when one of them was deleted there', async () => {
    answers = {
      '/v23.0/7': ({ query }) => {
        assert.equal(query.get('fields'), 'followers_count');
        return { followers_count: 40 };
      },
      '/v23.0/': ({ query }) => {
        assert.match(query.get('fields') ?? '', /reactions\.limit\(0\)\.summary\(true\).*shares/);
        const ids = (query.get('ids') ?? '').split(',');
        if (ids.includes('7_3'))
          return { $status: 404, error: { code: 803, message: 'Some of the aliases do not exist' } };
        return Object.fromEntries(ids.map((id) => [id, { ...counted, shares: { count: 1 } }]));
      },
    };
    const { account, posts } = await metricsOf(facebook, session, ['7_1', '7_2', '7_3', '7_4', '7_5']);
    assert.deepEqual(account, { followerCount: 40 });
    assert.deepEqual(Object.keys(posts).sort(), ['7_1', '7_2', '7_4', '7_5']);
    assert.deepEqual(posts['7_1'], { likeCount: 3, commentCount: 2, shareCount: 1 });
  });

  it('reads comments since the last one, and knows its own', async () => {
    const comment = (id: string, from: string, second: number, more: Json = {}) => ({
      id,
      message: `Text of ${id}`,
      from: { id: from, name: 'Bob' },
      created_time: new Date(1_767_225_600_000 + second * 1000).toISOString(),
      ...more,
    });
    answers = {
      '/v23.0/7/feed': ({ query }) => {
        assert.match(query.get('fields') ?? '', /comments\.filter\(stream\).*since\(1767225600\)/);
        return {
          data: [
            { id: '7_1', comments: { data: [comment('c1', '8', 5), comment('c2', '7', 9, { parent: { id: 'c1' } })] } },
            { id: '7_2' },
          ],
        };
      },
    };
    const { items, cursor } = await inboxOf(facebook, session, '1767225600');
    assert.equal(cursor, '1767225609');
    assert.deepEqual(
      items.map(({ externalId, threadId, own, replyTo }) => [externalId, threadId, own, replyTo.id]),
      [
        ['c1', 'c1', false, 'c1'],
        ['c2', 'c1', true, 'c2'],
      ],
    );
  });
});

describe('Instagram', () => {
  const session = sessionOf('7');

  it('counts posts without those that were deleted, and stops at a limit', async () => {
    answers = {
      '/v23.0/me': () => ({ followers_count: 8, media_count: 2 }),
      '/v23.0/1': ({ query }) => {
        assert.equal(query.get('fields'), 'like_count,comments_count');
        return { like_count: 6, comments_count: 1 };
      },
      '/v23.0/2': () => ({ $status: 400, error: { message: 'Object does not exist' } }),
    };
    const { account, posts } = await metricsOf(instagram, session, ['1', '2']);
    assert.deepEqual(account, { followerCount: 8, postCount: 2 });
    assert.deepEqual(posts, { 1: { likeCount: 6, commentCount: 1 } });
    answers['/v23.0/2'] = () => ({ $status: 429, $headers: { 'retry-after': '60' }, error: { message: 'slow down' } });
    await assert.rejects(instagram.metrics?.(session, ['2']) as Promise<unknown>, RateLimited);
    answers['/v23.0/2'] = () => ({ $status: 401, error: { message: 'expired' } });
    await assert.rejects(instagram.metrics?.(session, ['2']) as Promise<unknown>, Unauthorized);
  });

  it('reads comments that are newer than the last one', async () => {
    const comment = (id: string, username: string, second: number, more: Json = {}) => ({
      id,
      text: id,
      username,
      timestamp: `2026-01-01T00:00:0${second}+0000`,
      ...more,
    });
    answers = {
      '/v23.0/7/media': ({ query }) => {
        assert.match(query.get('fields') ?? '', /comments\{id,text,username/);
        const data = [
          comment('old', 'bob', 1),
          comment('new', 'bob', 3),
          comment('own', 'us', 4, { parent_id: 'new' }),
        ];
        return { data: [{ id: '1', permalink: 'https://www.instagram.com/p/1', comments: { data } }] };
      },
    };
    const { items, cursor } = await inboxOf(instagram, session, '2026-01-01T00:00:01.000Z');
    assert.equal(cursor, '2026-01-01T00:00:04.000Z');
    assert.deepEqual(
      items.map(({ externalId, threadId, own, author }) => [externalId, threadId, own, author.handle]),
      [
        ['new', 'new', false, '@bob'],
        ['own', 'new', true, '@us'],
      ],
    );
  });

  it('reads replies below comments, also below old ones', async () => {
    const at = (second: number) => ({ timestamp: `2026-01-01T00:00:0${second}+0000` });
    answers = {
      '/v23.0/7/media': ({ query }) => {
        assert.match(query.get('fields') ?? '', /replies\{id,text,username,timestamp,from,parent_id\}/);
        const replies = { data: [{ id: 'r1', text: 'Me too', username: 'eve', ...at(5) }] };
        const data = [{ id: 'old', text: 'Nice', username: 'bob', ...at(1), replies }];
        return { data: [{ id: '1', comments: { data } }] };
      },
    };
    const { items, cursor } = await inboxOf(instagram, session, '2026-01-01T00:00:01.000Z');
    assert.deepEqual(
      items.map(({ externalId, threadId, parentId, replyTo }) => [externalId, threadId, parentId, replyTo.id]),
      [['r1', 'old', 'old', 'old']],
    );
    assert.equal(cursor, '2026-01-01T00:00:05.000Z');
  });
});

describe('YouTube', () => {
  it('counts videos, 50 in a request', async () => {
    const seen: number[] = [];
    answers = {
      '/youtube/v3/channels': ({ query }) => {
        assert.deepEqual([query.get('part'), query.get('mine')], ['statistics', 'true']);
        return { items: [{ statistics: { subscriberCount: '100', videoCount: '4' } }] };
      },
      '/youtube/v3/videos': ({ query }) => {
        const ids = (query.get('id') ?? '').split(',');
        seen.push(ids.length);
        const statistics = { viewCount: '1000', likeCount: '10', commentCount: '3' };
        return { items: ids.filter((id) => id !== 'v7').map((id) => ({ id, statistics })) };
      },
    };
    const ids = Array.from({ length: 51 }, (_, n) => `v${n}`);
    const { account, posts } = await metricsOf(youtube, sessionOf('UC1'), ids);
    assert.deepEqual(account, { followerCount: 100, postCount: 4 });
    assert.deepEqual(seen, [50, 1]);
    assert.deepEqual(posts.v1, { videoViewCount: 1000, likeCount: 10, commentCount: 3 });
    assert.equal(posts.v7, undefined);
  });
});

describe('X', () => {
  const session = sessionOf('7');

  it('counts posts', async () => {
    answers = {
      '/2/users/me': ({ query }) => {
        assert.equal(query.get('user.fields'), 'public_metrics');
        return { data: { public_metrics: { followers_count: 5, tweet_count: 9 } } };
      },
      '/2/tweets': ({ query }) => {
        assert.deepEqual([query.get('ids'), query.get('tweet.fields')], ['1,2', 'public_metrics']);
        const counts = { impression_count: 70, like_count: 4, retweet_count: 2, quote_count: 1, reply_count: 3 };
        return {
          data: [{ id: '1', public_metrics: { ...counts, bookmark_count: 6 } }],
          errors: [{ resource_id: '2', title: 'Not Found Error' }],
        };
      },
    };
    const { account, posts } = await metricsOf(x, session, ['1', '2']);
    assert.deepEqual(account, { followerCount: 5, postCount: 9 });
    const counted = { impressionCount: 70, likeCount: 4, shareCount: 3, commentCount: 3, saveCount: 6 };
    assert.deepEqual(posts, { 1: counted });
  });

  it('finds a post that may have been published, by its words and the time of the call', async () => {
    const tweet = (id: string, text: string, at: string) => ({ id, text, created_at: at });
    answers = {
      '/2/users/7/tweets': ({ query }) => {
        assert.equal(query.get('tweet.fields'), 'created_at');
        return {
          data: [
            tweet('4', 'Other', '2026-01-01T12:00:03Z'),
            tweet('3', 'Salt &amp; pepper &lt;3 https://t.co/abc', '2026-01-01T12:00:02Z'),
            tweet('2', 'Salt &amp; pepper &lt;3', '2026-01-01T11:00:00Z'),
          ],
        };
      },
    };
    const found = await x.find?.(session, outgoing('Salt & pepper <3\n\nhttps://example.com/a'));
    assert.deepEqual(found, [{ externalId: '3', url: 'https://x.com/i/status/3' }]);
    assert.deepEqual(await x.find?.(session, outgoing('Never published')), []);
    assert.deepEqual(unexpected, []);
  });

  it('reads all pages of mentions since the last one', async () => {
    const mention = (id: string, text: string) => ({
      id,
      text,
      author_id: '8',
      conversation_id: '1',
      created_at: '2026-01-01T12:00:00Z',
      referenced_tweets: [{ type: 'replied_to', id: '1' }],
    });
    const includes = { users: [{ id: '8', name: 'Bob', username: 'bob' }] };
    answers = {
      '/2/users/7/mentions': ({ query }) => {
        assert.equal(query.get('since_id'), '10');
        return query.get('pagination_token') === null
          ? { data: [mention('12', 'A &gt; B')], includes, meta: { newest_id: '12', next_token: 'n2' } }
          : { data: [mention('11', 'Hi')], includes, meta: { newest_id: '11' } };
      },
    };
    const { items, ids, cursor } = await inboxOf(x, session, '10');
    assert.deepEqual([ids, cursor], [['12', '11'], '12']);
    const [first] = items;
    assert.deepEqual(
      [first?.text, first?.author.handle, first?.threadId, first?.parentId],
      ['A > B', '@bob', '1', '1'],
    );
  });

  it('reads more mentions than one run takes in several runs, each once', async () => {
    // Ids run from 1620 down to 1001; ten more are added while they are read.
    let newest = 1620;
    answers = {
      '/2/users/7/mentions': ({ query }) => {
        const since = Number(query.get('since_id') ?? 0);
        const until = Number(query.get('until_id') ?? Number.POSITIVE_INFINITY);
        const top = Number(query.get('pagination_token') ?? Math.min(newest, until - 1));
        const ids = Array.from({ length: 50 }, (_, n) => top - n).filter((id) => id > since && id > 1000);
        const last = ids.at(-1) ?? 0;
        const more = last - 1 > Math.max(since, 1000) ? { next_token: String(last - 1) } : {};
        return {
          data: ids.map((id) => ({ id: String(id), text: 'Hi', author_id: '8', created_at: '2026-01-01T12:00:00Z' })),
          meta: { ...(ids.length > 0 && { newest_id: String(ids[0]), oldest_id: String(last) }), ...more },
        };
      },
    };
    const runs: number[] = [];
    const seen: string[] = [];
    let cursor: string | null = '1000';
    for (let isMore = true; isMore; ) {
      const page: InboxPage | undefined = await x.inbox?.(session, cursor);
      runs.push(page?.items.length ?? 0);
      seen.push(...(page?.items.map(({ externalId }) => externalId) ?? []));
      cursor = page?.cursor ?? null;
      isMore = page?.more === true;
      newest = 1630;
    }
    assert.deepEqual(runs, [250, 250, 120]);
    assert.deepEqual([new Set(seen).size, cursor], [620, '1620']);
    const { ids } = await inboxOf(x, session, cursor);
    assert.deepEqual([ids?.length, ids?.at(-1)], [10, '1621']);
  });
});
