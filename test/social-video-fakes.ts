import assert from 'node:assert/strict';
import type { Json } from './harness.ts';
import { type Behaviour, type Call, FakePlatform } from './social-tools.ts';

/** The parts of a form with files, by name. */
function formOf({ raw, headers }: Call): Record<string, Buffer> {
  const boundary = /boundary=(.+)$/.exec(headers['content-type'] ?? '')?.[1];
  assert.ok(boundary, `a form was expected, not ${headers['content-type']}`);
  const parts: Record<string, Buffer> = {};
  const edge = Buffer.from(`--${boundary}`);
  for (let at = raw.indexOf(edge); at >= 0; ) {
    const next = raw.indexOf(edge, at + edge.length);
    if (next < 0) break;
    const part = raw.subarray(at + edge.length + 2, next - 2);
    const split = part.indexOf('\r\n\r\n');
    const name = /name="([^"]+)"/.exec(part.toString('latin1', 0, split))?.[1] ?? '';
    parts[name] = part.subarray(split + 4);
    at = next;
  }
  return parts;
}

interface Upload {
  readonly id: string;
  readonly size: number;
  readonly parts: Map<number, Buffer>;
  finished: boolean;
  /** The number of state requests since the upload was finished. */
  statusChecks: number;
}

const linkedinPart = 4_000_000;
const facebookPart = 4_000_000;

/**
 * Platforms that accept videos, on loopback. They refuse the same as the real ones: gaps, wrong sizes, and videos that
 * are not processed.
 */
export class VideoPlatforms {
  readonly uploads: Upload[] = [];
  /** The posts that became visible. */
  readonly posts: Json[] = [];
  /** The number of state requests until a video is processed. */
  checksNeeded = 1;
  /** The reason why processing fails. */
  failure: string | undefined;
  /** Called before the platform answers. */
  before: Behaviour | undefined;
  fake!: FakePlatform;

  static async start(): Promise<VideoPlatforms> {
    const platforms = new VideoPlatforms();
    platforms.fake = await FakePlatform.start(async (call) => {
      const early = await platforms.before?.(call);
      if (early === 'hang' || early === 'cut' || early?.status !== undefined) return early;
      try {
        const { $status = 200, $headers = {}, ...json } = platforms.#answer(call);
        return { status: $status, headers: $headers, json };
      } catch (error) {
        return { status: 400, json: { error: { message: (error as Error).message } } };
      }
    });
    return platforms;
  }

  get env(): Record<string, string> {
    const names = ['X', 'LINKEDIN', 'FACEBOOK'];
    return {
      ...Object.fromEntries(
        names.flatMap((name) => [
          [`SOCIAL_${name}_CLIENT_ID`, 'client'],
          [`SOCIAL_${name}_CLIENT_SECRET`, 'secret'],
          [`SOCIAL_${name}_BASE_URL`, `${this.fake.url}/${name.toLowerCase()}`],
        ]),
      ),
      SOCIAL_BLUESKY_BASE_URL: `${this.fake.url}/bluesky`,
      SOCIAL_BLUESKY_VIDEO_URL: `${this.fake.url}/video`,
    };
  }

  /** The bytes of a video that a platform has received. */
  contentOf(id: string): Buffer {
    const { parts } = this.#upload(id);
    return Buffer.concat([...parts].toSorted(([a], [b]) => a - b).map(([, bytes]) => bytes));
  }

  calls(path: string): Call[] {
    return this.fake.calls.filter((call) => call.path === path);
  }

  reset(): void {
    this.fake.calls.length = 0;
    this.uploads.length = 0;
    this.posts.length = 0;
    this.checksNeeded = 1;
    this.failure = undefined;
    this.before = undefined;
  }

  #answer(call: Call): Json {
    const [, name = '', ...rest] = call.path.split('/');
    const path = `/${rest.join('/')}`;
    const answer = { x: this.#x, linkedin: this.#linkedin, facebook: this.#facebook, bluesky: this.#bluesky }[name];
    return answer ? answer.call(this, call, path) : this.#video(call, path);
  }

