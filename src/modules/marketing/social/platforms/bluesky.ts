import { Refused, Unauthorized, Unknown } from '../http/platform-error.ts';
import { facetsOf } from './bluesky-facets.ts';
import { recordKeyOf } from './bluesky-record-key.ts';
import { blueskyVideo } from './bluesky-video.ts';
import { Pending } from './pending.ts';
import type { InboxItem, Media, OutgoingPost, Platform, Published, Session, Tokens } from './platform.ts';
import { uploadVideo } from './upload-video.ts';

const collection = 'app.bsky.feed.post';
const maxPages = 5;
const perRequest = 25;
/** An access token lasts about two hours, and is renewed before. */
const accessMs = 90 * 60_000;
const reasons = ['reply', 'mention', 'quote'];

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

async function query(session: Session, method: string, parameters: URLSearchParams | Record<string, string>) {
  const url = `${session.baseUrl}/xrpc/${method}?${new URLSearchParams(parameters)}`;
  return (await session.http.request({ method: 'GET', url, headers: bearer(session.accessToken) })).json;
}

async function call(session: Session, method: string, json: unknown, token = session.accessToken) {
  const url = `${session.baseUrl}/xrpc/${method}`;
  return (await session.http.request({ method: 'POST', url, json, ...(token !== '' && { headers: bearer(token) }) }))
    .json;
}

export const bluesky: Platform = {
  name: 'bluesky',
  label: 'Bluesky',
  baseUrl: 'https://bsky.social',
  videoUrl: 'https://video.bsky.app',
  limits: {
    text: { max: 300, counts: 'graphemes', required: true },
    link: 'text',
    media: {
      min: 0,
      max: 4,
      mixed: false,
      maxVideos: 1,
      kinds: {
        image: { maxBytes: 1_000_000, types: ['image/jpeg', 'image/png', 'image/webp'] },
        video: { maxBytes: 100_000_000, types: ['video/mp4'], seconds: { min: 0.1, max: 180 } },
      },
    },
  },
  async identify(session) {
    const signedIn = await signIn(session);
    return {
      externalId: signedIn.did,
      name: signedIn.handle,
      handle: `@${signedIn.handle}`,
      profileUrl: `https://bsky.app/profile/${signedIn.handle}`,
      tokens: signedIn.tokens,
    };
  },
  async renew(session) {
    try {
      return tokensOf(await call(session, 'com.atproto.server.refreshSession', undefined, session.refreshToken));
    } catch (error) {
      if (!(error instanceof Refused || error instanceof Unauthorized)) throw error;
      return (await signIn(session)).tokens;
    }
  },
  async prepare(session, post, earlier): Promise<Prepared | Pending> {
    const existing = await read(session, post);
    if (existing) return { existing, embed: {} };
    const [first] = post.media;
    if (first?.kind === 'video') return videoOf(session, first, earlier);
    const images: unknown[] = [];
    for (const file of post.media) {
      const { json } = await session.http.request({
        method: 'POST',
        url: `${session.baseUrl}/xrpc/com.atproto.repo.uploadBlob`,
        headers: bearer(session.accessToken),
        body: await file.bytes(),
        type: file.type,
        size: file.size,
      });
      images.push({ image: json?.blob, alt: file.altText });
    }
    return { existing, embed: embedOf(post, images) };
  },
  async publish(session, post, prepared) {
    const { existing, embed } = prepared as Prepared;
    if (existing) return existing;
    const json = await call(session, 'com.atproto.repo.createRecord', {
      repo: session.account.externalId,
      collection,
      rkey: recordKeyOf(post.id),
      record: {
        $type: collection,
        text: post.text,
        createdAt: new Date().toISOString(),
        ...withFacets(post.text),
        ...embed,
      },
    });
    return publishedOf(session, json);
  },
  /** The key is derived from the id of the post, so the answer is exact. */
  async find(session, post) {
    const found = await read(session, post);
    return found ? [found] : [];
  },
  async inbox(session, cursor) {
    const items: InboxItem[] = [];
    let newest = cursor;
    let page: string | undefined;
    for (let n = 0; n < maxPages; n += 1) {
      const parameters = { limit: '50', ...(page !== undefined && { cursor: page }) };
      const { notifications = [], cursor: next } = await query(
        session,
        'app.bsky.notification.listNotifications',
        parameters,
      );
      const news = notifications.filter((one: Notification) => cursor === null || one.indexedAt > cursor);
      for (const one of news) {
        if (newest === null || one.indexedAt > newest) newest = one.indexedAt;
        if (reasons.includes(one.reason)) items.push(itemOf(one));
      }
      // The first reading takes one page, because old mentions are not new messages.
      if (cursor === null || news.length < notifications.length || next === undefined) break;
      page = next;
    }
    return { items, cursor: newest };
  },
  async reply(session, { uri = '', cid = '', rootUri = '', rootCid = '' }, text, key) {
    const json = await call(session, 'com.atproto.repo.createRecord', {
      repo: session.account.externalId,
      collection,
      rkey: recordKeyOf(key),
      record: {
        $type: collection,
        text,
        createdAt: new Date().toISOString(),
        ...withFacets(text),
        reply: { root: { uri: rootUri, cid: rootCid }, parent: { uri, cid } },
      },
    });
    return publishedOf(session, json);
  },
  async metrics(session, externalIds) {
    const profile = await query(session, 'app.bsky.actor.getProfile', { actor: session.account.externalId });
    const posts = new Map<string, Record<string, number>>();
    for (let at = 0; at < externalIds.length; at += perRequest) {
      const uris = new URLSearchParams(
        externalIds.slice(at, at + perRequest).map((uri): [string, string] => ['uris', uri]),
      );
      const { posts: found = [] } = await query(session, 'app.bsky.feed.getPosts', uris);
      for (const post of found)
        posts.set(post.uri, {
          likeCount: Number(post.likeCount ?? 0),
          shareCount: Number(post.repostCount ?? 0) + Number(post.quoteCount ?? 0),
          commentCount: Number(post.replyCount ?? 0),
        });
    }
    const { followersCount = 0, postsCount = 0 } = profile ?? {};
    return { account: { followerCount: Number(followersCount), postCount: Number(postsCount) }, posts };
  },
};

