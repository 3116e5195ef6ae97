import { Refused } from '../http/platform-error.ts';
import { bearer, getJson, postJson, requireId, undefinedIfRefused } from './bearer.ts';
import { confirmVideo, type FacebookVideo, facebookVideo, publishVideo } from './facebook-video.ts';
import { matchPosts } from './match-post.ts';
import type { InboxItem, Media, Platform, Session } from './platform.ts';
import { uploadVideo } from './upload-video.ts';

const version = '/v23.0';
const perRequest = 50;
const maxPosts = 25;
const videosOf = ({ account }: Session): string => `${version}/${account.externalId}/videos`;
const urlOf = (id: string): string => `https://www.facebook.com/${id}`;

/** Facebook pages. A page has its own token, which does not expire. */
export const facebook: Platform = {
  name: 'facebook',
  label: 'Facebook',
  baseUrl: 'https://graph.facebook.com',
  limits: {
    text: { max: 63_206, counts: 'codePoints', required: true },
    link: 'field',
    media: {
      min: 0,
      max: 10,
      mixed: false,
      maxVideos: 1,
      kinds: {
        image: { maxBytes: 10_000_000, types: ['image/jpeg', 'image/png', 'image/gif', 'image/webp'] },
        video: {
          maxBytes: 10_000_000_000,
          types: ['video/mp4', 'video/quicktime'],
          seconds: { min: 1, max: 14_400 },
        },
      },
    },
  },
  consent: {
    authorizeUrl: 'https://www.facebook.com/v23.0/dialog/oauth',
    tokenUrl: 'https://graph.facebook.com/v23.0/oauth/access_token',
    scopes: [
      'pages_show_list',
      'pages_manage_posts',
      'pages_read_engagement',
      'pages_manage_engagement',
      'pages_read_user_content',
    ],
    scopeSeparator: ',',
    clientAuth: 'body',
    pkce: false,
    exchange: {
      url: 'https://graph.facebook.com/v23.0/oauth/access_token',
      grantType: 'fb_exchange_token',
      tokenParameter: 'fb_exchange_token',
      withClient: true,
    },
    async accounts(session) {
      const { data = [] } = await getJson(
        session,
        `${version}/me/accounts?fields=id,name,access_token,username,picture&limit=100`,
      );
      return data.map((page: Page) => ({
        externalId: page.id,
        name: page.name,
        handle: page.username ?? page.name,
        avatarUrl: page.picture?.data?.url ?? null,
        profileUrl: urlOf(page.id),
        accessToken: page.access_token,
      }));
    },
  },
  async prepare(session, { media }, earlier) {
    const [first] = media;
    if (first?.kind === 'video') return uploadVideo(first, earlier, facebookVideo(session, videosOf(session), first));
    const ids: string[] = [];
    for (const file of media) ids.push(await upload(session, file));
    return ids;
  },
  async publish(session, { text, linkUrl, media }, uploaded) {
    if (media[0]?.kind === 'video') return publishVideo(session, videosOf(session), text, uploaded as FacebookVideo);
    const ids = uploaded as string[];
    const { json } = await postJson(session, `${version}/${session.account.externalId}/feed`, {
      message: text,
      ...(linkUrl !== null && ids.length === 0 && { link: linkUrl }),
      ...(ids.length > 0 && { attached_media: ids.map((id) => ({ media_fbid: id })) }),
    });
    const id = requireId(json?.id);
    return { externalId: id, url: urlOf(id) };
  },
  confirm: (session, externalId) => confirmVideo(session, version, externalId),
  async find(session, post) {
    const path = `${version}/${session.account.externalId}/feed?fields=id,message,created_time&limit=${maxPosts}`;
    const { data = [] } = await getJson(session, path);
    return matchPosts(
      post,
      data.map((one: FeedPost) => ({
        externalId: one.id,
        url: urlOf(one.id),
        text: one.message ?? '',
        at: new Date(one.created_time),
      })),
    );
  },
  async inbox(session, cursor) {
    const since = cursor ?? String(Math.floor(Date.now() / 1000) - 86_400);
    const fields = `id,comments.filter(stream).order(reverse_chronological).since(${since}).limit(${perRequest}){id,message,from,created_time,permalink_url,parent{id}}`;
    const path = `${version}/${session.account.externalId}/feed?limit=${maxPosts}&fields=${encodeURIComponent(fields)}`;
    const { data = [] } = await getJson(session, path);
    const items = data.flatMap((post: FeedPost) =>
      (post.comments?.data ?? []).map((comment) => itemOf(post.id, comment, session.account.externalId)),
    );
    const newest = Math.max(Number(since), ...items.map(({ at }: InboxItem) => Math.floor(at.getTime() / 1000)));
    return { items, cursor: String(newest) };
  },
  async reply(session, { id = '' }, text) {
    const { json } = await postJson(session, `${version}/${encodeURIComponent(id)}/comments`, { message: text });
    return { externalId: requireId(json?.id), url: urlOf(String(json?.id)) };
  },
  async metrics(session, externalIds) {
    const page = await getJson(session, `${version}/${session.account.externalId}?fields=followers_count`);
    const posts = new Map<string, Record<string, number>>();
    for (let at = 0; at < externalIds.length; at += perRequest)
      for (const [id, one] of await countsOf(session, externalIds.slice(at, at + perRequest)))
        posts.set(id, {
          likeCount: one.reactions?.summary?.total_count ?? 0,
          commentCount: one.comments?.summary?.total_count ?? 0,
          shareCount: one.shares?.count ?? 0,
        });
    return { account: { followerCount: Number(page?.followers_count ?? 0) }, posts };
  },
};

