import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { eventually } from '../eventually.ts';
import { appForFile, type Json } from '../harness.ts';
import { mailEnv } from '../mail-outbox-tools.ts';
import { addMailbox, receiveMail } from '../mailbox-tools.ts';
import { SmtpSink } from '../smtp-sink.ts';
import { journey, journeys } from './harness.ts';

const test = await appForFile(mailEnv);
const { url, admin, sql } = test;
const sink = await SmtpSink.forFile();
const connectionId = await addMailbox(test, admin, sink);
const contact = await admin.create('/api/sales/contacts', {
  firstName: 'Grace',
  lastName: 'Hopper',
  email: 'grace@client.example',
});

async function conversation(subject: string): Promise<{ id: string; mailId: string }> {
  const { _id: id } = await admin.create('/api/communications/conversations', {
    subject,
    contactId: contact._id,
    connectionId,
    participants: ['grace@client.example'],
    lastMessageAt: new Date().toISOString(),
    unreadCount: 1,
  });
  const mailId = await receiveMail(test, admin, id, { subject, connectionId, contactId: contact._id });
  return { id, mailId };
}

const read = async (id: string): Promise<Json> => (await admin.get(`/api/communications/conversations/${id}`)).body;

/** Finds the one outbound mail with these values. It waits in the outbox while sending can be undone. */
async function written(values: Json): Promise<Json> {
  const filter = { ...values, direction: 'outbound' };
  const { body } = await admin.post('/api/communications/emails/search', { filter });
  assert.equal(body.data.length, 1, JSON.stringify(body));
  return body.data[0];
}

