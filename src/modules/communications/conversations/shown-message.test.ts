import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inTransaction } from '#core/context.ts';
import { appForFile, type Client, type Json } from '#test/harness.ts';
import { fetched, mailboxOf } from '#test/incoming-tools.ts';
import { privateConversation, receiveMail } from '#test/mailbox-tools.ts';
import { prepareMessage } from '../incoming/storing/prepare-message.ts';
import { storeMessages } from '../incoming/storing/store-messages.ts';
import { mailThread } from '../messages/reading/mail-thread-of.ts';
import { readMail } from '../messages/reading/read-mail.ts';

const test = await appForFile();
const { admin, sql } = test;

/** A mail stored by an older version, without a stored rendering. */
async function oldMail(mail: Json): Promise<{ id: string; path: string }> {
  const conversationId = await privateConversation(test, admin, { visibility: 'everyone' });
  const id = await receiveMail(test, admin, conversationId, mail);
  return { id, path: `/api/communications/conversations/${conversationId}/messages` };
}

async function open(path: string, by: Client = admin): Promise<Json> {
  const { status, body, text } = await by.get(path);
  assert.equal(status, 200, text);
  return body.data[0];
}

const kept = async (id: string): Promise<Json> =>
  (await sql('select *, ctid::text as place from communications_emails_shown where id = $1', [id]))[0];

describe('what is shown of a mail', () => {
  it('is made when the mail is stored, and read from there', async () => {
    const mailbox = await mailboxOf(test, admin, { sharing: 'everything' });
    const source = fetched('From: a@x.example\r\nSubject: Hi\r\nContent-Type: text/html\r\n\r\n<p onclick=x>Hello</p>');
    const { services } = test.app;
    const show = (texts: Json) => services.of(mailThread).show(mailbox.tenantId, texts);
    const message = await prepareMessage(services, mailbox, source, readMail, show);
    const [stored] = await inTransaction(mailbox.context, (within) => storeMessages(within, mailbox, [message]));
    const id = stored?.emailId ?? '';
    assert.equal((await kept(id)).html, '<p>Hello</p>');
    await sql(`update communications_emails_shown set html = '<p>Kept</p>' where id = $1`, [id]);
    const [{ conversation_id: conversationId }] = await sql(
      'select conversation_id from communications_emails where id = $1',
      [id],
    );
    assert.equal((await open(`/api/communications/conversations/${conversationId}/messages`)).html, '<p>Kept</p>');
  });

  it('is made when an old mail is first opened, and once more for new code or other texts', async () => {
    const { id, path } = await oldMail({ html: '<p>First</p>', text: null });
    assert.equal(await kept(id), undefined);
    assert.equal((await open(path)).html, '<p>First</p>');
    const { place } = await kept(id);
    await open(path);
    assert.equal((await kept(id)).place, place);
    await sql('update communications_emails_shown set version = 0 where id = $1', [id]);
    assert.equal((await open(path)).text, 'First');
    assert.notEqual((await kept(id)).version, 0);
    const changed = await admin.patch(`/api/communications/emails/${id}`, { html: '<p>Second</p>' });
    assert.equal(changed.status, 200, changed.text);
    assert.equal(await kept(id), undefined);
    assert.equal((await open(path)).html, '<p>Second</p>');
    await sql('delete from communications_emails where id = $1', [id]);
    assert.equal(await kept(id), undefined);
  });

  it('says that it was simplified, and has all words', async () => {
    const deep = await open(
      (await oldMail({ html: `<p>start</p>${'<div>'.repeat(5000)}deep${'</div>'.repeat(5000)}end` })).path,
    );
    assert.equal(deep.simplified, true);
    assert.match(deep.html, /start.*deep.*end/s);
    const long = await open((await oldMail({ html: `<p>start</p>${'&'.repeat(800_000)}` })).path);
    assert.equal(long.simplified, true);
    assert.match(long.html, /^<div style="white-space:pre-wrap">start &amp;/);
    const plain = await open((await oldMail({ html: '<p>plain</p>' })).path);
    assert.equal(plain.simplified, false);
  });

  it('has images of other servers only for readers who ask for them', async () => {
    const { path } = await oldMail({ html: '<p>x</p><img alt="a" src="https://t.example/p.gif">' });
    const hidden = await open(path);
    assert.equal(hidden.html, '<p>x</p><img alt="a" />');
    assert.equal(hidden.hasRemoteContent, true);
    assert.equal((await open(`${path}?remote=true`)).html, '<p>x</p><img src="https://t.example/p.gif" alt="a" />');
    assert.equal((await open(path)).html, hidden.html);
  });

  it('leaves out texts that a role hides', async () => {
    const withoutHtml = await test.user({
      permissions: ['communications:read'],
      hiddenFields: { 'communications.emails': ['html'] },
    });
    const both = await oldMail({ html: '<p>secret</p>', text: 'open' });
    const only = await oldMail({ html: '<p>secret</p>', text: null });
    for (const { path } of [both, only]) await open(path);
    const [first, second] = [await open(both.path, withoutHtml), await open(only.path, withoutHtml)];
    assert.deepEqual([first.html, first.text], [null, 'open']);
    assert.deepEqual([second.html, second.text, second.quotedText], [null, null, null]);
  });
});
