import { setTimeout as sleep } from 'node:timers/promises';
import { multipartStream } from '../http/multipart-stream.ts';
import { NotReached, Refused, Unknown } from '../http/platform-error.ts';
import { matchPosts } from './match-post.ts';
import { Pending } from './pending.ts';
import { plainText } from './plain-text.ts';
import type { InboxItem, Media, Platform, ServerLimits, Session } from './platform.ts';
import { uploadVideo, type VideoSteps } from './upload-video.ts';

const imageTypes = ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/heic', 'image/avif'];
const videoTypes = ['video/mp4', 'video/webm', 'video/quicktime'];
const mediaTries = 30;
const mediaWaitMs = 2000;
const pageSize = 40;

const headers = ({ accessToken }: Session) => ({ authorization: `Bearer ${accessToken}` });
const get = async (session: Session, path: string) =>
  (await session.http.request({ method: 'GET', url: `${session.baseUrl}${path}`, headers: headers(session) })).json;

export const mastodon: Platform = {
  name: 'mastodon',
  label: 'Mastodon',
  baseUrl: 'https://mastodon.social',
  limits: {
    text: { max: 500, counts: 'graphemes', linkLength: 23, required: true },
    link: 'text',
    media: {
      min: 0,
      max: 4,
      mixed: false,
      maxVideos: 1,
      kinds: { image: { maxBytes: 16_000_000, types: imageTypes }, video: { maxBytes: 99_000_000, types: videoTypes } },
    },
  },
  async identify(session) {
    const account = await get(session, '/api/v1/accounts/verify_credentials');
    if (typeof account?.id !== 'string') throw new Refused('It is no server of Mastodon.');
    const host = new URL(session.baseUrl).host;
    return {
      // Ids are unique only within a server.
      externalId: `${account.id}@${host}`,
      name: String(account.display_name || account.username),
      handle: `@${account.username}@${host}`,
      avatarUrl: account.avatar ?? null,
      profileUrl: account.url ?? null,
    };
  },
  async readLimits(session) {
    try {
      return limitsOf(await get(session, '/api/v2/instance'));
    } catch (error) {
      // Servers before version 4 do not report it.
      if (error instanceof Refused && error.status === 404) return {};
      throw error;
    }
  },
  async prepare(session, { media }, earlier) {
    const [first] = media;
    if (first?.kind === 'video') {
      const uploaded = await uploadVideo(first, earlier, videoSteps(session, first));
      return uploaded instanceof Pending ? uploaded : [uploaded.id];
    }
    const ids: string[] = [];
    for (const file of media) ids.push(await upload(session, file));
    return ids;
  },
  async publish(session, post, mediaIds) {
    const { json } = await session.http.request({
      method: 'POST',
      url: `${session.baseUrl}/api/v1/statuses`,
      headers: { ...headers(session), 'idempotency-key': post.id },
      json: { status: post.text, media_ids: mediaIds, visibility: 'public' },
    });
    return publishedOf(json);
  },
  async find(session, post) {
    const statuses = await get(session, `/api/v1/accounts/${idOf(session)}/statuses?limit=${pageSize}`);
    if (!Array.isArray(statuses)) return null;
    const listed = statuses.map((status) => ({
      externalId: String(status.id),
      url: String(status.url ?? ''),
      text: plainText(String(status.content ?? '')),
      at: new Date(status.created_at),
    }));
    return matchPosts(post, listed);
  },
  async inbox(session, cursor) {
    const query = new URLSearchParams({ limit: String(pageSize), 'types[]': 'mention' });
    if (cursor !== null) query.set('min_id', cursor);
    const found = await get(session, `/api/v1/notifications?${query}`);
    const notifications = (Array.isArray(found) ? found : []).filter(({ status }) => status);
    const ids = notifications.map(({ id }) => String(id));
    return { items: notifications.map(itemOf), cursor: newest(ids) ?? cursor };
  },
  async reply(session, { id = '', handle = '', visibility = 'public' }, text, key) {
    const { json } = await session.http.request({
      method: 'POST',
      url: `${session.baseUrl}/api/v1/statuses`,
      headers: { ...headers(session), 'idempotency-key': key },
      json: { status: text.includes(handle) ? text : `${handle} ${text}`, in_reply_to_id: id, visibility },
    });
    return publishedOf(json);
  },
  async metrics(session, externalIds) {
    const account = await get(session, '/api/v1/accounts/verify_credentials');
    const posts = new Map<string, Record<string, number>>();
    for (const id of externalIds) {
      const status = await get(session, `/api/v1/statuses/${encodeURIComponent(id)}`).catch((error: Error) => {
        // The post was deleted on the server.
        if (error instanceof Refused && error.status === 404) return undefined;
        throw error;
      });
      if (status)
        posts.set(id, {
          likeCount: Number(status.favourites_count ?? 0),
          shareCount: Number(status.reblogs_count ?? 0),
          commentCount: Number(status.replies_count ?? 0),
        });
    }
    const { followers_count: followers = 0, statuses_count: statuses = 0 } = account ?? {};
    return { account: { followerCount: Number(followers), postCount: Number(statuses) }, posts };
  },
};

