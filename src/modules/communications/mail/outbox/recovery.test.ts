import assert from 'node:assert/strict';
import { it } from 'node:test';
import { eventually } from '#test/eventually.ts';
import { appForFile } from '#test/harness.ts';
import { MailSender, mailEnv } from '#test/mail-outbox-tools.ts';
import { SmtpSink } from '#test/smtp-sink.ts';

const app = await appForFile(mailEnv);

it('a mail that a dead node had started is unconfirmed, and one that it had only claimed is sent', async () => {
  const sink = await SmtpSink.forFile();
  const sender = await MailSender.open(app, MailSender.via(sink));
  const sendAt = new Date(Date.now() + 3_600_000).toISOString();
  const ids = await Promise.all(
    ['started@example.org', 'claimed@example.org', 'renewed@example.org'].map(async (to) => {
      const body = { to, subject: 'Later', text: 'Good morning', sendAt };
      const reply = await sender.client.post('/api/communications/email-scheduling/schedule', body);
      assert.equal(reply.status, 201, reply.text);
      return String(reply.body._id);
    }),
  );
  const [started, claimed, renewed] = ids;
  // Claims of a node that died a minute ago, and a claim that another node still holds.
  await app.sql(
    `update mail_outbox set claim = gen_random_uuid(), next_at = now() - interval '1 hour',
       started_at = case when email_id = any($2::uuid[]) then now() - interval '2 minutes' end,
       lease_until = now() + case when email_id = $3::uuid then interval '1 hour' else interval '-1 minute' end
     where email_id = any($1::uuid[])`,
    [ids, [started, renewed], renewed],
  );
  await sender.untilStatus(String(claimed), 'sent');
  const record = await sender.untilStatus(String(started), 'failed');
  assert.equal(record.unconfirmed, true);
  await eventually(async () =>
    assert.deepEqual(
      (await sender.waiting()).map(({ email_id }) => email_id),
      [renewed],
    ),
  );
  assert.deepEqual(
    sink.arrivals.flatMap(({ to }) => to),
    ['claimed@example.org'],
  );
});
