import { getJson, orOnError, postJson, requireId } from './bearer.ts';
import { matchPosts } from './match-post.ts';
import { containerReady, makeContainer } from './meta-containers.ts';
import type { Media, Platform } from './platform.ts';

const version = '/v1.0';

export const threads: Platform = {
  name: 'threads',
  label: 'Threads',
  baseUrl: 'https://graph.threads.net',
  limits: {
    text: { max: 500, counts: 'codePoints', required: true },
    link: 'field',
    media: {
      min: 0,
      max: 20,
      mixed: true,
      maxVideos: 20,
      kinds: {
        image: { maxBytes: 8_000_000, types: ['image/jpeg', 'image/png'] },
        video: { maxBytes: 1_000_000_000, types: ['video/mp4', 'video/quicktime'] },
      },
    },
  },
  consent: {
    authorizeUrl: 'https://threads.net/oauth/authorize',
    tokenUrl: 'https://graph.threads.net/oauth/access_token',
    scopes: ['threads_basic', 'threads_content_publish'],
    scopeSeparator: ',',
    clientAuth: 'body',
    pkce: false,
    exchange: {
      url: 'https://graph.threads.net/access_token',
      grantType: 'th_exchange_token',
      tokenParameter: 'access_token',
      withClient: true,
    },
    renewal: {
      url: 'https://graph.threads.net/refresh_access_token',
      grantType: 'th_refresh_token',
      tokenParameter: 'access_token',
      withClient: false,
    },
    async accounts(session) {
      const me = await getJson(session, `${version}/me?fields=id,username,name,threads_profile_picture_url`);
      const externalId = requireId(me?.id);
      const profileUrl = `https://www.threads.net/@${me.username}`;
      const avatarUrl = me.threads_profile_picture_url ?? null;
      return [{ externalId, name: String(me.name ?? me.username), handle: `@${me.username}`, avatarUrl, profileUrl }];
    },
  },
  async prepare(session, { media, text, linkUrl }) {
    const path = `${version}/${session.account.externalId}/threads`;
    const make = async (fields: Record<string, unknown>) => {
      const id = await makeContainer(session, path, fields);
      await containerReady(session, `${version}/${id}`, 'status');
      return id;
    };
    const [first] = media;
    if (!first) return make({ media_type: 'TEXT', text, ...(linkUrl !== null && { link_attachment: linkUrl }) });
    if (media.length === 1) return make({ ...sourceOf(first), text });
    const children: string[] = [];
    for (const file of media) children.push(await make({ ...sourceOf(file), is_carousel_item: true }));
    return make({ media_type: 'CAROUSEL', children: children.join(','), text });
  },
  async publish(session, _post, container) {
    const path = `${version}/${session.account.externalId}/threads_publish`;
    const { json } = await postJson(session, path, { creation_id: container });
    const id = requireId(json?.id);
    const shown = await orOnError(getJson(session, `${version}/${id}?fields=permalink`), undefined);
    return { externalId: id, url: shown?.permalink ?? null };
  },
  async find(session, post) {
    const path = `${version}/${session.account.externalId}/threads?limit=25&fields=id,text,timestamp,permalink`;
    const { data = [] } = await getJson(session, path);
    return matchPosts(
      post,
      data.map((one: Listed) => ({
        externalId: one.id,
        url: one.permalink ?? null,
        text: one.text ?? '',
        at: new Date(one.timestamp),
      })),
    );
  },
};

interface Listed {
  readonly id: string;
  readonly text?: string;
  readonly timestamp: string;
  readonly permalink?: string;
}

const sourceOf = ({ kind, publicUrl, altText }: Media) => ({
  ...(kind === 'image' ? { media_type: 'IMAGE', image_url: publicUrl } : { media_type: 'VIDEO', video_url: publicUrl }),
  ...(altText !== '' && { alt_text: altText }),
});
