import { Refused } from '../http/platform-error.ts';
import { getJson, postJson, requireId } from './bearer.ts';
import type { Platform } from './platform.ts';

interface Upload {
  readonly publishId: string;
  readonly uploadUrl: string;
}

/** TikTok publishes a video when its last byte has arrived. It does not tell us the later address of the video. */
export const tiktok: Platform = {
  name: 'tiktok',
  label: 'TikTok',
  baseUrl: 'https://open.tiktokapis.com',
  limits: {
    text: { max: 2200, counts: 'codePoints', required: false },
    link: 'text',
    media: {
      min: 1,
      max: 1,
      mixed: false,
      maxVideos: 1,
      kinds: { video: { maxBytes: 64_000_000, types: ['video/mp4', 'video/quicktime', 'video/webm'] } },
    },
  },
  consent: {
    authorizeUrl: 'https://www.tiktok.com/v2/auth/authorize/',
    tokenUrl: 'https://open.tiktokapis.com/v2/oauth/token/',
    scopes: ['user.info.basic', 'video.publish'],
    scopeSeparator: ',',
    clientAuth: 'body',
    clientIdParameter: 'client_key',
    pkce: true,
    async accounts(session) {
      const { data } = await getJson(session, '/v2/user/info/?fields=open_id,display_name,avatar_url');
      const { open_id: id, display_name: name, avatar_url: avatarUrl = null } = data?.user ?? {};
      return [{ externalId: requireId(id), name: String(name), handle: String(name), avatarUrl }];
    },
  },
  async prepare(session, { text, media }): Promise<Upload> {
    const size = media[0]?.size;
    const { json } = await postJson(session, '/v2/post/publish/video/init/', {
      post_info: { title: text, privacy_level: 'PUBLIC_TO_EVERYONE' },
      source_info: { source: 'FILE_UPLOAD', video_size: size, chunk_size: size, total_chunk_count: 1 },
    });
    const { publish_id: publishId, upload_url: uploadUrl } = json?.data ?? {};
    if (typeof publishId !== 'string' || typeof uploadUrl !== 'string') throw new Refused('It did not take the video.');
    return { publishId, uploadUrl };
  },
  async publish(session, { media: [file] }, prepared) {
    const { publishId, uploadUrl } = prepared as Upload;
    if (!file) throw new Refused('There is no video.');
    await session.http.request({
      method: 'PUT',
      url: uploadUrl,
      headers: { 'content-range': `bytes 0-${file.size - 1}/${file.size}` },
      body: await file.stream(),
      type: file.type,
      size: file.size,
    });
    return { externalId: publishId, url: null };
  },
};
