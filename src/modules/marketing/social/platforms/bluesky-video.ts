import type { JsonValue } from '#core/fields/field.ts';
import { isJsonObject } from '#lib/json.ts';
import { Refused } from '../http/platform-error.ts';
import type { Media, Session } from './platform.ts';
import type { VideoSteps } from './upload-video.ts';

const waitMs = 3000;
/** Longer than the upload of the largest video on a slow line. */
const tokenSeconds = 1800;

interface Target {
  readonly jobId: string;
  /** The processed video, in the repository of the account. */
  readonly blob: JsonValue;
}

type Query = (method: string, parameters: Record<string, string>) => Promise<Record<string, unknown> | undefined>;

/**
 * The upload of videos to Bluesky. Its one video service gets a token from the account's server, to write into the
 * account's repository.
 */
export const blueskyVideo = (session: Session, query: Query, file: Media): VideoSteps<Target> => ({
  begin: async () => ({ jobId: '', blob: null }),
  async send(_target, _from) {
    const token = await serviceToken(session, query);
    const parameters = new URLSearchParams({ did: session.account.externalId, name: file.name });
    const sending = session.http.request({
      method: 'POST',
      url: `${session.videoUrl}/xrpc/app.bsky.video.uploadVideo?${parameters}`,
      headers: { authorization: `Bearer ${token}` },
      body: await file.stream(),
      type: file.type,
      size: file.size,
    });
    const json = await sending.then((answer) => answer.json, knownJob);
    return { target: targetOf(json), from: file.size };
  },
  async check(target) {
    if (target.blob !== null) return { target, afterMs: null };
    const url = `${session.videoUrl}/xrpc/app.bsky.video.getJobStatus?jobId=${encodeURIComponent(target.jobId)}`;
    const found = targetOf((await session.http.request({ method: 'GET', url })).json);
    return { target: found, afterMs: found.blob === null ? waitMs : null };
  },
});

/** Returns the job from a refusal: a video that was uploaded before is refused with the job that processes it. */
function knownJob(error: unknown): unknown {
  if (error instanceof Refused && error.status === 409) return error.answer;
  throw error;
}

/** Answers name the job at the top or in `jobStatus`. */
function targetOf(json: unknown): Target {
  const status = isJsonObject(json) && isJsonObject(json.jobStatus) ? json.jobStatus : json;
  const { jobId, state, blob, message, error } = isJsonObject(status) ? status : {};
  if (state === 'JOB_STATE_FAILED')
    throw new Refused(`It could not process the video: ${message ?? error ?? 'it gives no reason'}.`);
  if (typeof jobId !== 'string') throw new Refused('It did not take the video.');
  return { jobId, blob: isJsonObject(blob) ? (blob as JsonValue) : null };
}

/** Gets a token for the server that keeps the account, which may differ from the server of the sign-in. */
async function serviceToken(session: Session, query: Query): Promise<string> {
  const { didDoc, emailConfirmed } = (await query('com.atproto.server.getSession', {})) ?? {};
  if (emailConfirmed === false) throw new Refused('Confirm the email address of the account at Bluesky first.');
  const parameters = {
    aud: `did:web:${encodeURIComponent(new URL(serverOf(didDoc) ?? session.baseUrl).host)}`,
    lxm: 'com.atproto.repo.uploadBlob',
    exp: String(Math.floor(Date.now() / 1000) + tokenSeconds),
  };
  const answer = await query('com.atproto.server.getServiceAuth', parameters);
  if (typeof answer?.token !== 'string') throw new Refused('The server of the account gives no access to the videos.');
  return answer.token;
}

function serverOf(didDoc: unknown): string | undefined {
  const services: unknown = isJsonObject(didDoc) ? didDoc.service : undefined;
  const found = Array.isArray(services) ? services.find(({ id }) => String(id).endsWith('#atproto_pds')) : undefined;
  const url = found?.serviceEndpoint;
  return typeof url === 'string' && URL.canParse(url) ? url : undefined;
}
