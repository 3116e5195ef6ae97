import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eventually } from '#test/eventually.ts';
import { appForFile, type Json } from '#test/harness.ts';
import { addresses, assertOnce, countArrivals, MailSender, mailEnv } from '#test/mail-outbox-tools.ts';
import { SmtpSink } from '#test/smtp-sink.ts';

const app = await appForFile(mailEnv);
const { via } = MailSender;

const suppressions = async ({ client }: MailSender): Promise<Json[]> =>
  (await client.get('/api/communications/emailSuppressions')).body.data;

describe('what a mail server answers', () => {
  it('later: the mail waits with the delay and the reason, and arrives then', async () => {
    const sink = await SmtpSink.forFile();
    const sender = await MailSender.open(app, via(sink));
    sink.reactions.set('later@example.org', { rcpt: 451, text: '4.7.1 greylisted' });
    const id = await sender.send('later@example.org');
    const [row] = await eventually(async () => {
      const rows = await sender.waiting();
      assert.equal(rows[0]?.tries, 1);
      return rows;
    });
    assert.match(row.error, /greylisted/);
    const delayMs = Date.parse(row.next_at) - Date.now();
    assert.ok(delayMs > 50_000 && delayMs < 61_000, `${delayMs} ms`);
    const queued = await sender.email(id);
    assert.equal(queued.status, 'queued');
    assert.match(queued.error, /greylisted/);
    assert.deepEqual(await sender.facts(id), []);
    sink.reactions.clear();
    await sender.makeDue();
    const sent = await sender.untilStatus(id, 'sent');
    assert.deepEqual([sent.error, sent.attemptCount], [null, 2]);
    assertOnce(['later@example.org'], sink);
    assert.deepEqual(
      (await sender.transports()).map(({ status }) => status),
      ['ok'],
    );
  });

  it('no such mailbox: the mail bounced, and the address is suppressed', async () => {
    const sink = await SmtpSink.forFile();
    const sender = await MailSender.open(app, via(sink));
    sink.reactions.set('gone@example.org', { rcpt: 550, text: '5.1.1 no such user' });
    const id = await sender.send('gone@example.org');
    const bounced = await sender.untilStatus(id, 'bounced');
    assert.equal(bounced.bounceType, 'hard');
    assert.match(bounced.error, /no such user/);
    assert.deepEqual(await sender.facts(id), [{ kind: 'bounced' }]);
    const [suppressed] = await suppressions(sender);
    assert.deepEqual([suppressed.email, suppressed.reason, suppressed.emailId], ['gone@example.org', 'bounced', id]);
    assert.deepEqual(await sender.waiting(), []);
  });

  it('nothing after the end of the mail: it is unconfirmed and not repeated, unless a person wants it', async () => {
    const sink = await SmtpSink.forFile();
    const sender = await MailSender.open(app, via(sink));
    const [lost, refused] = ['lost@example.org', 'sender@example.org'];
    sink.reactions.set(lost, { end: 'cut' });
    sink.reactions.set(refused, { rcpt: 550, text: '5.7.1 Sender address rejected' });
    // The sender is not the transport's own, so only this mail fails.
    const batchId = await sender.bulk([lost, refused, 'fine@example.org'], { from: 'other@sender.example' });
    const first = await sender.untilSent(batchId);
    assert.deepEqual([first.sent, first.failed, first.bounced], [1, 2, 0]);
    const mails = await sender.mailsOf(batchId);
    assert.deepEqual([mails.get(lost).status, mails.get(lost).unconfirmed], ['failed', true]);
    assert.deepEqual([mails.get(refused).status, mails.get(refused).unconfirmed === true], ['failed', false]);
    sink.reactions.clear();
    await sender.change(batchId, 'retry-failed');
    await eventually(async () => assert.equal((await sender.batch(batchId)).sent, 2));
    const second = await sender.untilSent(batchId);
    assert.deepEqual([second.sent, second.failed], [2, 1]);
    assertOnce([lost, refused, 'fine@example.org'], sink);
    await sender.change(batchId, 'retry-failed', { includeUnconfirmed: true });
    await eventually(async () => assert.equal((await sender.batch(batchId)).sent, 3));
    const third = await sender.untilSent(batchId);
    assert.deepEqual([third.sent, third.failed], [3, 0]);
    assert.equal(countArrivals(sink).get(lost), 2);
  });
});

