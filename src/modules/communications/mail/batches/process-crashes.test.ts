import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { adminPassword } from '#test/cluster.ts';
import { Client } from '#test/harness.ts';
import { Home, type ServerProcess, until } from '#test/process.ts';
import { SmtpSink } from '#test/smtp-sink.ts';

const sink = await SmtpSink.forFile();

it('a batch whose process died twice while it was prepared is paused with the reason, and can be resumed', async () => {
  await using home = await Home.prepared();
  const env = { SMTP_URL: `smtp://127.0.0.1:${sink.port}`, EMAIL_FROM: 'news@sender.example' };
  let server: ServerProcess = await home.start(env);
  const { token } = await server.signIn(adminPassword);
  const client = () => new Client(server.url, token);
  // The first mail is not finished before the server is killed.
  sink.delayMs = 600_000;
  const accepted = await client().post('/api/communications/bulk-email/send', {
    recipients: Array.from({ length: 30 }, (_, n) => `r${n}@example.org`),
    subject: 'News',
    html: '<p>Hello</p>',
  });
  assert.equal(accepted.status, 202, accepted.text);
  const { batchId } = accepted.body;
  const state = async () => (await client().get(`/api/communications/bulk-email/${batchId}`)).body;
  const marks = async () => {
    const [row] = await home.sql<{ count: number }>(
      `select (select count(*) from jsonb_object_keys(preparing))::int as count from mail_batches where id = $1`,
      [batchId],
    );
    return row?.count;
  };
  let before = 0;
  for (const death of [1, 2]) {
    await until(`mark ${death}`, async () => (await marks()) === death && sink.offered > before);
    await server.stop('SIGKILL');
    before = sink.offered;
    // Marks of a process that died, and its claims, end after some time.
    await home.sql(
      `update mail_batches set preparing = (select jsonb_object_agg(key, (value::text::timestamptz - interval '1 minute'))
      from jsonb_each_text(preparing)) where id = $1`,
      [batchId],
    );
    await home.sql(`update mail_outbox set lease_until = lease_until - interval '1 minute' where claim is not null`);
    server = await home.start(env);
  }
  const { offered } = sink;
  const paused = await until('the pause', async () => {
    const body = await state();
    return body.status === 'paused' && body;
  });
  assert.match(paused.pauseReason, /ended 2 times while it prepared this mailing/);
  const [snapshot] = await home.sql<{ status: string }>(
    `select status from communications_email_snapshots where id = $1`,
    [batchId],
  );
  assert.equal(snapshot?.status, 'paused');
  await sleep(3000);
  assert.equal(sink.offered, offered, 'the batch was taken up again');

  sink.delayMs = 0;
  const resumed = await client().post(`/api/communications/bulk-email/${batchId}/resume`, {});
  assert.deepEqual([resumed.body.status, resumed.body.pauseReason], ['sending', null]);
  await until('the end of the batch', async () => (await state()).status === 'sent');
  assert.equal(await marks(), 0);
});
