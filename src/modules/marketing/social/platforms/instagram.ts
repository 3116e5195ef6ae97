import { getJson, orOnError, postJson, requireId, undefinedIfRefused } from './bearer.ts';
import { matchPosts } from './match-post.ts';
import { containerReady, makeContainer } from './meta-containers.ts';
import type { InboxItem, Platform, Session } from './platform.ts';

const version = '/v23.0';
const pageSize = 25;

/** Instagram's professional accounts. Instagram fetches the files from links that we provide. */
export const instagram: Platform = {
  name: 'instagram',
  label: 'Instagram',
  baseUrl: 'https://graph.instagram.com',
  limits: {
    text: { max: 2200, counts: 'codePoints', required: false },
    link: 'text',
    media: {
      min: 1,
      max: 10,
      mixed: true,
      maxVideos: 10,
      kinds: {
        image: { maxBytes: 8_000_000, types: ['image/jpeg'] },
        video: { maxBytes: 300_000_000, types: ['video/mp4', 'video/quicktime'] },
      },
    },
  },
  consent: {
    authorizeUrl: 'https://www.instagram.com/oauth/authorize',
    tokenUrl: 'https://api.instagram.com/oauth/access_token',
    scopes: ['instagram_business_basic', 'instagram_business_content_publish', 'instagram_business_manage_comments'],
    scopeSeparator: ',',
    clientAuth: 'body',
    pkce: false,
    exchange: {
      url: 'https://graph.instagram.com/access_token',
      grantType: 'ig_exchange_token',
      tokenParameter: 'access_token',
      withClient: true,
    },
    renewal: {
      url: 'https://graph.instagram.com/refresh_access_token',
      grantType: 'ig_refresh_token',
      tokenParameter: 'access_token',
      withClient: false,
    },
    async accounts(session) {
      const me = await getJson(session, `${version}/me?fields=user_id,username,name,profile_picture_url`);
      const profileUrl = `https://www.instagram.com/${me?.username}`;
      const avatarUrl = me?.profile_picture_url ?? null;
      const externalId = requireId(me?.user_id);
      return [{ externalId, name: String(me.name ?? me.username), handle: `@${me.username}`, avatarUrl, profileUrl }];
    },
  },
  async prepare(session, post) {
    const media = `${version}/${session.account.externalId}/media`;
    const single = post.media.length === 1;
    const ids: string[] = [];
    for (const file of post.media) {
      const source =
        file.kind === 'image'
          ? { image_url: file.publicUrl, ...(file.altText !== '' && { alt_text: file.altText }) }
          : { media_type: single ? 'REELS' : 'VIDEO', video_url: file.publicUrl };
      const role = single ? { caption: post.text } : { is_carousel_item: true };
      const id = await makeContainer(session, media, { ...source, ...role });
      await containerReady(session, `${version}/${id}`, 'status_code');
      ids.push(id);
    }
    if (single) return ids[0];
    const carousel = { media_type: 'CAROUSEL', children: ids, caption: post.text };
    return makeContainer(session, media, carousel);
  },
  async publish(session, _post, container) {
    const path = `${version}/${session.account.externalId}/media_publish`;
    const { json } = await postJson(session, path, { creation_id: container });
    const id = requireId(json?.id);
    const shown = await orOnError(getJson(session, `${version}/${id}?fields=permalink`), undefined);
    return { externalId: id, url: shown?.permalink ?? null };
  },
  find: async (session, post) => matchPosts(post, await listPosts(session)),
  async inbox(session, cursor) {
    const comment = 'id,text,username,timestamp,from,parent_id';
    const fields = `id,permalink,comments{${comment},replies{${comment}}}`;
    const path = `${version}/${session.account.externalId}/media?limit=${pageSize}&fields=${encodeURIComponent(fields)}`;
    const { data = [] } = await getJson(session, path);
    const since = cursor === null ? 0 : Date.parse(cursor);
    const items = data
      .flatMap((post: ListedMedia) => commentsOf(post).map((one) => itemOf(post, one, session)))
      .filter(({ at }: InboxItem) => at.getTime() > since);
    const newest = Math.max(since, ...items.map(({ at }: InboxItem) => at.getTime()));
    return { items, cursor: newest === 0 ? null : new Date(newest).toISOString() };
  },
  async reply(session, { id = '' }, text) {
    const { json } = await postJson(session, `${version}/${encodeURIComponent(id)}/replies`, { message: text });
    return { externalId: requireId(json?.id), url: null };
  },
  async metrics(session, externalIds) {
    const me = await getJson(session, `${version}/me?fields=followers_count,media_count`);
    const posts = new Map<string, Record<string, number>>();
    for (const id of externalIds) {
      const one = await undefinedIfRefused(getJson(session, `${version}/${id}?fields=like_count,comments_count`));
      if (one) posts.set(id, { likeCount: one.like_count ?? 0, commentCount: one.comments_count ?? 0 });
    }
    return { account: { followerCount: me?.followers_count ?? 0, postCount: me?.media_count ?? 0 }, posts };
  },
};

interface Comment {
  readonly id: string;
  readonly text?: string;
  readonly username?: string;
  readonly timestamp: string;
  readonly parent_id?: string;
  readonly from?: { readonly id: string; readonly username?: string };
  readonly replies?: { readonly data?: readonly Comment[] };
}

interface ListedMedia {
  readonly id: string;
  readonly caption?: string;
  readonly timestamp: string;
  readonly permalink?: string;
  readonly comments?: { readonly data?: readonly Comment[] };
}

async function listPosts(session: Session) {
  const path = `${version}/${session.account.externalId}/media?limit=${pageSize}&fields=id,caption,timestamp,permalink`;
  const { data = [] } = await getJson(session, path);
  return data.map(({ id, caption = '', timestamp, permalink }: ListedMedia) => ({
    externalId: id,
    url: permalink ?? null,
    text: caption,
    at: new Date(timestamp),
  }));
}

/** Comments, including the replies below them. */
const commentsOf = ({ comments }: ListedMedia): Comment[] =>
  (comments?.data ?? []).flatMap((comment) => [
    comment,
    ...(comment.replies?.data ?? []).map((reply) => ({ ...reply, parent_id: reply.parent_id ?? comment.id })),
  ]);

function itemOf(post: ListedMedia, one: Comment, { account }: Session): InboxItem {
  const handle = `@${one.from?.username ?? one.username ?? 'somebody'}`;
  return {
    externalId: one.id,
    threadId: one.parent_id ?? one.id,
    parentId: one.parent_id ?? null,
    kind: 'comment',
    author: { id: one.from?.id ?? handle, name: handle, handle },
    text: one.text ?? '',
    at: new Date(one.timestamp),
    url: post.permalink ?? null,
    own: handle === account.handle,
    replyTo: { id: one.parent_id ?? one.id },
  };
}