interface Prepared {
  /** The post, when an earlier call created it. */
  readonly existing: Published | undefined;
  readonly embed: object;
}

interface Notification {
  readonly uri: string;
  readonly cid: string;
  readonly reason: string;
  readonly indexedAt: string;
  readonly author: { readonly did: string; readonly handle: string; readonly displayName?: string };
  readonly record: {
    readonly text?: string;
    readonly reply?: { readonly root: Reference; readonly parent: Reference };
  };
}

interface Reference {
  readonly uri: string;
  readonly cid: string;
}

async function signIn(session: Session): Promise<{ did: string; handle: string; tokens: Tokens }> {
  const login = { identifier: session.account.handle.replace(/^@/, ''), password: session.appPassword };
  const json = await call(session, 'com.atproto.server.createSession', login, '');
  if (typeof json?.did !== 'string') throw new Refused('It is no server of Bluesky.');
  return { did: json.did, handle: String(json.handle), tokens: tokensOf(json) };
}

const tokensOf = (json: { accessJwt?: unknown; refreshJwt?: unknown } | undefined): Tokens => ({
  accessToken: String(json?.accessJwt ?? ''),
  refreshToken: String(json?.refreshJwt ?? ''),
  expiresAtMs: Date.now() + accessMs,
});

/** Reads the post with our key; undefined when there is none. */
async function read(session: Session, post: OutgoingPost): Promise<Published | undefined> {
  try {
    const parameters = { repo: session.account.externalId, collection, rkey: recordKeyOf(post.id) };
    return publishedOf(session, await query(session, 'com.atproto.repo.getRecord', parameters));
  } catch (error) {
    if (error instanceof Refused) return undefined;
    throw error;
  }
}

function publishedOf({ account }: Session, json: { uri?: unknown } | undefined): Published {
  if (typeof json?.uri !== 'string') throw new Unknown('Its answer names no post.');
  const key = json.uri.split('/').at(-1);
  return { externalId: json.uri, url: `https://bsky.app/profile/${account.handle.replace(/^@/, '')}/post/${key}` };
}

const withFacets = (text: string) => {
  const facets = facetsOf(text);
  return facets.length > 0 ? { facets } : {};
};

async function videoOf(session: Session, file: Media, earlier: unknown): Promise<Prepared | Pending> {
  const steps = blueskyVideo(session, (method, parameters) => query(session, method, parameters), file);
  const uploaded = await uploadVideo(file, earlier, steps);
  if (uploaded instanceof Pending) return uploaded;
  const aspectRatio = await file.picture();
  const more = { ...(file.altText !== '' && { alt: file.altText }), ...(aspectRatio && { aspectRatio }) };
  return { existing: undefined, embed: { embed: { $type: 'app.bsky.embed.video', video: uploaded.blob, ...more } } };
}

function embedOf({ linkUrl }: OutgoingPost, images: readonly unknown[]) {
  if (images.length > 0) return { embed: { $type: 'app.bsky.embed.images', images } };
  if (linkUrl === null) return {};
  const external = { uri: linkUrl, title: new URL(linkUrl).hostname, description: '' };
  return { embed: { $type: 'app.bsky.embed.external', external } };
}

function itemOf({ uri, cid, reason, indexedAt, author, record }: Notification): InboxItem {
  const root = record.reply?.root ?? { uri, cid };
  return {
    externalId: uri,
    threadId: root.uri,
    parentId: record.reply?.parent.uri ?? null,
    kind: reason === 'reply' ? 'comment' : 'mention',
    author: { id: author.did, name: author.displayName || author.handle, handle: `@${author.handle}` },
    text: record.text ?? '',
    at: new Date(indexedAt),
    url: `https://bsky.app/profile/${author.handle}/post/${uri.split('/').at(-1)}`,
    own: false,
    replyTo: { uri, cid, rootUri: root.uri, rootCid: root.cid },
  };
}