  #begin(size: number): Upload {
    assert.ok(Number.isSafeInteger(size) && size > 0, `a size was expected, not ${size}`);
    const upload = {
      id: String(1000 + this.uploads.length),
      size,
      parts: new Map<number, Buffer>(),
      finished: false,
      statusChecks: 0,
    };
    this.uploads.push(upload);
    return upload;
  }

  #upload(id: string): Upload {
    const found = this.uploads.find((upload) => upload.id === id);
    assert.ok(found, `there is no upload ${id}`);
    return found;
  }

  #finish(upload: Upload): void {
    assert.ok(!upload.finished, 'the upload is finished');
    assert.equal(this.contentOf(upload.id).length, upload.size, 'the size of the video');
    upload.finished = true;
  }

  #stateOf(upload: Upload): 'processing' | 'failed' | 'ready' {
    assert.ok(upload.finished, 'the upload is not finished');
    upload.statusChecks += 1;
    if (upload.statusChecks < this.checksNeeded) return 'processing';
    return this.failure === undefined ? 'ready' : 'failed';
  }

  #requireReady(id: string): void {
    const upload = this.#upload(id);
    assert.ok(upload.finished && upload.statusChecks >= this.checksNeeded, 'the video is not processed');
  }

  #post(post: Json): string {
    this.posts.push(post);
    return String(9000 + this.posts.length);
  }

  #x(call: Call, path: string): Json {
    const { body, query } = call;
    if (path === '/2/oauth2/token') return { access_token: 'token', refresh_token: 'r', expires_in: 7200 };
    assert.equal(call.headers.authorization, 'Bearer token');
    if (path === '/2/users/me') return { data: { id: '7', name: 'Ada', username: 'ada' } };
    if (path === '/2/users/7/mentions') return { data: [], meta: {} };
    if (path === '/2/media/upload/initialize') {
      assert.deepEqual([body.media_type, body.media_category], ['video/mp4', 'tweet_video']);
      return { data: { id: this.#begin(body.total_bytes).id, expires_after_secs: 86_400 } };
    }
    const [, id = '', step] = /^\/2\/media\/upload\/(\d+)\/(append|finalize)$/.exec(path) ?? [];
    if (step === 'append') {
      const { segment_index: segment, media } = formOf(call);
      assert.ok(media && media.length <= 5_000_000, 'a part of at most 5 MB');
      assert.ok(!this.#upload(id).finished, 'the upload is finished');
      this.#upload(id).parts.set(Number(segment?.toString()), media);
      return { $status: 200 };
    }
    if (step === 'finalize') {
      this.#finish(this.#upload(id));
      return { data: { id, processing_info: { state: 'pending', check_after_secs: 0.05 } } };
    }
    if (path === '/2/media/upload' && query.get('command') === 'STATUS') {
      const state = this.#stateOf(this.#upload(query.get('media_id') ?? ''));
      const info = {
        processing: { state: 'in_progress', check_after_secs: 0.05 },
        failed: { state: 'failed', error: { code: 1, name: 'InvalidMedia', message: this.failure } },
        ready: { state: 'succeeded', progress_percent: 100 },
      }[state];
      return { data: { id: query.get('media_id'), processing_info: info } };
    }
    assert.equal(path, '/2/tweets');
    for (const media of body.media?.media_ids ?? []) this.#requireReady(media);
    return { data: { id: this.#post(body) } };
  }

  #linkedin(call: Call, path: string): Json {
    const { body, query, method } = call;
    if (path === '/oauth/v2/accessToken') return { access_token: 'token', expires_in: 7200 };
    assert.equal(call.headers.authorization, 'Bearer token');
    if (path === '/v2/userinfo') return { sub: '7', name: 'Ada' };
    if (method === 'PUT') {
      const [, id = '', part = ''] = /^\/parts\/(\d+)\/(\d+)$/.exec(path) ?? [];
      this.#upload(id).parts.set(Number(part), call.raw);
      return { $headers: { etag: `"tag-${part}"` } };
    }
    assert.match(String(call.headers['linkedin-version']), /^\d{6}$/);
    if (query.get('action') === 'initializeUpload') {
      assert.equal(body.initializeUploadRequest.owner, 'urn:li:person:7');
      const { id, size } = this.#begin(body.initializeUploadRequest.fileSizeBytes);
      const count = Math.ceil(size / linkedinPart);
      const uploadInstructions = Array.from({ length: count }, (_, n) => ({
        uploadUrl: `${this.fake.url}/linkedin/parts/${id}/${n}`,
        firstByte: n * linkedinPart,
        lastByte: Math.min((n + 1) * linkedinPart, size) - 1,
      }));
      return { value: { video: `urn:li:video:${id}`, uploadToken: 'up', uploadInstructions } };
    }
    if (query.get('action') === 'finalizeUpload') {
      const { video, uploadToken, uploadedPartIds } = body.finalizeUploadRequest;
      const upload = this.#upload(video.split(':').at(-1));
      assert.equal(uploadToken, 'up');
      assert.deepEqual(
        uploadedPartIds,
        [...upload.parts.keys()].map((part) => `tag-${part}`),
      );
      this.#finish(upload);
      return {};
    }
    if (path.startsWith('/rest/videos/')) {
      const state = this.#stateOf(this.#upload(decodeURIComponent(path).split(':').at(-1) ?? ''));
      if (state === 'failed') return { status: 'PROCESSING_FAILED', processingFailureReason: this.failure };
      return { status: state === 'ready' ? 'AVAILABLE' : 'PROCESSING' };
    }
    assert.equal(path, '/rest/posts');
    this.#requireReady(body.content.media.id.split(':').at(-1));
    return { $status: 201, $headers: { 'x-restli-id': `urn:li:share:${this.#post(body)}` } };
  }

  #facebook(call: Call, path: string): Json {
    const { body } = call;
    if (path === '/v23.0/oauth/access_token') return { access_token: 'user', expires_in: 7200 };
    if (path === '/v23.0/me/accounts') return { data: [{ id: '7', name: 'Page', access_token: 'token' }] };
    assert.equal(call.headers.authorization, 'Bearer token');
    if (path === '/v23.0/7/feed') return { data: [] };
    if (path !== '/v23.0/7/videos') return this.#facebookStatus(path);
    if (body === undefined) {
      const form = formOf(call);
      assert.equal(form.upload_phase?.toString(), 'transfer');
      const upload = this.#upload(form.upload_session_id?.toString() ?? '');
      const from = Number(form.start_offset?.toString());
      assert.equal(from, this.contentOf(upload.id).length, 'the offset that was asked for');
      upload.parts.set(from, form.video_file_chunk as Buffer);
      return this.#offsetsOf(upload);
    }
    if (body.upload_phase === 'start') {
      const upload = this.#begin(body.file_size);
      return { video_id: upload.id, upload_session_id: upload.id, ...this.#offsetsOf(upload) };
    }
    assert.equal(body.upload_phase, 'finish');
    this.#finish(this.#upload(body.upload_session_id));
    this.#post(body);
    return { success: true };
  }

  #offsetsOf(upload: Upload): Json {
    const start = this.contentOf(upload.id).length;
    return { start_offset: String(start), end_offset: String(Math.min(start + facebookPart, upload.size)) };
  }

  #facebookStatus(path: string): Json {
    const id = path.split('/').at(-1) ?? '';
    const state = this.#stateOf(this.#upload(id));
    const errors = state === 'failed' ? [{ code: 1, message: this.failure }] : [];
    const status = { video_status: state === 'failed' ? 'error' : state, processing_phase: { errors } };
    return { id, status, permalink_url: `/7/videos/${id}`, post_id: `${id}5` };
  }

  #bluesky({ body, query, headers }: Call, path: string): Json {
    if (path === '/xrpc/com.atproto.server.createSession')
      return { did: 'did:plc:ada', handle: 'ada.example', accessJwt: 'token', refreshJwt: 'r' };
    assert.equal(headers.authorization, 'Bearer token');
    if (path === '/xrpc/com.atproto.repo.getRecord') return { $status: 400, error: 'RecordNotFound' };
    if (path === '/xrpc/com.atproto.server.getSession')
      return {
        did: 'did:plc:ada',
        emailConfirmed: true,
        didDoc: { service: [{ id: '#atproto_pds', serviceEndpoint: 'https://morel.example' }] },
      };
    if (path === '/xrpc/com.atproto.server.getServiceAuth') {
      assert.deepEqual([query.get('aud'), query.get('lxm')], ['did:web:morel.example', 'com.atproto.repo.uploadBlob']);
      return { token: 'service' };
    }
    if (path === '/xrpc/app.bsky.notification.listNotifications') return { notifications: [] };
    assert.equal(path, '/xrpc/com.atproto.repo.createRecord');
    if (body.record.embed) this.#requireReady(body.record.embed.video.ref.$link);
    this.#post(body.record);
    return { uri: `at://did:plc:ada/app.bsky.feed.post/${body.rkey}` };
  }

  #video(call: Call, path: string): Json {
    if (path === '/xrpc/app.bsky.video.uploadVideo') {
      assert.equal(call.headers.authorization, 'Bearer service');
      assert.equal(call.headers['content-type'], 'video/mp4');
      assert.equal(call.query.get('did'), 'did:plc:ada');
      const known = this.uploads.find(({ id }) => this.contentOf(id).equals(call.raw));
      if (known) return { $status: 409, error: 'already_exists', jobId: `job-${known.id}`, state: 'JOB_STATE_CREATED' };
      const upload = this.#begin(Number(call.headers['content-length']));
      upload.parts.set(0, call.raw);
      this.#finish(upload);
      return { jobId: `job-${upload.id}`, did: 'did:plc:ada', state: 'JOB_STATE_CREATED' };
    }
    assert.equal(path, '/xrpc/app.bsky.video.getJobStatus');
    const jobId = call.query.get('jobId') ?? '';
    const id = jobId.replace('job-', '');
    const state = this.#stateOf(this.#upload(id));
    const more = {
      processing: { state: 'JOB_STATE_ENCODING', progress: 10 },
      failed: { state: 'JOB_STATE_FAILED', error: 'failed', message: this.failure },
      ready: {
        state: 'JOB_STATE_COMPLETED',
        blob: { $type: 'blob', ref: { $link: id }, mimeType: 'video/mp4', size: 1 },
      },
    }[state];
    return { jobStatus: { jobId, did: 'did:plc:ada', ...more } };
  }
}
