import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eventually } from '#test/eventually.ts';
import { appForFile, type Json } from '#test/harness.ts';
import { fetched, mailboxOf, rowsOf, store } from '#test/incoming-tools.ts';
import { mime } from '#test/mail-corpus.ts';
import { mailEnv } from '#test/mail-outbox-tools.ts';
import { addMailbox } from '#test/mailbox-tools.ts';
import { SmtpSink } from '#test/smtp-sink.ts';

const test = await appForFile(mailEnv);
const { admin, sql, events } = test;
const sink = await SmtpSink.forFile();
const conversationsPath = '/api/communications/conversations';

/** A bounce that identifies the mail only by the returned copy of its header. */
const bounceOf = (to: string, messageId: string, recipient = 'nobody@client.example'): string =>
  [
    'From: Mail Delivery System <MAILER-DAEMON@mx.client.example>',
    `To: ${to}`,
    'Subject: Undelivered Mail Returned to Sender',
    `Message-ID: <bounce-${Math.random()}@mx.client.example>`,
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    'The mail could not be delivered.',
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.client.example',
    '',
    `Final-Recipient: rfc822; ${recipient}`,
    'Action: failed',
    'Status: 5.1.1',
    '--b',
    'Content-Type: text/rfc822-headers',
    '',
    `Message-ID: ${messageId}`,
    'Subject: Offer',
    '--b--',
    '',
  ].join('\r\n');

describe('a bounce', () => {
  it('is in the thread of the mail that it returns, written in a mail program', async () => {
    const mailbox = await mailboxOf(test, admin);
    const source = mime({
      from: mailbox.email,
      to: 'nobody@client.example',
      subject: 'Offer',
      text: 'Our offer',
      id: '<program@ours.example>',
    });
    const [sent] = await store(mailbox, fetched(source, { folder: 'sent' }));
    const [bounce] = await store(mailbox, fetched(bounceOf(mailbox.email, '<program@ours.example>')));
    const [mail, thread] = await rowsOf(test, bounce);
    assert.deepEqual([mail.category, thread.id], ['bounce', (await rowsOf(test, sent))[1].id]);
    assert.equal(thread.waiting_since, null);
  });

  it('is in the thread of a mail that was sent here, which bounced', async () => {
    const connectionId = await addMailbox(test, admin, sink, { email: 'bounces@own.example' });
    const reply = await admin.post('/api/communications/mailbox-send', {
      connectionId,
      to: 'gone@client.example',
      subject: 'Hello',
      body: 'Good day',
      undoSeconds: 0,
    });
    const read = async (): Promise<Json> => (await admin.get(`/api/communications/emails/${reply.body._id}`)).body;
    await eventually(async () => assert.equal((await read()).status, 'sent'));
    const mailbox = { ...(await mailboxOf(test, admin)), connectionId, email: 'bounces@own.example' };
    const source = bounceOf(mailbox.email, reply.body.messageId, 'gone@client.example');
    const [bounce] = await store(mailbox, fetched(source));
    assert.equal((await rowsOf(test, bounce))[1].id, reply.body.conversationId);
    await eventually(async () => {
      const { status, bounceType } = await read();
      assert.deepEqual([status, bounceType], ['bounced', 'hard']);
    });
  });
});

describe('a copy of a mail that failed', () => {
  /** A mail that was sent here, in the state in which the outbox left it. */
  const failed = async (unconfirmed: boolean): Promise<[Json, Awaited<ReturnType<typeof mailboxOf>>]> => {
    const mailbox = await mailboxOf(test, admin);
    const undoSeconds = 10;
    const written = { connectionId: mailbox.connectionId, to: 'a@client.example', subject: 'Copy', body: 'Text' };
    const { body } = await admin.post('/api/communications/mailbox-send', { ...written, undoSeconds });
    await sql('delete from mail_outbox where email_id = $1', [body._id]);
    await sql(
      `update communications_emails set status = 'failed', unconfirmed = $2, error = 'The connection broke' where id = $1`,
      [body._id, unconfirmed],
    );
    return [body, mailbox];
  };
  const copyOf = ({ messageId }: Json, from: string) =>
    fetched(mime({ from, to: 'a@client.example', subject: 'Copy', text: 'Text', id: messageId }), { folder: 'sent' });

  it('confirms it when nobody knew whether the server took it', async () => {
    const [mail, mailbox] = await failed(true);
    const [stored] = await store(mailbox, copyOf(mail, mailbox.email));
    assert.deepEqual([stored?.outcome, stored?.emailId], ['known', mail._id]);
    const { body } = await admin.get(`/api/communications/emails/${mail._id}`);
    assert.deepEqual([body.status, body.unconfirmed, body.error], ['sent', false, null]);
    assert.ok(body.sentAt);
    assert.equal((await events(mail._id)).at(-1)?.type, 'email.updated');
    const { messageCount } = (await admin.get(`${conversationsPath}/${mail.conversationId}`)).body;
    assert.equal(messageCount, 1);
  });

  it('changes nothing when the server refused it, or when another mailbox holds it', async () => {
    const [refused, own] = await failed(false);
    await store(own, copyOf(refused, own.email));
    const [unknown, sender] = await failed(true);
    await store(await mailboxOf(test, admin), copyOf(unknown, sender.email));
    for (const { _id } of [refused, unknown]) {
      const { status, error } = (await admin.get(`/api/communications/emails/${_id}`)).body;
      assert.deepEqual([status, error], ['failed', 'The connection broke']);
    }
  });
});

describe('a message that belongs to two conversations', () => {
  it('merges them, with mails, comments and counts', async () => {
    const mailbox = await mailboxOf(test, admin);
    const message = (n: number, references: string[] = []) =>
      fetched(
        mime({ from: 'a@c.example', to: mailbox.email, subject: `S${n}`, text: 'T', id: `<two-${n}@c>`, references }),
      );
    const [one, two] = await store(mailbox, message(1), message(2));
    const [[, first], [, second]] = [await rowsOf(test, one), await rowsOf(test, two)];
    assert.notEqual(first.id, second.id);
    await admin.create('/api/communications/comments', { conversationId: second.id, content: 'Mine' });
    await admin.post(`${conversationsPath}/${second.id}/snooze`, {
      until: new Date(Date.now() + 3_600_000).toISOString(),
    });
    await store(mailbox, message(3, ['<two-1@c>', '<two-2@c>']));
    const into = (await admin.get(`${conversationsPath}/${first.id}`)).body;
    const from = (await admin.get(`${conversationsPath}/${second.id}`)).body;
    assert.deepEqual([into.messageCount, into.unreadCount, into.status], [3, 3, 'open']);
    assert.deepEqual(
      [from.messageCount, from.status, from.snoozedUntil, from.mergedIntoId],
      [0, 'closed', null, first.id],
    );
    const kinds = (await admin.get(`${conversationsPath}/${first.id}/messages`)).body.data.map(
      ({ kind }: Json) => kind,
    );
    assert.deepEqual(kinds.sort(), ['comment', 'email', 'email', 'email']);
  });
});
