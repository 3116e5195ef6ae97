import assert from 'node:assert/strict';
import { eventually } from '../eventually.ts';
import { appForFile, type Json } from '../harness.ts';
import { mailEnv } from '../mail-outbox-tools.ts';
import { addMailbox, receiveMail } from '../mailbox-tools.ts';
import { SmtpSink } from '../smtp-sink.ts';
import { assertAccessible, assertFits, journey, journeys } from './harness.ts';

const test = await appForFile(mailEnv);
const { url, admin, sql } = test;
const sink = await SmtpSink.forFile();
const connectionId = await addMailbox(test, admin, sink);
const contact = await admin.create('/api/sales/contacts', {
  firstName: 'Grace',
  lastName: 'Hopper',
  email: 'grace@client.example',
});
let age = 0;
const conversation = async (subject: string, mail: Json = {}): Promise<string> => {
  age += 1;
  const receivedAt = new Date(Date.now() - age * 60_000).toISOString();
  const { _id } = await admin.create('/api/communications/conversations', {
    subject,
    preview: `About ${subject}`,
    contactId: contact._id,
    connectionId,
    participants: ['grace@client.example'],
    lastMessageAt: receivedAt,
    unreadCount: 1,
  });
  await receiveMail(test, admin, _id, { subject, connectionId, contactId: contact._id, receivedAt, ...mail });
  return _id;
};
const read = async (id: string): Promise<Json> => (await admin.get(`/api/communications/conversations/${id}`)).body;