interface Page {
  readonly id: string;
  readonly name: string;
  readonly username?: string;
  readonly access_token: string;
  readonly picture?: { readonly data?: { readonly url?: string } };
}

interface Comment {
  readonly id: string;
  readonly message?: string;
  readonly from?: { readonly id: string; readonly name: string };
  readonly created_time: string;
  readonly permalink_url?: string;
  readonly parent?: { readonly id: string };
}

interface FeedPost {
  readonly id: string;
  readonly message?: string;
  readonly created_time: string;
  readonly comments?: { readonly data?: readonly Comment[] };
}

interface Sum {
  readonly summary?: { readonly total_count?: number };
}

interface Counted {
  readonly reactions?: Sum;
  readonly comments?: Sum;
  readonly shares?: { readonly count?: number };
}

/**
 * Reads the numbers of posts. Facebook refuses a list that contains a deleted post, so the list is halved until that
 * post is alone.
 */
async function countsOf(session: Session, ids: readonly string[]): Promise<[string, Counted][]> {
  const fields = 'reactions.limit(0).summary(true),comments.limit(0).summary(true),shares';
  const query = new URLSearchParams({ ids: ids.join(','), fields });
  const found = await undefinedIfRefused(getJson(session, `${version}/?${query}`));
  if (found !== undefined) return Object.entries<Counted>(found);
  if (ids.length === 1) return [];
  const half = Math.ceil(ids.length / 2);
  return [...(await countsOf(session, ids.slice(0, half))), ...(await countsOf(session, ids.slice(half)))];
}

const itemOf = (postId: string, comment: Comment, pageId: string): InboxItem => ({
  externalId: comment.id,
  threadId: comment.parent?.id ?? comment.id,
  parentId: comment.parent?.id ?? null,
  kind: 'comment',
  author: {
    id: comment.from?.id ?? '',
    name: comment.from?.name ?? 'Somebody',
    handle: comment.from?.name ?? 'Somebody',
  },
  text: comment.message ?? '',
  at: new Date(comment.created_time),
  url: comment.permalink_url ?? urlOf(postId),
  own: comment.from?.id === pageId,
  replyTo: { id: comment.id },
});

/** Uploads an unpublished photo, which stays invisible until a post shows it. */
async function upload(session: Session, file: Media): Promise<string> {
  const form = new FormData();
  form.append('published', 'false');
  if (file.altText !== '') form.append('alt_text_custom', file.altText);
  form.append('source', new Blob([new Uint8Array(await file.bytes())], { type: file.type }), file.name);
  const url = `${session.baseUrl}${version}/${session.account.externalId}/photos`;
  const { json } = await session.http.request({ method: 'POST', url, headers: bearer(session), multipart: form });
  if (typeof json?.id !== 'string') throw new Refused('It did not take the file.');
  return json.id;
}
