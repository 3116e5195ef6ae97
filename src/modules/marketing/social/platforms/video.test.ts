import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { eventually } from '#test/eventually.ts';
import { appForFile, type Json } from '#test/harness.ts';
import {
  connectByConsent,
  connections,
  mp4Of,
  postWith,
  publish,
  publishing,
  uploadMedia,
} from '#test/social-tools.ts';
import { VideoPlatforms } from '#test/social-video-fakes.ts';

const platforms = await VideoPlatforms.start();
const { admin, sql } = await appForFile({ ...platforms.env, SOCIAL_TIMEOUT: '2s', SOCIAL_LOOKUP_DELAYS: '100ms' });

const accounts: Record<string, string> = {};
for (const name of ['x', 'linkedin', 'facebook']) accounts[name] = (await connectByConsent(admin, name))._id;
accounts.bluesky = (
  await admin.post(`${connections}/connect`, { platform: 'bluesky', handle: 'ada.example', appPassword: 'p' })
).body._id;

// The file has more than two parts at each platform that takes parts.
const film = mp4Of({ seconds: 12, bytes: 9_000_000, width: 1280, height: 720 });
const filmId = await uploadMedia(admin, film, 'video/mp4', 'film.mp4');
const webm = Buffer.from(
  '1a45dfa39f4286810142f7810142f2810442f381084282847765626d42878104428581021853806701ffffff',
  'hex',
);
const labels: Record<string, string> = { x: 'X', linkedin: 'LinkedIn', facebook: 'Facebook', bluesky: 'Bluesky' };
const made = (platform: string, more: Json = {}) => ({
  connectionId: accounts[platform],
  content: 'Our film',
  mediaIds: [filmId],
  ...more,
});
/** Makes waiting posts due now, because platforms ask to wait for up to a minute. */
const makeDue = () => sql('update social_outbox set next_at = now() where claim is null and next_at > now()');
const settled = (id: string, ...statuses: string[]) =>
  eventually(async () => {
    await makeDue();
    await sql(`select pg_notify('atrium_social', '')`);
    const { body } = await admin.get(`${publishing}/${id}`);
    assert.ok(statuses.includes(body.status), `the post is ${body.status}: ${body.error}`);
    return body;
  });

beforeEach(() => platforms.reset());

/** The body that each platform received with the post. */
const expected: Record<string, Json> = {
  x: { text: 'Our film', media: { media_ids: ['1000'] } },
  linkedin: { media: { id: 'urn:li:video:1000' } },
  bluesky: {
    $type: 'app.bsky.feed.post',
    text: 'Our film',
    embed: {
      $type: 'app.bsky.embed.video',
      video: { $type: 'blob', ref: { $link: '1000' }, mimeType: 'video/mp4', size: 1 },
      alt: 'A trip',
      aspectRatio: { width: 1280, height: 720 },
    },
  },
  facebook: { upload_phase: 'finish', upload_session_id: '1000', description: 'Our film' },
};
const published: Record<string, Json> = {
  x: { externalId: '9001', postUrl: 'https://x.com/i/status/9001' },
  linkedin: {
    externalId: 'urn:li:share:9001',
    postUrl: 'https://www.linkedin.com/feed/update/urn:li:share:9001',
  },
  facebook: { externalId: '7_10005', postUrl: 'https://www.facebook.com/7/videos/1000' },
};