describe('a transport that does not work', () => {
  const login = { disabledCommands: ['STARTTLS'] };

  it('is stopped with the reason when its login is refused, and the next one sends', async () => {
    const [closed, open] = [await SmtpSink.forFile(login), await SmtpSink.forFile()];
    const wrong = { url: `smtp://ada:wrong@127.0.0.1:${closed.port}?ignoreTLS=true` };
    const sender = await MailSender.open(app, wrong, via(open));
    const recipients = addresses(200, 'login');
    const batchId = await sender.bulk(recipients);
    assert.equal((await sender.untilSent(batchId)).sent, 200);
    assertOnce(recipients, open);
    const [first, second] = await sender.transports();
    assert.deepEqual([first.status, second.status], ['stopped', 'ok']);
    assert.match(first.statusReason, /login failed.*wrong password/i);
  });

  it('is stopped when the server refuses its own sender', async () => {
    const [strict, open] = [await SmtpSink.forFile(), await SmtpSink.forFile()];
    strict.reactions.set('ada@sender.example', { mail: 553, text: '5.7.1 not your address' });
    const sender = await MailSender.open(app, via(strict), via(open));
    const id = await sender.send('own@example.org');
    const sent = await sender.untilStatus(id, 'sent');
    const [first, second] = await sender.transports();
    assert.equal(first.status, 'stopped');
    assert.match(first.statusReason, /not your address/);
    assert.equal(sent.transportId, second._id);
    assertOnce(['own@example.org'], open);
    assert.deepEqual(await suppressions(sender), []);
  });

  it('is left alone when it dies in the middle of a mailing: the next one sends the others, none twice', async () => {
    const [dying, open] = [await SmtpSink.forFile(), await SmtpSink.forFile()];
    const sender = await MailSender.open(app, via(dying), via(open));
    const recipients = addresses(600, 'dies');
    const batchId = await sender.bulk(recipients);
    await eventually(async () => assert.ok(dying.arrivals.length >= 100));
    await dying.close();
    // Mails whose connection broke before the message ended are retried after a minute.
    await eventually(async () => {
      const waiting = await sender.waiting();
      assert.ok(waiting.length <= 5 && waiting.every(({ claim, tries }) => claim === null && tries === 1));
    }, 60_000);
    await sender.makeDue();
    const state = await sender.untilSent(batchId);
    assert.equal(state.sent + state.failed, 600);
    const mails = await sender.mailsOf(batchId);
    const counts = countArrivals(dying, open);
    for (const to of recipients) {
      const { status, unconfirmed } = mails.get(to);
      if (status === 'sent') assert.equal(counts.get(to), 1, to);
      else assert.deepEqual([status, unconfirmed, (counts.get(to) ?? 0) < 2], ['failed', true, true], to);
    }
    assert.ok(state.failed <= 5, `${state.failed} unconfirmed`);
    const [first] = await sender.transports();
    assert.equal(first.status, 'failing');
  });

  it('may be deleted while it fails: its mails go through the next one', async () => {
    const [slow, open] = [await SmtpSink.forFile(), await SmtpSink.forFile()];
    const sender = await MailSender.open(app, via(slow), via(open));
    slow.reactions.set('ada@sender.example', { mail: 530, text: '5.7.0 log in first' });
    slow.delayMs = 1000;
    const id = await sender.send('deleted@example.org');
    await eventually(async () => assert.equal(slow.offered, 1));
    const [first] = await sender.transports();
    assert.equal((await sender.client.delete(`/api/communications/emailTransports/${first._id}`)).status, 204);
    await sender.untilStatus(id, 'sent');
    assertOnce(['deleted@example.org'], open);
  });

  it('uses up none of its daily limit with mails that it did not take', async () => {
    const [dead, open] = [await SmtpSink.forFile(), await SmtpSink.forFile()];
    await dead.close();
    const sender = await MailSender.open(app, { url: `smtp://127.0.0.1:1`, dailyLimit: 100 }, via(open));
    const batchId = await sender.bulk(addresses(300, 'unused'));
    assert.equal((await sender.untilSent(batchId)).sent, 300);
    const [first] = await sender.transports();
    const [use] = await app.sql(`select day_count from mail_transport_use where transport_id = $1`, [first._id]);
    assert.equal(use.day_count, 0);
  });
});
