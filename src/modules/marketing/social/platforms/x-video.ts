import { multipartStream } from '../http/multipart-stream.ts';
import { Refused } from '../http/platform-error.ts';
import { bearer, getJson, postJson } from './bearer.ts';
import type { Media, Session } from './platform.ts';
import type { VideoSteps } from './upload-video.ts';

/** Size of a part. X accepts parts of up to 5 MB, and at most 1,000 of them. */
const partBytes = 4_000_000;
const upload = '/2/media/upload';

interface Target {
  readonly id: string;
  /** True when X processes the video; false when it can be used at once. */
  readonly isProcessed: boolean;
}

interface Processing {
  readonly state?: string;
  readonly check_after_secs?: number;
  readonly error?: { readonly message?: string; readonly name?: string };
}

export const xVideo = (session: Session, file: Media): VideoSteps<Target> => ({
  async begin() {
    const { json } = await postJson(session, `${upload}/initialize`, {
      media_type: file.type,
      media_category: 'tweet_video',
      total_bytes: file.size,
    });
    const id = json?.data?.id;
    if (typeof id !== 'string') throw new Refused('It did not take the video.');
    return { id, isProcessed: false };
  },
  async send(target, from) {
    const end = Math.min(from + partBytes, file.size);
    const content = await file.stream({ first: from, last: end - 1 });
    const part = { field: 'media', name: file.name, type: file.type, size: end - from, content };
    const form = multipartStream({ segment_index: String(from / partBytes) }, part);
    const url = `${session.baseUrl}${upload}/${target.id}/append`;
    await session.http.request({ method: 'POST', url, headers: bearer(session), ...form });
    return { target, from: end };
  },
  async finish(target) {
    const { json } = await postJson(session, `${upload}/${target.id}/finalize`, {});
    return { ...target, isProcessed: json?.data?.processing_info === undefined };
  },
  async check(target) {
    if (target.isProcessed) return { target, afterMs: null };
    const { data } = await getJson(session, `${upload}?command=STATUS&media_id=${target.id}`);
    const { state, check_after_secs: seconds = 5, error }: Processing = data?.processing_info ?? {};
    if (state === 'failed')
      throw new Refused(`It could not process the video: ${error?.message ?? error?.name ?? 'it gives no reason'}.`);
    return state === 'succeeded'
      ? { target: { ...target, isProcessed: true }, afterMs: null }
      : { target, afterMs: seconds * 1000 };
  },
});
