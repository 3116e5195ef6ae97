import { Refused } from '../http/platform-error.ts';
import { getJson, postJson, requireId } from './bearer.ts';
import { linkedinVideo } from './linkedin-video.ts';
import { Pending } from './pending.ts';
import type { Media, OutgoingPost, Platform, Session } from './platform.ts';
import { uploadVideo } from './upload-video.ts';

const versions = { 'linkedin-version': '202605', 'x-restli-protocol-version': '2.0.0' };

/** An image or a video, because posts refer to both in the same way. */
interface Uploaded {
  readonly id: string;
  readonly altText?: string;
}

/** LinkedIn, with posts of a member. It does not let applications of this kind read posts or comments. */
export const linkedin: Platform = {
  name: 'linkedin',
  label: 'LinkedIn',
  baseUrl: 'https://api.linkedin.com',
  limits: {
    text: { max: 3000, counts: 'codePoints', required: true },
    link: 'field',
    media: {
      min: 0,
      max: 20,
      mixed: false,
      maxVideos: 1,
      kinds: {
        image: { maxBytes: 8_000_000, types: ['image/jpeg', 'image/png', 'image/gif'] },
        video: {
          minBytes: 75_000,
          maxBytes: 500_000_000,
          types: ['video/mp4'],
          seconds: { min: 3, max: 1800 },
        },
      },
    },
  },
  consent: {
    authorizeUrl: 'https://www.linkedin.com/oauth/v2/authorization',
    tokenUrl: 'https://www.linkedin.com/oauth/v2/accessToken',
    scopes: ['openid', 'profile', 'w_member_social'],
    clientAuth: 'body',
    pkce: false,
    async accounts(session) {
      const { sub, name, picture = null } = await getJson(session, '/v2/userinfo');
      return [
        { externalId: `urn:li:person:${requireId(sub)}`, name: String(name), handle: String(name), avatarUrl: picture },
      ];
    },
  },
  async prepare(session, { media }, earlier) {
    const [first] = media;
    if (first?.kind === 'video') {
      const uploaded = await uploadVideo(first, earlier, linkedinVideo(session, first, versions));
      return uploaded instanceof Pending ? uploaded : [{ id: uploaded.video }];
    }
    const images: Uploaded[] = [];
    for (const file of media) images.push({ id: await upload(session, file), altText: file.altText });
    return images;
  },
  async publish(session, post, images) {
    const { headers } = await postJson(
      session,
      '/rest/posts',
      {
        author: session.account.externalId,
        commentary: escaped(post.text),
        visibility: 'PUBLIC',
        distribution: { feedDistribution: 'MAIN_FEED', targetEntities: [], thirdPartyDistributionChannels: [] },
        lifecycleState: 'PUBLISHED',
        isReshareDisabledByAuthor: false,
        ...contentOf(post, images as Uploaded[]),
      },
      versions,
    );
    const id = requireId(headers['x-restli-id']);
    return { externalId: id, url: `https://www.linkedin.com/feed/update/${id}` };
  },
};

/** Escapes the characters of LinkedIn's "little text format". */
const escaped = (text: string): string => text.replace(/[\\|{}@[\]()<>*_~]/g, (character) => `\\${character}`);

function contentOf({ linkUrl }: OutgoingPost, images: readonly Uploaded[]) {
  const [first] = images;
  if (images.length > 1) return { content: { multiImage: { images } } };
  if (first) return { content: { media: first } };
  if (linkUrl === null) return {};
  return { content: { article: { source: linkUrl, title: new URL(linkUrl).hostname } } };
}

async function upload(session: Session, file: Media): Promise<string> {
  const begin = { initializeUploadRequest: { owner: session.account.externalId } };
  const { json } = await postJson(session, '/rest/images?action=initializeUpload', begin, versions);
  const { uploadUrl, image } = json?.value ?? {};
  if (typeof uploadUrl !== 'string' || typeof image !== 'string') throw new Refused('It did not take the file.');
  const headers = { authorization: `Bearer ${session.accessToken}` };
  const body = await file.bytes();
  await session.http.request({ method: 'PUT', url: uploadUrl, headers, body, type: file.type, size: file.size });
  return image;
}
