import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eventually } from '#test/eventually.ts';
import { appForFile, type Client, type Json } from '#test/harness.ts';
import { fetched, mailboxOf, rowsOf, store, type TestMailbox } from '#test/incoming-tools.ts';
import { mailEnv } from '#test/mail-outbox-tools.ts';
import { addMailbox } from '#test/mailbox-tools.ts';
import { receiverForFile } from '#test/receiver.ts';
import { SmtpSink } from '#test/smtp-sink.ts';
import { WebhookTools } from '#test/webhook-tools.ts';
import type { Sharing } from '../../messages/reading/message.ts';
import { applySharing } from '../sharing/apply-sharing.ts';

const test = await appForFile(mailEnv);
const { admin, user, settled, sql } = test;
const all = ['communications', 'sales', 'data', 'identity', 'ui', 'ai'];
const permissions = all.flatMap((name) => [`${name}:read`, `${name}:write`]);
const path = '/api/communications/conversations';
const marker = 'zqmetadata';
const mustNotTell = (what: string, text: string): void => assert.doesNotMatch(text, new RegExp(marker), what);

const [ada, bob] = [await user({ permissions }), await user({ permissions })];
const receiver = await receiverForFile();
const hook = await new WebhookTools(test, receiver).register(['conversation.*', 'email.*', 'storedFile.*']);

let messages = 0;
async function received(mailbox: TestMailbox): Promise<{ mail: Json; thread: Json }> {
  messages += 1;
  const source = [
    'From: ann@client.example',
    `To: ${mailbox.email}`,
    `Subject: ${marker} subject`,
    `Message-ID: <${messages}@metadata.example>`,
    'Content-Type: multipart/mixed; boundary=b',
    '',
    `--b\r\nContent-Type: text/plain\r\n\r\n${marker} text`,
    `--b\r\nContent-Type: text/plain; name=${marker}.txt\r\nContent-Disposition: attachment; filename=${marker}.txt\r\n\r\n${marker}`,
    '--b--',
    '',
  ].join('\r\n');
  const [mail, thread] = await rowsOf(test, (await store(mailbox, fetched(source)))[0]);
  return { mail, thread };
}
const share = (mailbox: TestMailbox, sharing: Sharing) => applySharing(mailbox.context, { ...mailbox, sharing });

/** Reads every path by which a person, a program or a language model sees conversations. */
async function lookEverywhere(by: Client, id: string, mailId: string): Promise<void> {
  const shown = await by.get(`${path}/${id}`);
  assert.equal(shown.status, 200);
  const { participants, lastMessageAt, lastMessageDirection, messageCount } = shown.body;
  assert.ok(participants.includes('ann@client.example') && lastMessageAt !== null);
  assert.deepEqual([lastMessageDirection, messageCount], ['inbound', 1]);
  await by.post('/api/communications/comments', { conversationId: id, content: 'Who is that?' });
  await settled();
  const paths = [
    `${path}/${id}`,
    `${path}/${id}/messages`,
    `${path}/${id}/history`,
    `${path}/${id}?asOf=${new Date().toISOString()}`,
    `${path}?limit=200`,
    `${path}/aggregate?groupBy=subject&count=true`,
    '/api/communications/comments?include=conversationId&limit=200',
    '/api/communications/emails?include=conversationId&limit=200',
    '/api/data/changes?limit=1000',
    '/api/data/storedFiles?limit=200',
    '/api/data/trash?limit=200',
    `/api/ui/search?q=${marker}`,
  ];
  for (const one of paths) mustNotTell(one, (await by.get(one)).text.replaceAll(`"${marker}"`, ''));
  const none = [
    `${path}?q=${marker}`,
    `${path}?filter[subject][contains]=${marker}`,
    `/api/communications/comments?filter[conversationId.subject][contains]=${marker}`,
  ];
  for (const one of none) assert.deepEqual((await by.get(one)).body.data, [], one);
  assert.equal((await by.get(`/api/communications/emails/${mailId}`)).status, 404);
  assert.equal((await by.get(`/api/communications/emails/${mailId}/history`)).status, 404);
}

