import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Client, type Json } from '#test/harness.ts';
import { assertStops, Home, type ServerProcess, until } from '#test/process.ts';
import { receiverForFile } from '#test/receiver.ts';

const receiver = await receiverForFile();
const password = 'correct horse battery';
const env = { ADMIN_PASSWORD: password, WEBHOOK_ALLOW_PRIVATE: 'true', TRUST_PROXY: 'true' };
const perRound = 30;
const formsPath = '/api/forms/forms';

/** The moments at which the server is killed. */
const rounds = ['while it posts', 'after the last answer', 'between two answers'] as const;

it('a submission that was answered with 201 is stored and posted, wherever its server is killed', async () => {
  await using home = new Home();
  let server: ServerProcess = await home.start(env);
  const { token } = await server.signIn(password);
  const client = () => new Client(server.url, token);
  const form = await client().create(formsPath, {
    name: 'F',
    status: 'published',
    fields: ['who'],
    fieldSettings: { who: { type: 'text' } },
    submitAction: 'callWebhook',
    submitUrl: receiver.url('/hook'),
    submitSecret: 'a secret of sixteen',
  });
  /** Resolves to the status; 0 when the server was killed before it answered. */
  const submit = async (who: string, round: number): Promise<number> => {
    const body = { data: { who }, submissionToken: who };
    const headers = { 'x-forwarded-for': `198.51.100.${round + 1}` };
    const reply = await new Client(server.url)
      .post(`${formsPath}/${form._id}/submit`, body, headers)
      .catch(() => undefined);
    return reply?.status ?? 0;
  };

  const everybody: string[] = [];
  for (const [round, moment] of rounds.entries()) {
    // The receiver accepts a submission and never answers, so the node dies while it waits.
    receiver.behaviour = moment === 'while it posts' ? () => {} : receiver.behaviour;
    const visitors = Array.from({ length: perRound }, (_, n) => `visitor ${round}.${n}`);
    everybody.push(...visitors);
    const acknowledged: string[] = [];
    const before = receiver.arrivals.length;
    const sending = visitors.map(async (who) => {
      if ((await submit(who, round)) === 201) acknowledged.push(who);
    });
    if (moment === 'between two answers') await until('some answers', () => acknowledged.length >= perRound / 3);
    else await Promise.all(sending);
    if (moment === 'while it posts') await until('a post', () => receiver.arrivals.length > before);
    await server.stop('SIGKILL');
    await Promise.all(sending);
    receiver.well();

    server = await home.start(env);
    const stored = await home.sql<{ token: string }>('select submission_token as token from forms_form_submissions');
    const tokens = new Set(stored.map((row) => row.token));
    assert.deepEqual(
      acknowledged.filter((who) => !tokens.has(who)),
      [],
      `lost when the server was killed ${moment}`,
    );
    // Visitors without an answer send the page again with the same token. One of them sends it twice.
    for (const who of visitors) if (!acknowledged.includes(who)) assert.equal(await submit(who, round), 201);
    assert.equal(await submit(visitors[0] as string, round), 201);
    // The lease of the dead node is still valid, so expire it.
    await home.sql(`update jobs set heartbeat_at = now() - interval '1 minute' where state = 'running'`);
    await until(`all are processed after a kill ${moment}`, async () => {
      const [row] = await home.sql(
        `select count(*)::int as n from forms_form_submissions where status is distinct from 'processed'`,
      );
      return row?.n === 0;
    });
  }

  const { body } = await client().get(`/api/forms/formSubmissions?filter[formId]=${form._id}&limit=200`);
  const submissions = body.data as Json[];
  assert.deepEqual(submissions.map(({ submissionToken }) => submissionToken).sort(), everybody.toSorted());
  const arrived = Map.groupBy(receiver.at('/hook'), ({ headers }) => headers['x-platform-delivery'] as string);
  assert.deepEqual([...arrived.keys()].sort(), submissions.map(({ _id }) => _id).sort());
  for (const [id, posts] of arrived) {
    assert.equal(posts[0]?.body.submissionId, id);
    // A receiver recognises a repeated post by its id. Repeated posts are identical to the byte.
    assert.equal(new Set(posts.map(({ raw }) => raw.toString())).size, 1);
    assert.equal(new Set(posts.map(({ headers }) => headers['x-platform-signature'])).size, 1);
  }
  assert.ok(receiver.at('/hook').length > everybody.length, 'a post without an answer is repeated');
  await assertStops(home, server);
});