journeys('the inbox', () => {
  journey(url, 'opens conversations by key, and closes one with undo', async ({ openConsole }) => {
    const first = await conversation('Engines');
    await conversation('Looms');
    const page = await openConsole({ as: admin, at: '/inbox' });
    await page.getByRole('link', { name: /Engines/ }).waitFor();
    await page.keyboard.press('j');
    await page.getByRole('heading', { level: 2, name: 'Engines' }).waitFor();
    await page.getByRole('article', { name: 'Message from grace@client.example' }).getByText('How are you?').waitFor();
    await eventually(async () => assert.equal((await read(first)).unreadCount, 0));
    await assertAccessible(page);
    await page.keyboard.press('j');
    await page.getByRole('heading', { level: 2, name: 'Looms' }).waitFor();
    await page.keyboard.press('k');
    await page.getByRole('heading', { level: 2, name: 'Engines' }).waitFor();
    await page.keyboard.press('e');
    const notice = page.getByRole('alert').filter({ hasText: 'Conversation closed.' });
    await notice.waitFor();
    assert.equal((await read(first)).status, 'closed');
    await notice.getByRole('button', { name: 'Undo' }).click();
    await eventually(async () => assert.equal((await read(first)).status, 'open'));
    await page.locator(`#conversation-${first}`).waitFor();
  });

  journey(url, 'folds what HTML mails quote, and answers the address that a mail names', async ({ openConsole }) => {
    const html =
      '<p>Engines are ready</p><div class="gmail_quote">On Monday, Ada wrote:<blockquote>Are they?</blockquote></div>';
    const id = await conversation('Delivery', { html });
    await sql(
      `update communications_emails set text = null, reply_to = 'desk@client.example' where conversation_id = $1`,
      [id],
    );
    const page = await openConsole({ as: admin, at: `/inbox?id=${id}` });
    const message = page.getByRole('article', { name: 'Message from grace@client.example' });
    await message.frameLocator('iframe[title="Delivery"]').getByText('Engines are ready').waitFor();
    assert.equal(await message.locator('iframe').count(), 1);
    await message.getByRole('button', { name: 'Show quoted text' }).click();
    await message.frameLocator('iframe[title="Quoted text"]').getByText('Are they?').waitFor();
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Reply', exact: true }).last().click();
    await page.getByRole('form', { name: 'Reply' }).getByText('desk@client.example').waitFor();
    await page.getByRole('button', { name: 'Discard the draft' }).click();
    await page.getByRole('button', { name: 'Forward', exact: true }).click();
    const form = page.getByRole('form', { name: 'Forward' });
    await form.getByText('Engines are ready').waitFor();
    await form.getByText('Are they?').waitFor();
  });

  journey(url, 'says that a mailbox does not work', async ({ openConsole }) => {
    const set = (status: string) =>
      sql('update communications_mailbox_connections set status = $2 where id = $1', [connectionId, status]);
    await set('needsReauthorization');
    const page = await openConsole({ as: admin, at: '/inbox', viewport: 'phone' });
    const notice = page.getByRole('status').filter({ hasText: 'ada@own.example does not work' });
    await notice.waitFor();
    await assertFits(page);
    await assertAccessible(page);
    await notice.getByRole('link', { name: 'Connect again' }).click();
    await page.getByRole('article', { name: 'ada@own.example' }).getByText('Sign in again').waitFor();
    await set('active');
  });

  journey(url, 'moves conversations to the archive and the trash', async ({ openConsole }) => {
    const archived = await conversation('Punched cards');
    const trashed = await conversation('Advertising');
    const page = await openConsole({ as: admin, at: `/inbox?id=${archived}` });
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Move to archive' }).click();
    await page.getByText('Conversation archived, in your mailbox too.').waitFor();
    assert.equal((await read(archived)).status, 'closed');
    await page.locator(`#conversation-${trashed}`).click();
    await page.getByRole('heading', { level: 2, name: 'Advertising' }).waitFor();
    await page.keyboard.press('#');
    await page.getByText('Conversation moved to the trash, in your mailbox too.').waitFor();
    assert.equal((await read(trashed)).status, 'closed');
  });

  journey(url, 'assigns, snoozes and comments', async ({ openConsole }) => {
    const id = await conversation('Cards');
    const page = await openConsole({ as: admin, at: `/inbox?id=${id}` });
    await page.getByText('Not assigned').waitFor();
    await page.getByRole('button', { name: 'Assign', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'To me' }).click();
    await page.getByText('Conversation assigned.').waitFor();
    assert.equal((await read(id)).assignedUserId, admin.userId);
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    await page.getByRole('textbox', { name: 'Comment for colleagues' }).fill('Ask Ada first.');
    await page.getByRole('button', { name: 'Save comment' }).click();
    await page
      .getByRole('article', { name: /^Comment by/ })
      .getByText('Ask Ada first.')
      .waitFor();
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Snooze' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Tomorrow/ })
      .click();
    await page.getByText('Conversation snoozed.').waitFor();
    assert.equal((await read(id)).status, 'snoozed');
  });

  journey(url, 'shows hostile HTML inert, and remote pictures only on request', async ({ openConsole }) => {
    const html = `<p style="color:red" onclick="document.title='gone'">Bills</p><script>document.title='gone'</script>
      <img src="https://tracker.invalid/x.gif"><a href="javascript:document.title='gone'">Pay</a><form action="/x"><input></form>`;
    const id = await conversation('Bills', { html });
    const page = await openConsole({ as: admin, at: `/inbox?id=${id}` });
    const frame = page.frameLocator('iframe');
    await frame.getByText('Bills').click();
    await page.getByRole('button', { name: 'Show pictures' }).waitFor();
    assert.equal(await frame.locator('img[src^="http"], script, form, a[href^="javascript"]').count(), 0);
    assert.doesNotMatch(await page.title(), /gone/);
    const sandbox = await page.locator('iframe').getAttribute('sandbox');
    assert.doesNotMatch(String(sandbox), /allow-scripts/);
    await assertAccessible(page);
  });

  journey(url, 'works on a phone, one column after the other', async ({ openConsole }) => {
    await conversation('Punched tape');
    const page = await openConsole({ as: admin, at: '/inbox', viewport: 'phone' });
    await assertFits(page);
    await page.getByRole('link', { name: /Punched tape/ }).click();
    await page.getByRole('heading', { level: 2, name: 'Punched tape' }).waitFor();
    await assertFits(page);
    await page.getByRole('button', { name: 'Back to the list' }).click();
    await page.getByRole('link', { name: /Punched tape/ }).waitFor();
  });
});
