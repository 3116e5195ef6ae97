import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eventually } from '#test/eventually.ts';
import { refused } from '#test/expect.ts';
import { appForFile, type Json } from '#test/harness.ts';
import { fetched, mailboxOf, rowsOf, store } from '#test/incoming-tools.ts';
import { mailEnv } from '#test/mail-outbox-tools.ts';
import { addMailbox, privateConversation, receiveMail } from '#test/mailbox-tools.ts';
import { SmtpSink } from '#test/smtp-sink.ts';

const test = await appForFile(mailEnv);
const { admin, user, sql } = test;
const sink = await SmtpSink.forFile();
const path = '/api/communications/conversations';
const permissions = ['communications:read', 'communications:write', 'sales:read', 'data:read'];
const read = async (id: string): Promise<Json> => (await admin.get(`${path}/${id}`)).body;

describe('a reply to a message of a conversation', () => {
  it('answers the message that it names, in its headers and its recipients', async () => {
    const ada = await user({ permissions });
    const connectionId = await addMailbox(test, ada, sink);
    const id = await privateConversation(test, ada, { connectionId });
    const of = { connectionId, visibility: 'private', viewerIds: [ada.userId] };
    const at = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
    const first = await receiveMail(test, ada, id, {
      ...of,
      messageId: '<one@x.example>',
      subject: 'One',
      receivedAt: at(9),
    });
    await sql(`update communications_emails set "references" = '{<zero@x.example>}' where id = $1`, [first]);
    await receiveMail(test, ada, id, { ...of, messageId: '<two@x.example>', from: 'b@x.example', receivedAt: at(5) });
    const answer = (more: Json) => ada.post(`${path}/${id}/reply`, { body: 'Yes', undoSeconds: 0, ...more });
    const { body: last } = await answer({});
    assert.deepEqual([last.inReplyTo, last.to], ['<two@x.example>', ['b@x.example']]);
    const { body: older } = await answer({ inReplyTo: first });
    assert.deepEqual([older.to, older.subject], [['grace@client.example'], 'Re: One']);
    await eventually(async () => assert.equal(sink.arrived('grace@client.example').length, 1));
    const [{ message }] = sink.arrived('grace@client.example') as unknown as [{ message: string }];
    assert.match(message, /^In-Reply-To: <one@x\.example>\r$/m);
    assert.match(message, /^References: <zero@x\.example>\s+<one@x\.example>\r$/m);
    const elsewhere = await receiveMail(test, ada, await privateConversation(test, ada), of);
    refused(await answer({ inReplyTo: elsewhere }), 422, 'validation_failed');
    refused(await answer({ inReplyTo: id }), 422, 'validation_failed');
  });
});

describe('a reply of an agent without a mailbox', () => {
  it('is sent by the mail server of the account, in the thread, and seen by the people of the conversation', async () => {
    const [ada, agent] = [await user({ permissions }), await user({ permissions })];
    const connectionId = await addMailbox(test, ada, sink);
    const { email } = (await ada.get(`/api/communications/mailboxConnections/${connectionId}`)).body;
    const viewerIds = [ada.userId, agent.userId];
    const id = await privateConversation(test, ada, { connectionId, viewerIds });
    const from = 'lost@client.example';
    const received = { connectionId, visibility: 'private', viewerIds, messageId: '<q@x.example>', from };
    await receiveMail(test, ada, id, { ...received, subject: 'Question' });
    const sent = await agent.post(`${path}/${id}/reply`, { body: 'Here is the answer.', undoSeconds: 0 });
    assert.equal(sent.status, 202, sent.text);
    const { body } = sent;
    assert.deepEqual([body.to, body.subject, body.inReplyTo], [[from], 'Re: Question', '<q@x.example>']);
    assert.deepEqual([body.conversationId, body.connectionId, body.replyTo], [id, null, email]);
    assert.deepEqual([body.visibility, [...body.viewerIds].sort()], ['private', [...viewerIds].sort()]);
    await eventually(async () =>
      assert.equal((await agent.get(`/api/communications/emails/${body._id}`)).body.status, 'sent'),
    );
    const { data } = (await agent.get(`${path}/${id}/messages`)).body;
    assert.equal(data.at(-1)._id, body._id);
    assert.ok((await ada.get(`${path}/${id}`)).body.firstRepliedAt);
    const [created] = await test.events(body._id);
    assert.equal(created?.type, 'email.created');
  });

  it('can be undone, and needs a mailbox only when it names one', async () => {
    const agent = await user({ permissions });
    const { _id: id } = await admin.create(path, { subject: 'Help' });
    await receiveMail(test, admin, id, { from: 'help@client.example' });
    const sent = await agent.post(`${path}/${id}/reply`, { body: 'Yes', undoSeconds: 60 });
    assert.equal(sent.status, 202, sent.text);
    assert.equal(sent.body.replyTo, null);
    const undone = await agent.post(`/api/communications/mailbox-send/${sent.body._id}/undo`, {});
    assert.equal(undone.status, 200, undone.text);
    assert.equal(undone.body.status, 'draft');
    const named = { body: 'Yes', connectionId: '01900000-0000-7000-8000-000000000000' };
    refused(await agent.post(`${path}/${id}/reply`, named), 409, 'mailbox_not_connected');
    const mail = { to: 'x@client.example', subject: 'New', body: 'x' };
    refused(await agent.post('/api/communications/mailbox-send', mail), 409, 'mailbox_not_connected');
  });
});

