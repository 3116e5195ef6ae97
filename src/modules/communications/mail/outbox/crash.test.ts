import assert from 'node:assert/strict';
import { it } from 'node:test';
import { adminPassword } from '#test/cluster.ts';
import { scale } from '#test/faults/scale.ts';
import { Client, type Json } from '#test/harness.ts';
import { Home, type ServerProcess, until } from '#test/process.ts';
import { SmtpSink } from '#test/smtp-sink.ts';
import { lanesPerConnection } from './runner.ts';

const { size, kills } = scale.mailCrash;
const sink = await SmtpSink.forFile();

it(`a mailing survives ${kills} kills of its server: no mail is lost, none is sent twice`, async (t) => {
  await using home = await Home.prepared();
  const env = { SMTP_URL: `smtp://127.0.0.1:${sink.port}`, EMAIL_FROM: 'news@sender.example' };
  let server: ServerProcess = await home.start(env);
  const { token } = await server.signIn(adminPassword);
  const client = () => new Client(server.url, token);
  const recipients = Array.from({ length: size }, (_, n) => `r${n}@example.org`);
  const accepted = await client().post('/api/communications/bulk-email/send', {
    recipients,
    subject: 'News {{ contact.firstName }}',
    html: '<p>Hello</p>',
  });
  assert.equal(accepted.status, 202, accepted.text);
  const { batchId } = accepted.body;

  for (let n = 0; n < kills; n += 1) {
    // The last kill must leave mails to send, so each kill may cover at most this share.
    const target = sink.arrivals.length + Math.ceil(Math.random() * (size / (kills + 1)) * 0.9);
    await until(`mail ${target}`, () => sink.arrivals.length >= target);
    await server.stop('SIGKILL');
    // The lease of a dead node's claims lasts a minute. The database is still running, so end it here.
    await home.sql(`update mail_outbox set lease_until = lease_until - interval '1 minute' where claim is not null`);
    server = await home.start(env);
  }
  const batch = await until('the end of the batch', async () => {
    const { body } = await client().get(`/api/communications/bulk-email/${batchId}`);
    return body.status === 'sent' && body;
  });

  const rows = await home.sql<{ email: string; status: string; unconfirmed: boolean | null; facts: string[] }>(
    `select e."to"[1] as email, e.status, e.unconfirmed,
       array(select f.kind from mail_facts f where f.tenant_id = e.tenant_id and f.email_id = e.id) as facts
     from communications_emails e where e.batch_id = $1`,
    [batchId],
  );
  assert.deepEqual(rows.map(({ email }) => email).sort(), recipients.toSorted());
  const arrivals = Map.groupBy(
    sink.arrivals.map(({ to }) => to[0] as string),
    (to) => to,
  );
  for (const row of rows) {
    const { email, status, unconfirmed, facts } = row;
    const count = arrivals.get(email)?.length ?? 0;
    const what = `${JSON.stringify(row)} arrived ${count} times`;
    if (status === 'sent') assert.deepEqual([unconfirmed === true, facts, count], [false, ['sent'], 1], what);
    else assert.deepEqual([status, unconfirmed, facts, count < 2], ['failed', true, ['failed'], true], what);
  }
  const ofStatus = (status: string) => rows.filter((row) => row.status === status).length;
  t.diagnostic(`${ofStatus('failed')} of ${size} mails are unconfirmed`);
  assert.equal(ofStatus('sent') + ofStatus('failed'), size);
  // A kill interrupts at most the started mails: those on the five connections, and the next one of each connection.
  assert.ok(ofStatus('failed') <= kills * 5 * lanesPerConnection, `${ofStatus('failed')} mails are unconfirmed`);
  assert.deepEqual(
    [batch.accepted, batch.sent, batch.failed, batch.bounced, batch.skipped],
    [size, ofStatus('sent'), ofStatus('failed'), 0, 0],
  );
  const left: Json[] = await home.sql('select email_id from mail_outbox');
  assert.deepEqual(left, []);
});
