import assert from 'node:assert/strict';
import { it } from 'node:test';
import { adminPassword } from '#test/cluster.ts';
import { scale } from '#test/faults/scale.ts';
import { Client, type Json } from '#test/harness.ts';
import { Home, type ServerProcess, until } from '#test/process.ts';
import { connectByConsent, mp4Of, publish, publishing, uploadMedia } from '#test/social-tools.ts';
import { VideoPlatforms } from '#test/social-video-fakes.ts';

/** The lease of a dead node's claims lasts a minute. The database is still running, so end it here. */
const endLeases = `update social_outbox set lease_until = lease_until - interval '1 minute' where claim is not null`;
const makeDueSql = 'update social_outbox set next_at = now() where claim is null';

/** The states of a video, each with the call during which the server is killed. */
const kills: readonly (readonly [platform: string, state: string, path: RegExp, published: string])[] = [
  ['x', 'begins the upload', /\/initialize$/, 'published'],
  ['x', 'sends the second part', /\/append$/, 'published'],
  ['x', 'ends the upload', /\/finalize$/, 'published'],
  ['x', 'waits for the processing', /\/2\/media\/upload$/, 'published'],
  ['x', 'publishes', /\/2\/tweets$/, 'unconfirmed'],
  ['facebook', 'ends the upload, which publishes', /finish/, 'unconfirmed'],
  ['facebook', 'waits for the processing after that', /\/v23\.0\/\d{4}$/, 'published'],
];

it('a kill in each state of a video leaves a post that is published once, or says that nobody knows', async (t) => {
  const platforms = await VideoPlatforms.start();
  await using home = await Home.prepared();
  const env = { ...platforms.env, SOCIAL_TIMEOUT: '60s', SOCIAL_LOOKUP_DELAYS: '1h' };
  let server: ServerProcess = await home.start(env);
  const { token } = await server.signIn(adminPassword);
  const client = () => new Client(server.url, token);
  const film = mp4Of({ seconds: 5, bytes: 9_000_000 });
  const mediaIds = [await uploadMedia(client(), film, 'video/mp4', 'film.mp4')];
  const accounts: Json = {};
  for (const name of ['x', 'facebook']) accounts[name] = (await connectByConsent(client(), name))._id;
  for (const [platform, state, path, expected] of kills) {
    platforms.reset();
    let met = 0;
    let isHanging = true;
    platforms.before = (call) => {
      const at = call.body?.upload_phase === 'finish' ? 'finish' : call.path;
      if (!isHanging || !path.test(at)) return {};
      met += 1;
      // Let the first part arrive.
      return state.includes('second') && met === 1 ? {} : 'hang';
    };
    const post = await publish(client(), { connectionId: accounts[platform], content: state, mediaIds });
    await until(`${platform} ${state}`, async () => {
      await home.sql(makeDueSql);
      return met > (state.includes('second') ? 1 : 0);
    });
    await server.stop('SIGKILL');
    isHanging = false;
    await home.sql(endLeases);
    server = await home.start(env);
    const found = await until(`the end of ${platform} ${state}`, async () => {
      await home.sql(`${makeDueSql} and not (lookup and tries > 0)`);
      const { body } = await client().get(`${publishing}/${post._id}`);
      return body.status === expected && body;
    });
    const visible = platforms.posts.length;
    assert.ok(expected === 'published' ? visible === 1 : visible <= 1, `${state}: ${visible} posts`);
    assert.equal(found.attemptCount, 1);
    if (state.startsWith('waits')) assert.equal(platforms.uploads.length, 1, 'the upload is not repeated');
    await client().delete(`${publishing}/${post._id}`);
    t.diagnostic(`${platform}, killed while it ${state}: ${platforms.uploads.length} uploads, ${visible} posts`);
  }
});

it('many videos of one minute are each published once, though their server is killed while they are processed', async (t) => {
  const { size } = scale.socialVideos;
  const platforms = await VideoPlatforms.start();
  await using home = await Home.prepared();
  const env = { ...platforms.env, SOCIAL_TIMEOUT: '10s' };
  let server: ServerProcess = await home.start(env);
  const { token } = await server.signIn(adminPassword);
  const client = () => new Client(server.url, token);
  const mediaIds = [await uploadMedia(client(), mp4Of({ seconds: 5 }), 'video/mp4', 'film.mp4')];
  const { _id: connectionId } = await connectByConsent(client(), 'x');
  const scheduledAt = new Date(Date.now() + 3_600_000).toISOString();
  const work = Array.from({ length: size }, (_, n) => n).values();
  const worker = async () => {
    for (const n of work) await publish(client(), { connectionId, content: `Film ${n}`, mediaIds, scheduledAt });
  };
  await Promise.all(Array.from({ length: 4 }, worker));
  platforms.checksNeeded = 1_000_000;
  await home.sql(makeDueSql);
  // All videos are uploaded and none is processed. Each waits without a claim, and lets the others pass.
  await until('all uploads', () => platforms.uploads.filter(({ finished }) => finished).length >= size);
  await server.stop('SIGKILL');
  await home.sql(endLeases);
  platforms.checksNeeded = 1;
  server = await home.start(env);
  await until('half of the posts', () => platforms.posts.length >= size / 2);
  await server.stop('SIGKILL');
  await home.sql(endLeases);
  server = await home.start(env);
  const rows = await until('the end', async () => {
    const found = await home.sql<Json>('select content, status from marketing_social_posts');
    return found.every(({ status }) => status === 'published' || status === 'unconfirmed') && found;
  });
  const arrivals = Map.groupBy(platforms.posts, ({ text }) => text as string);
  for (const { content, status } of rows) {
    const count = arrivals.get(content)?.length ?? 0;
    assert.ok(status === 'published' ? count === 1 : count <= 1, `${content} is ${status} and arrived ${count} times`);
  }
  const unconfirmed = rows.filter(({ status }: Json) => status === 'unconfirmed').length;
  t.diagnostic(`${size} videos, ${platforms.uploads.length} uploads, ${unconfirmed} unconfirmed`);
  assert.ok(unconfirmed <= 1, 'a kill interrupts at most the post that was being published');
});
