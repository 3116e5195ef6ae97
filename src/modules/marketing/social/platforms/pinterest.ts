import { getJson, postJson, requireId } from './bearer.ts';
import { matchPosts } from './match-post.ts';
import type { Platform } from './platform.ts';

const urlOf = (id: string): string => `https://www.pinterest.com/pin/${id}/`;
const maxTitle = 100;

/** Pinterest, where each board is an account. */
export const pinterest: Platform = {
  name: 'pinterest',
  label: 'Pinterest',
  baseUrl: 'https://api.pinterest.com',
  limits: {
    text: { max: 500, counts: 'codePoints', required: false },
    link: 'field',
    media: {
      min: 1,
      max: 1,
      mixed: false,
      maxVideos: 0,
      kinds: { image: { maxBytes: 10_000_000, types: ['image/jpeg', 'image/png'] } },
    },
  },
  consent: {
    authorizeUrl: 'https://www.pinterest.com/oauth/',
    tokenUrl: 'https://api.pinterest.com/v5/oauth/token',
    scopes: ['boards:read', 'pins:read', 'pins:write', 'user_accounts:read'],
    scopeSeparator: ',',
    clientAuth: 'basic',
    pkce: false,
    async accounts(session) {
      const user = await getJson(session, '/v5/user_account');
      const { items = [] } = await getJson(session, '/v5/boards?page_size=100');
      return items.map(({ id, name }: { id: string; name: string }) => ({
        externalId: id,
        name: `${user?.username}: ${name}`,
        handle: String(user?.username),
        avatarUrl: user?.profile_image ?? null,
        profileUrl: `https://www.pinterest.com/${user?.username}`,
      }));
    },
  },
  async publish(session, { text, linkUrl, media }) {
    const [file] = media;
    const data = (await file?.bytes())?.toString('base64');
    const { json } = await postJson(session, '/v5/pins', {
      board_id: session.account.externalId,
      title: text.split('\n')[0]?.slice(0, maxTitle),
      description: text,
      ...(linkUrl !== null && { link: linkUrl }),
      ...(file?.altText && { alt_text: file.altText.slice(0, 500) }),
      media_source: { source_type: 'image_base64', content_type: file?.type, data },
    });
    const id = requireId(json?.id);
    return { externalId: id, url: urlOf(id) };
  },
  async find(session, post) {
    const { items = [] } = await getJson(session, `/v5/boards/${session.account.externalId}/pins?page_size=25`);
    return matchPosts(
      post,
      items.map(({ id, description = '', created_at }: { id: string; description?: string; created_at: string }) => ({
        externalId: id,
        url: urlOf(id),
        text: description,
        // Times without a time zone are in UTC.
        at: new Date(/[zZ]|[+-]\d\d:?\d\d$/.test(created_at) ? created_at : `${created_at}Z`),
      })),
    );
  },
};
