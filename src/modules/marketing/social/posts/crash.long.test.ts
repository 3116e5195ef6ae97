import assert from 'node:assert/strict';
import { it } from 'node:test';
import { adminPassword } from '#test/cluster.ts';
import { scale } from '#test/faults/scale.ts';
import { Client, type Json } from '#test/harness.ts';
import { Home, type ServerProcess, until } from '#test/process.ts';
import { connectWebhook, FakePlatform, publish, publishing } from '#test/social-tools.ts';

const { size, kills } = scale.socialCrash;
const lanes = 8;
const env = { WEBHOOK_ALLOW_PRIVATE: 'true', SOCIAL_TIMEOUT: '5s' };
/** The lease of a dead node's claims lasts a minute. The database is still running, so end it here. */
const endLeases = `update social_outbox set lease_until = lease_until - interval '1 minute' where claim is not null`;

it(`${size} posts of one minute survive ${kills} kills of their server: none is lost, none is published twice`, async (t) => {
  const hook = await FakePlatform.start(() => ({ json: { id: 'x' } }));
  await using home = await Home.prepared();
  let server: ServerProcess = await home.start(env);
  const { token } = await server.signIn(adminPassword);
  const client = () => new Client(server.url, token);
  const { _id: connectionId } = await connectWebhook(client(), `${hook.url}/posts`);
  const scheduledAt = new Date(Date.now() + 3_600_000).toISOString();
  const ids: string[] = [];
  const work = Array.from({ length: size }, (_, n) => n).values();
  const worker = async () => {
    for (const n of work) ids.push((await publish(client(), { connectionId, content: `Post ${n}`, scheduledAt }))._id);
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  // All posts are due now.
  await home.sql('update social_outbox set next_at = now()');
  const began = Date.now();
  for (let n = 0; n < kills; n += 1) {
    const target = Math.ceil(((n + 1) * size) / (kills + 1));
    await until(`post ${target}`, () => hook.calls.length >= target);
    await server.stop('SIGKILL');
    await home.sql(endLeases);
    server = await home.start(env);
  }
  const rows = await until('the end', async () => {
    const found = await home.sql<Json>('select id, status from marketing_social_posts');
    return found.every(({ status }) => status === 'published' || status === 'unconfirmed') && found;
  });
  t.diagnostic(`published in ${Date.now() - began} ms, with ${kills} restarts`);
  assert.deepEqual(rows.map(({ id }: Json) => id).sort(), ids.toSorted());
  const arrivals = Map.groupBy(hook.calls, ({ body }) => body.id as string);
  for (const { id, status } of rows) {
    const count = arrivals.get(id)?.length ?? 0;
    assert.ok(status === 'published' ? count === 1 : count <= 1, `a post that is ${status} arrived ${count} times`);
  }
  const unconfirmed = rows.filter(({ status }: Json) => status === 'unconfirmed').length;
  t.diagnostic(`${unconfirmed} of ${size} posts are unconfirmed`);
  // A kill interrupts at most the posts that were being published.
  assert.ok(unconfirmed <= kills * lanes, `${unconfirmed} posts are unconfirmed`);
  assert.deepEqual(await home.sql('select post_id from social_outbox'), []);
});

it('a kill in each state of publishing leaves a post that says so', async () => {
  let hangs = true;
  const hook = await FakePlatform.start(() => (hangs ? 'hang' : { json: { id: 'x' } }));
  await using home = await Home.prepared();
  const slow = { ...env, SOCIAL_TIMEOUT: '60s' };
  let server: ServerProcess = await home.start(slow);
  const { token } = await server.signIn(adminPassword);
  const client = () => new Client(server.url, token);
  const { _id: connectionId } = await connectWebhook(client(), `${hook.url}/posts`);
  const statusOf = async (id: string) => (await client().get(`${publishing}/${id}`)).body.status;

  // The post is scheduled, but not claimed.
  const later = new Date(Date.now() + 3_600_000).toISOString();
  const scheduled = await publish(client(), { connectionId, content: 'scheduled', scheduledAt: later });
  // The post is being published: the call was made, and the platform has it.
  const publishingPost = await publish(client(), { connectionId, content: 'publishing' });
  await until('the call', () => hook.calls.length === 1);
  assert.equal(await statusOf(publishingPost._id), 'publishing');
  const cancelled = await client().delete(`${publishing}/${publishingPost._id}`);
  assert.equal(cancelled.status, 409);
  await server.stop('SIGKILL');
  hangs = false;
  // The post is claimed, but not started, so another node may publish it.
  await home.sql(
    `update social_outbox set claim = gen_random_uuid(), lease_until = now(), next_at = now() where post_id = $1`,
    [scheduled._id],
  );
  await home.sql(endLeases);
  server = await home.start(slow);
  await until('the recovery', async () => (await statusOf(publishingPost._id)) === 'unconfirmed');
  await until('the other post', async () => (await statusOf(scheduled._id)) === 'published');
  assert.equal(hook.calls.filter(({ body }) => body.content === 'publishing').length, 1);
  assert.equal(hook.calls.filter(({ body }) => body.content === 'scheduled').length, 1);
  // The post is published, so a kill changes nothing.
  await server.stop('SIGKILL');
  server = await home.start(slow);
  await client().post(`${publishing}/${publishingPost._id}/retry`, {});
  await until('the retry', async () => (await statusOf(publishingPost._id)) === 'published');
  assert.equal(hook.calls.length, 3);
});