/** Reads the limits of a server. An absent limit is that of the platform. */
// biome-ignore lint/suspicious/noExplicitAny: the untyped answer of the server.
function limitsOf(instance: any): ServerLimits {
  const { statuses, media_attachments: media } = instance?.configuration ?? {};
  const given = {
    maxLength: statuses?.max_characters,
    linkLength: statuses?.characters_reserved_per_url,
    maxMedia: statuses?.max_media_attachments,
    maxImageBytes: media?.image_size_limit,
    maxVideoBytes: media?.video_size_limit,
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => Number.isSafeInteger(value) && value > 0));
}

const idOf = ({ account: { externalId } }: Session): string => externalId.split('@')[0] ?? '';

/** Returns the newest id. Ids are ascending numbers of many digits. */
const newest = (ids: readonly string[]): string | undefined =>
  ids.toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1)).at(-1);

// biome-ignore lint/suspicious/noExplicitAny: the untyped answer of the server.
function publishedOf(json: any) {
  if (typeof json?.id !== 'string') throw new Unknown('Its answer names no post.');
  return { externalId: json.id, url: typeof json.url === 'string' ? json.url : null };
}

// biome-ignore lint/suspicious/noExplicitAny: the untyped answer of the server.
function itemOf({ status, account }: any): InboxItem {
  const handle = `@${account.acct}`;
  return {
    externalId: String(status.id),
    threadId: String(status.in_reply_to_id ?? status.id),
    parentId: status.in_reply_to_id ?? null,
    kind: status.visibility === 'direct' ? 'message' : status.in_reply_to_id ? 'comment' : 'mention',
    author: { id: String(account.id), name: String(account.display_name || account.username), handle },
    text: plainText(String(status.content ?? '')),
    at: new Date(status.created_at),
    url: status.url ?? null,
    own: false,
    replyTo: { id: String(status.id), handle, visibility: String(status.visibility ?? 'public') },
  };
}

const videoSteps = (session: Session, file: Media): VideoSteps<{ readonly id: string; readonly isReady: boolean }> => ({
  begin: async () => ({ id: '', isReady: false }),
  async send(_target, _from) {
    const fields = file.altText === '' ? {} : { description: file.altText };
    const content = await file.stream();
    const form = multipartStream(fields, { field: 'file', name: file.name, type: file.type, size: file.size, content });
    const url = `${session.baseUrl}/api/v2/media`;
    const { status, json } = await session.http.request({ method: 'POST', url, headers: headers(session), ...form });
    if (typeof json?.id !== 'string') throw new Refused('It did not take the file.');
    return { target: { id: json.id, isReady: status === 200 }, from: file.size };
  },
  async check(target) {
    if (target.isReady) return { target, afterMs: null };
    const url = `${session.baseUrl}/api/v1/media/${encodeURIComponent(target.id)}`;
    const { status } = await session.http.request({ method: 'GET', url, headers: headers(session) });
    return { target, afterMs: status === 200 ? null : mediaWaitMs };
  },
});

async function upload(session: Session, file: Media): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(await file.bytes())], { type: file.type }), file.name);
  if (file.altText !== '') form.append('description', file.altText);
  const { status, json } = await session.http.request({
    method: 'POST',
    url: `${session.baseUrl}/api/v2/media`,
    headers: headers(session),
    multipart: form,
  });
  const id = String(json?.id ?? '');
  if (id === '') throw new Refused('It did not take the file.');
  if (status === 202) await processed(session, id);
  return id;
}

/** Waits until a large image is converted and can be used. */
async function processed(session: Session, id: string): Promise<void> {
  for (let n = 0; n < mediaTries; n += 1) {
    const url = `${session.baseUrl}/api/v1/media/${encodeURIComponent(id)}`;
    const { status } = await session.http.request({ method: 'GET', url, headers: headers(session) });
    if (status === 200) return;
    await sleep(mediaWaitMs);
  }
  throw new NotReached('It takes too long to convert the file.');
}
