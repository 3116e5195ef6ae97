import assert from 'node:assert/strict';
import { eventually } from '../eventually.ts';
import { appForFile } from '../harness.ts';
import { mailEnv } from '../mail-outbox-tools.ts';
import { addMailbox, receiveMail } from '../mailbox-tools.ts';
import { SmtpSink } from '../smtp-sink.ts';
import { assertAccessible, journey, journeys } from './harness.ts';

const test = await appForFile(mailEnv);
const { url, admin } = test;
const sink = await SmtpSink.forFile();
const connectionId = await addMailbox(test, admin, sink, { signature: 'Ada of Engines' });
const conversation = async (subject: string): Promise<string> => {
  const { _id } = await admin.create('/api/communications/conversations', {
    subject,
    connectionId,
    participants: ['grace@client.example'],
    lastMessageAt: new Date().toISOString(),
  });
  await receiveMail(test, admin, _id, { subject, connectionId });
  return _id;
};

journeys('mails of the inbox', () => {
  journey(url, 'a reply is kept as a draft, taken back, and sent', async ({ openConsole }) => {
    const id = await conversation('Engines');
    const page = await openConsole({ as: admin, at: `/inbox?id=${id}` });
    await page.getByRole('article', { name: /^Message from/ }).waitFor();
    await page.keyboard.press('r');
    const text = page.getByRole('textbox', { name: 'Text' });
    await text.fill('All is well.');
    await page.getByText('Ada of Engines').waitFor();
    await page.getByText('grace@client.example').first().waitFor();
    await page.reload();
    await text.getByText('All is well.').waitFor();
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    const notice = page.getByRole('alert').filter({ hasText: 'The mail is being sent.' });
    await notice.getByRole('button', { name: 'Undo' }).click();
    await text.getByText('All is well.').waitFor();
    assert.equal(sink.arrived('grace@client.example').length, 0);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('article', { name: /^Message from ada/i }).waitFor();
    await eventually(async () => assert.equal(sink.arrived('grace@client.example').length, 1), 20_000);
  });

  journey(url, 'a new mail goes to an address that is typed', async ({ openConsole }) => {
    const page = await openConsole({ as: admin, at: '/inbox?compose=new' });
    const send = page.getByRole('button', { name: 'Send', exact: true });
    assert.equal(await send.isDisabled(), true);
    const to = page.getByRole('textbox', { name: 'To', exact: true });
    await to.fill('katherine@client.example');
    await to.press('Enter');
    await page.getByRole('textbox', { name: 'Subject' }).fill('Orbits');
    await page.getByRole('textbox', { name: 'Text' }).fill('Please check the numbers.');
    await assertAccessible(page);
    await send.click();
    await page.getByRole('alert').filter({ hasText: 'The mail is being sent.' }).waitFor();
    await eventually(async () => assert.equal(sink.arrived('katherine@client.example').length, 1), 20_000);
  });
});