describe('a mailbox that shares people and times', () => {
  it('tells colleagues nothing else of a mail, by any way', async () => {
    const { mail, thread } = await received(await mailboxOf(test, ada, { sharing: 'metadata' }));
    await lookEverywhere(bob, thread.id, mail.id);
    await lookEverywhere(admin, thread.id, mail.id);
    await eventually(async () =>
      assert.ok(receiver.at(hook.path).some(({ body }) => body.data.record?._id === thread.id)),
    );
    mustNotTell('webhooks', JSON.stringify(receiver.at(hook.path)));
    assert.equal((await ada.get(`/api/communications/emails/${mail.id}`)).body.subject, `${marker} subject`);
  });

  it('and shared nothing before does not tell it in the history', async () => {
    const mailbox = await mailboxOf(test, ada, { sharing: 'nothing' });
    const { mail, thread } = await received(mailbox);
    const before = (await ada.get(`${path}/${thread.id}`)).body;
    assert.equal(before.subject, `${marker} subject`);
    await share(mailbox, 'metadata');
    await lookEverywhere(bob, thread.id, mail.id);
    assert.equal((await bob.get(`${path}/${thread.id}?asOf=${before.updatedAt}`)).status, 404);
    const reverted = await bob.post(`${path}/${thread.id}/revert`, { version: before.version });
    assert.equal(reverted.status, 422, reverted.text);
    await lookEverywhere(bob, thread.id, mail.id);
    mustNotTell('webhooks', JSON.stringify(receiver.at(hook.path)));
    // The user of the mailbox sees the earlier states.
    assert.match((await ada.get(`${path}/${thread.id}/history`)).text, new RegExp(marker));
  });

  it('shows subjects again when it shares everything, or nothing', async () => {
    const mailbox = await mailboxOf(test, ada, { sharing: 'metadata' });
    const { thread } = await received(mailbox);
    assert.equal((await ada.get(`${path}/${thread.id}`)).body.subject, null);
    await share(mailbox, 'nothing');
    assert.equal((await ada.get(`${path}/${thread.id}`)).body.subject, `${marker} subject`);
    await share(mailbox, 'metadata');
    assert.equal((await ada.get(`${path}/${thread.id}`)).body.subject, null);
    await share(mailbox, 'everything');
    assert.equal((await bob.get(`${path}/${thread.id}`)).body.subject, `${marker} subject`);
  });

  it('keeps a subject that a person gave the conversation', async () => {
    const mailbox = await mailboxOf(test, ada, { sharing: 'metadata' });
    const { thread } = await received(mailbox);
    await ada.patch(`${path}/${thread.id}`, { subject: 'The offer' });
    const reply = `From: ann@client.example\r\nTo: ${mailbox.email}\r\nSubject: ${marker}\r\nReferences: <${messages}@metadata.example>\r\nMessage-ID: <next-${messages}@metadata.example>\r\n\r\n${marker}`;
    await store(mailbox, fetched(reply));
    const { subject, preview, messageCount } = (await bob.get(`${path}/${thread.id}`)).body;
    assert.deepEqual([subject, preview, messageCount], ['The offer', '', 2]);
  });

  it('tells nothing of the answers of its user', async () => {
    const sink = await SmtpSink.forFile();
    const connectionId = await addMailbox(test, ada, sink, { sharing: 'metadata', email: 'metadata@own.example' });
    const { thread, mail } = await received(await mailboxOf(test, ada, { sharing: 'metadata' }));
    const reply = await ada.post(`${path}/${thread.id}/reply`, { connectionId, body: `${marker} answer` });
    assert.equal(reply.status, 202, reply.text);
    mustNotTell('answer', (await bob.get(`${path}/${thread.id}`)).text);
    mustNotTell('answer', (await bob.get(`${path}/${thread.id}/messages`)).text);
    assert.equal((await bob.get(`/api/communications/emails/${reply.body._id}`)).status, 404);
    assert.notEqual(mail.id, reply.body._id);
  });

  it('tells nothing when a private conversation is merged with a shared one', async () => {
    const { thread: hidden } = await received(await mailboxOf(test, ada, { sharing: 'nothing' }));
    const open = await ada.create(path, { subject: 'Open', preview: 'Seen by all' });
    assert.equal((await ada.post(`${path}/${open._id}/merge`, { intoId: hidden.id })).status, 200);
    const { subject, preview } = (await bob.get(`${path}/${hidden.id}`)).body;
    assert.deepEqual([subject, preview], ['Open', 'Seen by all']);
    mustNotTell('history', (await bob.get(`${path}/${hidden.id}/history`)).text);
    const rows = await sql('select subject from communications_conversations where id = $1', [hidden.id]);
    assert.deepEqual(rows, [{ subject: 'Open' }]);
  });
});