async function writeBy(page: Page, item: 'Reply all' | 'Forward'): Promise<void> {
  await page.getByRole('button', { name: 'More for this message' }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

journeys('work in the inbox', () => {
  journey(url, 'a reply to all goes to everybody but the sender', async ({ openConsole }) => {
    const { id, mailId } = await conversation('Compilers');
    await sql(`update communications_emails set cc = '{jean@client.example,ada@own.example}' where id = $1`, [mailId]);
    const page = await openConsole({ as: admin, at: `/inbox?id=${id}` });
    await writeBy(page, 'Reply all');
    const form = page.getByRole('form', { name: 'Reply to all' });
    await form.getByText('jean@client.example').waitFor();
    assert.equal(await form.getByText('ada@own.example').count(), 0);
    await form.getByRole('textbox', { name: 'Text' }).fill('To both of you.');
    await form.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText('The mail is being sent.').waitFor();
    const { to, cc } = await written({ conversationId: id });
    assert.deepEqual([to, cc], [['grace@client.example'], ['jean@client.example']]);
  });

  journey(url, 'a message is forwarded with its text', async ({ openConsole }) => {
    const { id } = await conversation('Relays');
    const page = await openConsole({ as: admin, at: `/inbox?id=${id}` });
    await writeBy(page, 'Forward');
    const form = page.getByRole('form', { name: 'Forward' });
    assert.match(await form.getByRole('textbox', { name: 'Subject' }).inputValue(), /Relays/);
    await form.getByRole('textbox', { name: 'Text' }).getByText('How are you?').waitFor();
    const to = form.getByRole('textbox', { name: 'To', exact: true });
    await to.fill('howard@other.example');
    await to.press('Enter');
    await form.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText('The mail is being sent.').waitFor();
    assert.match((await written({ subject: 'Fwd: Relays' })).html, /How are you\?/);
  });

  journey(url, 'a reply takes its text from a template, and is sent later', async ({ openConsole }) => {
    await admin.create('/api/communications/emailTemplates', {
      name: 'Thanks',
      subject: 'Thanks',
      format: 'html',
      html: '<p>Dear {{ contact.firstName }}, thank you.</p>',
    });
    const { id } = await conversation('Orders');
    const page = await openConsole({ as: admin, at: `/inbox?id=${id}` });
    await page.getByRole('article', { name: /^Message from/ }).waitFor();
    await page.keyboard.press('r');
    await page.getByRole('button', { name: 'Template' }).click();
    await page.getByRole('menuitem', { name: /^Thanks/ }).click();
    await page.getByRole('textbox', { name: 'Text' }).getByText('Dear Grace, thank you.').waitFor();
    await page.getByRole('button', { name: 'Send later' }).click();
    await page.getByRole('button', { name: 'Tomorrow, 8:00' }).click();
    await page.getByRole('button', { name: 'Schedule', exact: true }).click();
    await page.getByText('The mail is scheduled.').waitFor();
    await page
      .getByRole('article', { name: /^Message from ada/i })
      .getByText('Scheduled')
      .waitFor();
  });

  journey(url, 'several conversations are closed, and others merged', async ({ openConsole }) => {
    const [one, two, three] = [await conversation('Bugs'), await conversation('Moths'), await conversation('Logs')];
    const page = await openConsole({ as: admin, at: '/inbox' });
    for (const subject of ['Bugs', 'Moths']) await page.getByRole('checkbox', { name: `Select ${subject}` }).check();
    await page.getByText('2 selected').waitFor();
    await page.getByRole('button', { name: 'More for the selected' }).click();
    await page.getByRole('menuitem', { name: 'Merge' }).click();
    const dialog = page.getByRole('dialog', { name: 'Merge 2 conversations' });
    await dialog.getByRole('radio', { name: /^Moths/ }).check();
    await dialog.getByRole('button', { name: 'Merge', exact: true }).click();
    await page.getByText('Conversation merged.').waitFor();
    assert.equal((await read(one.id)).mergedIntoId, two.id);
    await page.getByRole('heading', { level: 2, name: 'Moths' }).waitFor();
    await eventually(async () => assert.equal(await page.getByRole('article', { name: /^Message/ }).count(), 2));
    for (const subject of ['Moths', 'Logs']) await page.getByRole('checkbox', { name: `Select ${subject}` }).check();
    await page.getByRole('button', { name: 'Close the selected' }).click();
    await page.getByText('2 conversations closed.').waitFor();
    for (const { id } of [two, three]) assert.equal((await read(id)).status, 'closed');
  });

  journey(url, 'colleagues see each other, and are mentioned in comments', async ({ openConsole }) => {
    const colleague = await test.user({ permissions: ['*'] });
    const { body } = await admin.get(`/api/identity/users/${colleague.userId}`);
    const name = [body.firstName, body.lastName].filter(Boolean).join(' ') || body.email;
    const { id } = await conversation('Nanoseconds');
    const theirs = await openConsole({ as: colleague, at: `/inbox?id=${id}` });
    await theirs.getByRole('heading', { level: 2, name: 'Nanoseconds' }).waitFor();
    const page = await openConsole({ as: admin, at: `/inbox?id=${id}` });
    await page.getByText('is looking at this conversation.').waitFor();
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    const comment = page.getByRole('textbox', { name: 'Comment for colleagues' });
    await comment.fill(`Please look, @${name.slice(0, 4)}`);
    await page.getByRole('option', { name }).click();
    await page.getByRole('button', { name: 'Save comment' }).click();
    await theirs.getByRole('article', { name: /^Comment by/ }).waitFor();
    const notice = theirs.getByRole('alert').filter({ hasText: 'A colleague mentioned you' });
    await notice.getByText(/Please look/).waitFor();
    await notice.getByRole('button', { name: 'Open the conversation' }).click();
    await notice.waitFor({ state: 'detached' });
    await theirs.getByRole('heading', { level: 2, name: 'Nanoseconds' }).waitFor();
    const { body: comments } = await admin.get(`/api/communications/comments?filter[conversationId]=${id}`);
    assert.deepEqual(comments.data[0].mentionedUserIds, [colleague.userId]);
  });

  journey(url, 'a reply to an older message answers that message', async ({ openConsole }) => {
    const { id, mailId } = await conversation('Wiring');
    const later = { connectionId, contactId: contact._id, from: 'jean@client.example', subject: 'Re: Wiring' };
    await receiveMail(test, admin, id, { ...later, receivedAt: new Date(Date.now() + 60_000).toISOString() });
    const page = await openConsole({ as: admin, at: `/inbox?id=${id}` });
    const first = page.getByRole('article', { name: 'Message from grace@client.example' });
    await first.getByRole('button', { name: 'Reply', exact: true }).click();
    const form = page.getByRole('form', { name: 'Reply' });
    await form.getByText('grace@client.example').waitFor();
    await form.getByRole('textbox', { name: 'Text' }).fill('To you, Grace.');
    await form.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText('The mail is being sent.').waitFor();
    const [{ message_id: answered }] = await sql('select message_id from communications_emails where id = $1', [
      mailId,
    ]);
    const { to, inReplyTo, references } = await written({ conversationId: id });
    assert.deepEqual([to, inReplyTo, references], [['grace@client.example'], answered, [answered]]);
  });

  journey(url, 'a colleague marks a shared conversation as unread, for themselves', async ({ openConsole }) => {
    const colleague = await test.user({ permissions: ['*'] });
    const { id, mailId } = await conversation('Punch cards');
    const theirs = await openConsole({ as: colleague, at: '/inbox' });
    const row = theirs.locator(`#conversation-${id}`);
    const dot = row.getByRole('img', { name: 'Unread' });
    await dot.waitFor();
    await row.click();
    await theirs.getByRole('heading', { level: 2, name: 'Punch cards' }).waitFor();
    await dot.waitFor({ state: 'detached' });
    await theirs.keyboard.press('u');
    await dot.waitFor();
    await theirs.reload();
    await dot.waitFor();
    await row.click();
    await dot.waitFor({ state: 'detached' });
    await theirs.reload();
    await row.waitFor();
    assert.equal(await dot.count(), 0);
    const [{ read: flag }] = await sql('select read from communications_emails where id = $1', [mailId]);
    assert.equal(flag, false);
    const page = await openConsole({ as: admin, at: '/inbox' });
    await page.locator(`#conversation-${id}`).getByRole('img', { name: 'Unread' }).waitFor();
  });

  journey(url, 'subjects that a mailbox does not share are shown to its user alone', async ({ openConsole }) => {
    const { id } = await conversation('Ballistics');
    await sql(`update communications_emails set visibility = 'private', viewer_ids = $2 where conversation_id = $1`, [
      id,
      [admin.userId],
    ]);
    await sql('update communications_conversations set subject = null, message_count = 1 where id = $1', [id]);
    const page = await openConsole({ as: admin, at: `/inbox?id=${id}` });
    await page.getByRole('heading', { level: 2, name: 'Ballistics' }).waitFor();
    await page.locator(`#conversation-${id}`).getByText('Ballistics').waitFor();
    const theirs = await openConsole({ as: await test.user({ permissions: ['*'] }), at: `/inbox?id=${id}` });
    await theirs.getByRole('heading', { level: 2, name: 'No subject' }).waitFor();
    assert.equal(await theirs.getByText('Ballistics').count(), 0);
  });

  journey(url, 'a mail is written in the timeline of a contact', async ({ openConsole }) => {
    const page = await openConsole({ as: admin, at: `/m/sales/contacts/${contact._id}` });
    await page.getByRole('button', { name: 'Write a mail' }).click();
    const form = page.getByRole('form', { name: 'New mail' });
    await form.getByText('grace@client.example').waitFor();
    await form.getByRole('textbox', { name: 'Subject' }).fill('Lunch');
    await form.getByRole('textbox', { name: 'Text' }).fill('On Friday?');
    await form.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText('The mail is being sent.').waitFor();
    await page.getByText('Lunch').first().waitFor();
  });
});
