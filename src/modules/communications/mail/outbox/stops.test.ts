import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { adminPassword } from '#test/cluster.ts';
import { eventually } from '#test/eventually.ts';
import { appForFile } from '#test/harness.ts';
import { addresses, assertOnce, MailSender, mailEnv } from '#test/mail-outbox-tools.ts';
import { Home } from '#test/process.ts';
import { SmtpSink } from '#test/smtp-sink.ts';

const app = await appForFile(mailEnv);
const { via } = MailSender;
const management = '/api/sales/account-management';

/** Checks that no mail arrives in the next two seconds. */
async function assertStopped(sink: SmtpSink, total: number): Promise<void> {
  await sleep(2000);
  const { length } = sink.arrivals;
  await sleep(1500);
  assert.equal(sink.arrivals.length, length);
  assert.ok(length < total, 'all mails were sent before they could be stopped');
}

describe('sending stops within two seconds', () => {
  it('when the tenant is suspended, and goes on after it is reactivated', async () => {
    const sink = await SmtpSink.forFile();
    const sender = await MailSender.open(app, via(sink, { ratePerSecond: 50 }));
    const { accountKey } = sender.client;
    const recipients = addresses(250, 'suspended');
    const batchId = await sender.bulk(recipients);
    await eventually(async () => assert.ok(sink.arrivals.length >= 20));
    const suspended = await app.admin.post(`${management}/suspend`, { accountKey, reason: 'A test.' });
    assert.equal(suspended.status, 200, suspended.text);
    await assertStopped(sink, 250);
    assert.equal((await app.admin.post(`${management}/reactivate`, { accountKey })).status, 200);
    await eventually(async () => {
      const [batch] = await app.sql(`select status from mail_batches where id = $1`, [batchId]);
      assert.equal(batch.status, 'sent');
    });
    assertOnce(recipients, sink);
  });

  it('when the batch is paused, and goes on when it is resumed', async () => {
    const sink = await SmtpSink.forFile();
    const sender = await MailSender.open(app, via(sink, { ratePerSecond: 50 }));
    const recipients = addresses(250, 'paused');
    const batchId = await sender.bulk(recipients);
    await eventually(async () => assert.ok(sink.arrivals.length >= 20));
    await sender.change(batchId, 'pause');
    await assertStopped(sink, 250);
    assert.equal((await sender.batch(batchId)).sent, sink.arrivals.length);
    await sender.change(batchId, 'resume');
    assert.equal((await sender.untilSent(batchId)).sent, 250);
    assertOnce(recipients, sink);
  });
});

it('a batch that is cancelled while a node claims and sends: each mail is sent or cancelled, and the records say which', async () => {
  const sink = await SmtpSink.forFile();
  const sender = await MailSender.open(app, via(sink));
  sink.delayMs = 20;
  const recipients = addresses(1500, 'cancelled');
  const batchId = await sender.bulk(recipients);
  await eventually(async () => assert.ok(sink.arrivals.length >= 100));
  await sender.change(batchId, 'cancel');
  await eventually(async () => {
    const rows = await app.sql(
      `select status, count(*)::int as count from communications_emails where batch_id = $1 group by status`,
      [batchId],
    );
    const counts = Object.fromEntries(rows.map(({ status, count }) => [status, count]));
    assert.deepEqual(Object.keys(counts).sort(), ['cancelled', 'sent']);
    assert.equal(counts.sent, sink.arrivals.length);
  });
  const { length } = sink.arrivals;
  assert.ok(length < 1500, 'all mails were sent before the batch was cancelled');
  assert.equal(new Set(sink.arrivals.flatMap(({ to }) => to)).size, length, 'a mail was sent twice');
  const [left] = await app.sql(`select count(*)::int as count from mail_outbox where batch_id = $1`, [batchId]);
  assert.equal(left.count, 0);
});

describe('a mail of a mailing', () => {
  it('is skipped when its address was suppressed, and not sent when its record was deleted, after it was accepted', async () => {
    const sink = await SmtpSink.forFile();
    // Nothing listens there, so the mails wait.
    const sender = await MailSender.open(app, { url: 'smtp://127.0.0.1:1' });
    const [left, deleted, fine] = ['left@example.org', 'deleted@example.org', 'fine@example.org'];
    const batchId = await sender.bulk([left, deleted, fine]);
    await eventually(async () => assert.equal((await sender.mailsOf(batchId)).size, 3));
    await sender.client.create('/api/communications/emailSuppressions', { email: left, reason: 'unsubscribed' });
    const mails = await sender.mailsOf(batchId);
    const removed = await sender.client.delete(`/api/communications/emails/${mails.get(deleted).id}`);
    assert.equal(removed.status, 204, removed.text);
    const [transport] = await sender.transports();
    const path = `/api/communications/emailTransports/${transport._id}`;
    assert.equal((await sender.client.patch(path, via(sink))).status, 200);
    const state = await sender.untilSent(batchId, 60_000);
    assert.deepEqual([state.sent, state.failed, state.skipped], [1, 0, 1]);
    const after = await sender.mailsOf(batchId);
    assert.equal(after.get(left).status, 'cancelled');
    assert.match(after.get(left).error, /suppressed: unsubscribed/);
    assertOnce([fine], sink);
    assert.deepEqual([...sink.arrived(left), ...sink.arrived(deleted)], []);
  });

  it('fails alone when the template cannot be rendered for its recipient', async () => {
    const sink = await SmtpSink.forFile();
    const sender = await MailSender.open(app, via(sink));
    const fine = addresses(20, 'fine');
    const broken = 'broken@example.org';
    const recipients = [
      ...fine.map((email) => ({ email, variables: { count: 2 } })),
      { email: broken, variables: { count: 100_000_000 } },
    ];
    const html = '<p>{% for n in (1..count) %}{{ n }}{% endfor %}</p>';
    const batchId = await sender.bulk(recipients, { html });
    const state = await sender.untilSent(batchId);
    assert.deepEqual([state.sent, state.failed], [20, 1]);
    const mails = await sender.mailsOf(batchId);
    assert.deepEqual([mails.get(broken).status, mails.get(broken).unconfirmed === true], ['failed', false]);
    assert.ok(mails.get(broken).error);
    assertOnce(fine, sink);
    assert.deepEqual(sink.arrived(broken), []);
  });
});

it('a mail that was due while the server was down is sent after the start', async () => {
  const sink = await SmtpSink.forFile();
  await using home = await Home.prepared();
  const env = { SMTP_URL: `smtp://127.0.0.1:${sink.port}` };
  const server = await home.start(env);
  const client = await server.signIn(adminPassword);
  const sendAt = new Date(Date.now() + 2000).toISOString();
  const body = { to: 'down@example.org', subject: 'Later', text: 'T', sendAt };
  const reply = await client.post('/api/communications/email-scheduling/schedule', body);
  assert.equal(reply.status, 201, reply.text);
  await server.stop();
  assert.deepEqual(sink.arrivals, []);
  await sleep(Math.max(0, Date.parse(sendAt) - Date.now()));
  await home.start(env);
  await eventually(async () => assert.equal(sink.arrived('down@example.org').length, 1), 10_000);
});
