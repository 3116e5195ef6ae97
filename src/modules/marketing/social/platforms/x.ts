import { Refused } from '../http/platform-error.ts';
import { bearer, getJson, postJson, requireId } from './bearer.ts';
import { matchPosts } from './match-post.ts';
import { Pending } from './pending.ts';
import { plainText } from './plain-text.ts';
import type { Media, Platform, Session } from './platform.ts';
import { uploadVideo } from './upload-video.ts';
import { readMentions, urlOf } from './x-inbox.ts';
import { xVideo } from './x-video.ts';

const perRequest = 100;

export const x: Platform = {
  name: 'x',
  label: 'X',
  baseUrl: 'https://api.x.com',
  limits: {
    text: { max: 280, counts: 'weighted', linkLength: 23, required: true },
    link: 'text',
    media: {
      min: 0,
      max: 4,
      mixed: false,
      maxVideos: 1,
      kinds: {
        image: { maxBytes: 5_000_000, types: ['image/jpeg', 'image/png', 'image/webp'] },
        video: {
          maxBytes: 512_000_000,
          types: ['video/mp4', 'video/quicktime'],
          seconds: { min: 0.5, max: 140 },
        },
      },
    },
  },
  consent: {
    authorizeUrl: 'https://x.com/i/oauth2/authorize',
    tokenUrl: 'https://api.x.com/2/oauth2/token',
    scopes: ['tweet.read', 'tweet.write', 'users.read', 'media.write', 'offline.access'],
    clientAuth: 'basic',
    pkce: true,
    async accounts(session) {
      const { data } = await getJson(session, '/2/users/me?user.fields=profile_image_url');
      const { id, name, username, profile_image_url: avatarUrl = null } = data ?? {};
      const profileUrl = `https://x.com/${username}`;
      return [{ externalId: String(id), name: String(name), handle: `@${username}`, avatarUrl, profileUrl }];
    },
  },
  async prepare(session, { media }, earlier) {
    const [first] = media;
    if (first?.kind === 'video') {
      const uploaded = await uploadVideo(first, earlier, xVideo(session, first));
      return uploaded instanceof Pending ? uploaded : [uploaded.id];
    }
    const ids: string[] = [];
    for (const file of media) ids.push(await upload(session, file));
    return ids;
  },
  async publish(session, { text }, mediaIds) {
    const ids = mediaIds as string[];
    const media = ids.length > 0 ? { media: { media_ids: ids } } : {};
    const { json } = await postJson(session, '/2/tweets', { text, ...media });
    const id = requireId(json?.data?.id);
    return { externalId: id, url: urlOf(id) };
  },
  async find(session, post) {
    const path = `/2/users/${session.account.externalId}/tweets?max_results=20&tweet.fields=created_at`;
    const { data = [] } = await getJson(session, path);
    return matchPosts(
      post,
      data.map((one: Tweet) => ({
        externalId: one.id,
        url: urlOf(one.id),
        text: plainText(one.text),
        at: new Date(one.created_at),
      })),
    );
  },
  inbox: readMentions,
  async reply(session, { id = '' }, text) {
    const { json } = await postJson(session, '/2/tweets', { text, reply: { in_reply_to_tweet_id: id } });
    const own = requireId(json?.data?.id);
    return { externalId: own, url: urlOf(own) };
  },
  async metrics(session, externalIds) {
    const { data: me } = await getJson(session, '/2/users/me?user.fields=public_metrics');
    const posts = new Map<string, Record<string, number>>();
    for (let at = 0; at < externalIds.length; at += perRequest) {
      const ids = externalIds.slice(at, at + perRequest).join(',');
      const { data = [] } = await getJson(session, `/2/tweets?ids=${ids}&tweet.fields=public_metrics`);
      for (const { id, public_metrics: counts = {} } of data)
        posts.set(id, {
          impressionCount: counts.impression_count ?? 0,
          likeCount: counts.like_count ?? 0,
          shareCount: (counts.retweet_count ?? 0) + (counts.quote_count ?? 0),
          commentCount: counts.reply_count ?? 0,
          saveCount: counts.bookmark_count ?? 0,
        });
    }
    const { followers_count: followerCount = 0, tweet_count: postCount = 0 } = me?.public_metrics ?? {};
    return { account: { followerCount, postCount }, posts };
  },
};

interface Tweet {
  readonly id: string;
  readonly text: string;
  readonly created_at: string;
}

async function upload(session: Session, file: Media): Promise<string> {
  const form = new FormData();
  form.append('media_category', 'tweet_image');
  form.append('media_type', file.type);
  form.append('media', new Blob([new Uint8Array(await file.bytes())], { type: file.type }), file.name);
  const url = `${session.baseUrl}/2/media/upload`;
  const { json } = await session.http.request({ method: 'POST', url, headers: bearer(session), multipart: form });
  const id = json?.data?.id;
  if (typeof id !== 'string') throw new Refused('It did not take the file.');
  if (file.altText !== '')
    await postJson(session, '/2/media/metadata', { id, metadata: { alt_text: { text: file.altText.slice(0, 1000) } } });
  return id;
}
