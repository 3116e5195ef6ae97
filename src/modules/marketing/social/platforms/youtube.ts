import { Refused } from '../http/platform-error.ts';
import { getJson, postJson, requireId } from './bearer.ts';
import { matchPosts } from './match-post.ts';
import type { Platform } from './platform.ts';
import { readComments } from './youtube-inbox.ts';

const maxTitle = 100;
const urlOf = (id: string): string => `https://www.youtube.com/watch?v=${id}`;

/** YouTube. The first line of the text becomes the title. */
export const youtube: Platform = {
  name: 'youtube',
  label: 'YouTube',
  baseUrl: 'https://www.googleapis.com',
  limits: {
    text: { max: 5000, counts: 'codePoints', required: true },
    link: 'text',
    media: {
      min: 1,
      max: 1,
      mixed: false,
      maxVideos: 1,
      kinds: { video: { maxBytes: 5_000_000_000, types: ['video/*'] } },
    },
  },
  consent: {
    authorizeUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
    tokenUrl: 'https://oauth2.googleapis.com/token',
    // Reading and answering comments need the last one.
    scopes: ['youtube.upload', 'youtube.readonly', 'youtube.force-ssl'].map(
      (scope) => `https://www.googleapis.com/auth/${scope}`,
    ),
    extraParameters: { access_type: 'offline', prompt: 'consent' },
    clientAuth: 'body',
    pkce: true,
    async accounts(session) {
      const { items = [] } = await getJson(session, '/youtube/v3/channels?part=snippet&mine=true');
      return items.map(({ id, snippet }: Channel) => ({
        externalId: id,
        name: snippet.title,
        handle: snippet.customUrl ?? snippet.title,
        avatarUrl: snippet.thumbnails?.default?.url ?? null,
        profileUrl: `https://www.youtube.com/channel/${id}`,
      }));
    },
  },
  async prepare(session, { text, media }) {
    const [file] = media;
    const title = [...(text.split('\n')[0] ?? '')].slice(0, maxTitle).join('');
    const { headers } = await postJson(
      session,
      '/upload/youtube/v3/videos?uploadType=resumable&part=snippet,status',
      { snippet: { title, description: text }, status: { privacyStatus: 'public', selfDeclaredMadeForKids: false } },
      { 'x-upload-content-type': file?.type ?? '', 'x-upload-content-length': String(file?.size ?? 0) },
    );
    if (typeof headers.location !== 'string') throw new Refused('It did not take the video.');
    return headers.location;
  },
  async publish(session, { media: [file] }, location) {
    if (!file) throw new Refused('There is no video.');
    const { json } = await session.http.request({
      method: 'PUT',
      url: String(location),
      body: await file.stream(),
      type: file.type,
      size: file.size,
    });
    const id = requireId(json?.id);
    return { externalId: id, url: urlOf(id) };
  },
  async find(session, post) {
    // The id of a channel's list of uploads is the id of the channel with another prefix.
    const uploads = session.account.externalId.replace(/^UC/, 'UU');
    const { items = [] } = await getJson(
      session,
      `/youtube/v3/playlistItems?part=snippet&maxResults=25&playlistId=${uploads}`,
    );
    return matchPosts(
      post,
      items.map(({ snippet }: Listed) => ({
        externalId: snippet.resourceId.videoId,
        url: urlOf(snippet.resourceId.videoId),
        text: snippet.description,
        at: new Date(snippet.publishedAt),
      })),
    );
  },
  inbox: readComments,
  async reply(session, { id = '', videoId = '' }, text) {
    const snippet = { parentId: id, textOriginal: text };
    const { json } = await postJson(session, '/youtube/v3/comments?part=snippet', { snippet });
    const own = requireId(json?.id);
    return { externalId: own, url: `${urlOf(videoId)}&lc=${encodeURIComponent(own)}` };
  },
  async metrics(session, externalIds) {
    const { items: channels = [] } = await getJson(session, '/youtube/v3/channels?part=statistics&mine=true');
    const posts = new Map<string, Record<string, number>>();
    for (let at = 0; at < externalIds.length; at += 50) {
      const ids = externalIds.slice(at, at + 50).join(',');
      const { items = [] } = await getJson(session, `/youtube/v3/videos?part=statistics&id=${ids}`);
      for (const { id, statistics: counts = {} } of items)
        posts.set(id, {
          videoViewCount: Number(counts.viewCount ?? 0),
          likeCount: Number(counts.likeCount ?? 0),
          commentCount: Number(counts.commentCount ?? 0),
        });
    }
    const { subscriberCount = 0, videoCount = 0 } = channels[0]?.statistics ?? {};
    return { account: { followerCount: Number(subscriberCount), postCount: Number(videoCount) }, posts };
  },
};

interface Channel {
  readonly id: string;
  readonly snippet: {
    readonly title: string;
    readonly customUrl?: string;
    readonly thumbnails?: { readonly default?: { readonly url?: string } };
  };
}

interface Listed {
  readonly snippet: {
    readonly description: string;
    readonly publishedAt: string;
    readonly resourceId: { readonly videoId: string };
  };
}