describe('the first reply of a conversation', () => {
  it('is one that a person wrote: mailings and automatic answers do not stop the time', async () => {
    const { _id: id } = await admin.create(path, { subject: 'Help' });
    await receiveMail(test, admin, id);
    const mail = { to: 'grace@client.example', subject: 'Hello', text: 'x', conversationId: id };
    const automatic = { ...mail, headers: { 'Auto-Submitted': 'auto-replied' } };
    for (const [action, body] of [
      ['communications/send-email', automatic],
      ['marketing/send-marketing-email', mail],
    ] as const) {
      const reply = await admin.post(`/api/${action}`, body);
      assert.equal(reply.status, 202, reply.text);
      const { firstRepliedAt, waitingSince, messageCount } = await read(id);
      assert.equal(firstRepliedAt, null, action);
      assert.notEqual(waitingSince, null, action);
      assert.ok(messageCount > 1);
    }
    assert.equal((await admin.post('/api/communications/send-email', mail)).status, 202);
    const { firstRepliedAt, waitingSince } = await read(id);
    assert.notEqual(firstRepliedAt, null);
    assert.equal(waitingSince, null);
  });

  it('is none that the mail program of the user sent by itself', async () => {
    const ada = await user({ permissions });
    const mailbox = await mailboxOf(test, ada, { sharing: 'everything' });
    const minutes = (n: number) => new Date(Date.now() - n * 60_000);
    const head = (from: string, to: string, n: number, at: Date) =>
      `From: ${from}\r\nTo: ${to}\r\nSubject: Away?\r\nMessage-ID: <${n}@away.example>\r\nDate: ${at.toUTCString()}\r\n`;
    const asked = head('ann@x.example', mailbox.email, 1, minutes(9));
    const away = `${head(mailbox.email, 'ann@x.example', 2, minutes(8))}In-Reply-To: <1@away.example>\r\nAuto-Submitted: auto-replied\r\n`;
    const answer = `${head(mailbox.email, 'ann@x.example', 3, minutes(5))}In-Reply-To: <1@away.example>\r\n`;
    const sent = { folder: 'sent' as const, receivedAt: undefined };
    // Stored together, because a new conversation is counted in memory before it is inserted. The mails below are
    // stored one by one, so the database counts them.
    const [question] = await store(
      mailbox,
      fetched(`${asked}\r\nx`, { receivedAt: minutes(9) }),
      fetched(`${away}\r\nx`, sent),
    );
    const first = (await rowsOf(test, question))[1];
    assert.deepEqual([Number(first.message_count), first.first_replied_at], [2, null]);
    assert.notEqual(first.waiting_since, null);
    await store(mailbox, fetched(`${away.replaceAll('<2@', '<4@')}\r\ny`, sent));
    assert.equal((await rowsOf(test, question))[1].first_replied_at, null);
    await store(mailbox, fetched(`${answer}\r\nx`, sent));
    const last = (await rowsOf(test, question))[1];
    assert.equal(Math.round((Date.now() - last.first_replied_at.getTime()) / 60_000), 5);
    assert.equal(last.waiting_since, null);
  });
});
