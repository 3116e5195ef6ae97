import { multipartStream } from '../http/multipart-stream.ts';
import { Refused } from '../http/platform-error.ts';
import { bearer, getJson, postJson, requireId } from './bearer.ts';
import type { Media, Published, Session } from './platform.ts';
import type { VideoSteps } from './upload-video.ts';

export interface FacebookVideo {
  readonly id: string;
  readonly uploadId: string;
  /** The first byte after the next part, in Facebook's terms. */
  readonly end: number;
}

/** Facebook does not prescribe the size of parts. Smaller ones cost less when they are repeated. */
const largestPart = 16_000_000;
const failedStates = ['error', 'upload_failed', 'expired'];

export const facebookVideo = (session: Session, edge: string, file: Media): VideoSteps<FacebookVideo> => ({
  async begin() {
    const { json } = await postJson(session, edge, { upload_phase: 'start', file_size: file.size });
    const { video_id: id, upload_session_id: uploadId, end_offset: end } = json ?? {};
    if (id === undefined || uploadId === undefined) throw new Refused('It did not take the video.');
    return { id: String(id), uploadId: String(uploadId), end: Number(end) };
  },
  async send(target, from) {
    const size = Math.min(target.end, file.size, from + largestPart) - from;
    if (!(size > 0)) throw new Refused('Its instructions for the upload do not fit the video.');
    const content = await file.stream({ first: from, last: from + size - 1 });
    const fields = { upload_phase: 'transfer', upload_session_id: target.uploadId, start_offset: String(from) };
    const form = multipartStream(fields, {
      field: 'video_file_chunk',
      name: file.name,
      type: file.type,
      size,
      content,
    });
    const url = `${session.baseUrl}${edge}`;
    const { json } = await session.http.request({ method: 'POST', url, headers: bearer(session), ...form });
    return { target: { ...target, end: Number(json?.end_offset) }, from: Number(json?.start_offset) };
  },
  // Facebook processes the video only after the publishing call, so nothing has to be checked before it.
  check: async (target) => ({ target, afterMs: null }),
});

/** Finishes the upload, which publishes the video. Facebook processes it afterwards. */
export async function publishVideo(
  session: Session,
  edge: string,
  text: string,
  { id, uploadId }: FacebookVideo,
): Promise<Published> {
  const { json } = await postJson(session, edge, {
    upload_phase: 'finish',
    upload_session_id: uploadId,
    description: text,
  });
  if (json?.success === false) throw new Refused('It did not take the end of the video.');
  return { externalId: requireId(id), url: null, processing: true };
}

/** Checks the video. The post that shows it has its own id, under which Facebook keeps comments and numbers. */
export async function confirmVideo(session: Session, version: string, id: string): Promise<Published> {
  const fields = 'status,permalink_url,post_id';
  const { status, permalink_url: link, post_id: postId } = await getJson(session, `${version}/${id}?fields=${fields}`);
  const state = status?.video_status;
  if (failedStates.includes(state)) {
    const reason = [status.processing_phase, status.publishing_phase].flatMap((phase) => phase?.errors ?? [])[0];
    throw new Refused(`It could not process the video: ${reason?.message ?? 'it gives no reason'}.`);
  }
  if (state !== 'ready') return { externalId: id, url: null, processing: true };
  const page = session.account.externalId;
  const externalId = typeof postId === 'string' ? (postId.includes('_') ? postId : `${page}_${postId}`) : id;
  return { externalId, url: new URL(link ?? `/${id}`, 'https://www.facebook.com').href };
}
