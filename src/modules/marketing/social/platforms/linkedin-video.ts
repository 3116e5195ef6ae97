import { Refused } from '../http/platform-error.ts';
import { bearer, getJson, postJson } from './bearer.ts';
import type { Media, Session } from './platform.ts';
import type { VideoSteps } from './upload-video.ts';

const waitMs = 10_000;

interface Part {
  readonly uploadUrl: string;
  readonly firstByte: number;
  readonly lastByte: number;
}

interface Target {
  readonly video: string;
  readonly uploadToken: string;
  readonly parts: readonly Part[];
  /** The ETags that LinkedIn returned for the uploaded parts, in order. */
  readonly etags: readonly string[];
}

/** The upload of videos to LinkedIn, which decides how the file is split and where each part is sent. */
export const linkedinVideo = (
  session: Session,
  file: Media,
  versions: Readonly<Record<string, string>>,
): VideoSteps<Target> => ({
  async begin() {
    const owner = session.account.externalId;
    const begin = { owner, fileSizeBytes: file.size, uploadCaptions: false, uploadThumbnail: false };
    const path = '/rest/videos?action=initializeUpload';
    const { json } = await postJson(session, path, { initializeUploadRequest: begin }, versions);
    const { video, uploadToken = '', uploadInstructions: parts } = json?.value ?? {};
    if (typeof video !== 'string' || !Array.isArray(parts) || parts.length === 0)
      throw new Refused('It did not take the video.');
    return { video, uploadToken: String(uploadToken), parts: parts.map(partOf), etags: [] };
  },
  async send(target, from) {
    const part = target.parts[target.etags.length];
    if (!part || part.firstByte !== from || part.lastByte >= file.size)
      throw new Refused('Its instructions for the upload do not fit the video.');
    const { headers } = await session.http.request({
      method: 'PUT',
      url: part.uploadUrl,
      headers: bearer(session),
      body: await file.stream({ first: from, last: part.lastByte }),
      type: 'application/octet-stream',
      size: part.lastByte + 1 - from,
    });
    if (typeof headers.etag !== 'string') throw new Refused('It did not confirm a part of the video.');
    const etags = [...target.etags, headers.etag.replace(/^"(.*)"$/, '$1')];
    return { target: { ...target, etags }, from: part.lastByte + 1 };
  },
  async finish({ video, uploadToken, etags }) {
    const finalizeUploadRequest = { video, uploadToken, uploadedPartIds: etags };
    await postJson(session, '/rest/videos?action=finalizeUpload', { finalizeUploadRequest }, versions);
    return { video, uploadToken: '', parts: [], etags: [] };
  },
  async check(target) {
    const found = await getJson(session, `/rest/videos/${encodeURIComponent(target.video)}`, versions);
    if (found?.status === 'PROCESSING_FAILED')
      throw new Refused(`It could not process the video: ${found.processingFailureReason ?? 'it gives no reason'}.`);
    return { target, afterMs: found?.status === 'AVAILABLE' ? null : waitMs };
  },
});

const partOf = ({ uploadUrl, firstByte, lastByte }: Part): Part => ({
  uploadUrl: String(uploadUrl),
  firstByte: Number(firstByte),
  lastByte: Number(lastByte),
});