for (const [platform, label] of Object.entries(labels))
  describe(`a video on ${label}`, () => {
    it('is uploaded, processed and published once', async () => {
      platforms.checksNeeded = 3;
      const post = await publish(admin, made(platform, { altTexts: ['A trip'] }));
      const found = await settled(post._id, 'published');
      assert.equal(platforms.posts.length, 1);
      assert.equal(platforms.uploads.length, 1);
      assert.ok(platforms.contentOf('1000').equals(film), 'the platform has the file');
      const { createdAt: _createdAt, ...sent } = platforms.posts[0];
      assert.deepEqual(platform === 'linkedin' ? sent.content : sent, expected[platform]);
      if (published[platform])
        assert.deepEqual({ externalId: found.externalId, postUrl: found.postUrl }, published[platform]);
      assert.equal(found.attemptCount, 1);
      assert.deepEqual(found.altTexts, ['A trip']);
      assert.deepEqual(await sql('select * from social_outbox where post_id = $1', [post._id]), []);
    });

    it('that cannot be processed is explained, and a person may try again', async () => {
      platforms.failure = 'The codec is not supported';
      const post = await publish(admin, made(platform));
      const { error, externalId } = await settled(post._id, 'failed');
      assert.match(error, /could not process the video: The codec is not supported/);
      assert.equal(externalId, null);
      if (platform !== 'facebook') assert.deepEqual(platforms.posts, []);
      platforms.reset();
      const retried = await admin.post(`${publishing}/${post._id}/retry`, {});
      assert.equal(retried.status, 202, retried.text);
      await settled(post._id, 'published');
      assert.equal(platforms.posts.length, 1);
    });

    it('waits without a claim while the platform processes it', async () => {
      platforms.checksNeeded = 1000;
      const post = await publish(admin, made(platform));
      await eventually(async () => {
        await makeDue();
        const [row] = await sql('select claim, lease_until, upload from social_outbox where post_id = $1', [post._id]);
        assert.deepEqual([row.claim, row.lease_until], [null, null]);
        assert.ok(platforms.uploads[0]?.finished && platforms.uploads[0].statusChecks > 0);
      });
      // Publish another post of the account, which must not wait for the video.
      const text = await publish(admin, { connectionId: accounts[platform], content: 'Text' }).catch(() => undefined);
      if (text && platform === 'x') await postWith(admin, text._id, 'published');
      platforms.checksNeeded = 1;
      await settled(post._id, 'published');
    });

    it('is refused when it is too long, too large, damaged or of another type', async () => {
      const check = async (content: Buffer, type: string, name: string): Promise<Json[]> => {
        const mediaIds = [await uploadMedia(admin, content, type, name)];
        const { status, body } = await admin.post(publishing, made(platform, { mediaIds }));
        assert.equal(status, 422);
        return body.error.details;
      };
      const long = await check(mp4Of({ seconds: 20_000, bytes: 80_000 }), 'video/mp4', 'long.mp4');
      assert.deepEqual([long[0]?.field, long[0]?.code], ['mediaIds', 'out_of_range']);
      assert.match(long[0]?.message, new RegExp(`long.mp4, which is 333 min 20 s long; ${label} takes videos of`));
      const damaged = await check(film.subarray(0, 80_000), 'video/mp4', 'half.mp4');
      assert.match(damaged[0]?.message, /half.mp4, whose content is damaged/);
      const other = await check(webm, 'video/webm', 'a.webm');
      assert.match(other[0]?.message, /a.webm, of type video\/webm/);
      const two = [filmId, await uploadMedia(admin, mp4Of({ seconds: 5, bytes: 80_000 }), 'video/mp4', 'b.mp4')];
      const { body } = await admin.post(publishing, made(platform, { mediaIds: two }));
      assert.match(body.error.details[0].message, /at most 1 video/);
      assert.equal(platforms.uploads.length, 0);
    });
  });

describe('an upload that fails on its way', () => {
  it('is repeated: nothing was published by it', async () => {
    let failures = 2;
    platforms.before = ({ path }) => {
      if (!path.endsWith('/append') || failures === 0) return {};
      failures -= 1;
      return failures === 1 ? 'cut' : { status: 503, json: {} };
    };
    const post = await publish(admin, made('x'));
    await settled(post._id, 'published');
    assert.equal(platforms.posts.length, 1);
    assert.ok(platforms.contentOf(platforms.uploads.at(-1)?.id ?? '').equals(film));
  });

  it('keeps the parts that arrived', async () => {
    let count = 0;
    platforms.before = ({ path }) => {
      if (!path.endsWith('/append')) return {};
      count += 1;
      return count === 2 ? 'cut' : {};
    };
    const post = await publish(admin, made('x'));
    await settled(post._id, 'published');
    assert.deepEqual([platforms.uploads.length, platforms.posts.length], [1, 1]);
    // The platform got three parts, one of them twice.
    assert.equal(count, 4);
    assert.ok(platforms.contentOf('1000').equals(film));
  });

  it('is cancelled with its post', async () => {
    platforms.checksNeeded = 1000;
    const post = await publish(admin, made('x'));
    await eventually(async () => assert.ok(platforms.uploads[0]?.finished));
    await eventually(async () => assert.equal((await admin.delete(`${publishing}/${post._id}`)).status, 200));
    platforms.checksNeeded = 1;
    await new Promise((resolve) => setTimeout(resolve, 500));
    assert.deepEqual(platforms.posts, []);
  });

  it('goes on where it was, also when the platform has more than was noted', async () => {
    platforms.checksNeeded = 1000;
    for (const platform of ['x', 'facebook', 'linkedin']) {
      const post = await publish(admin, made(platform));
      await eventually(async () => {
        const [row] = await sql('select upload, claim from social_outbox where post_id = $1', [post._id]);
        assert.ok(row.upload !== null || platform === 'facebook');
        assert.equal(row.claim, null);
      });
      if (platform === 'facebook') continue;
      // This is the state after a node that died when the platform had all parts, but before it saved that.
      await sql(
        `update social_outbox set upload = jsonb_set(jsonb_set(upload, '{from}', '0'), '{sentAtMs}', 'null') where post_id = $1`,
        [post._id],
      );
    }
    platforms.checksNeeded = 1;
    await eventually(async () => {
      await makeDue();
      await sql(`select pg_notify('atrium_social', '')`);
      assert.equal(platforms.posts.length, 3);
    });
  });
});

describe('a call that publishes a video', () => {
  for (const [platform, path] of [
    ['x', '/x/2/tweets'],
    ['linkedin', '/linkedin/rest/posts'],
  ] as const)
    it(`is not repeated when ${labels[platform]} does not answer`, async () => {
      platforms.before = (call) => (call.path === path ? 'cut' : {});
      const post = await publish(admin, made(platform));
      await settled(post._id, 'unconfirmed');
      assert.equal(platforms.calls(path).length, 1);
    });
});
