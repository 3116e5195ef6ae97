import assert from 'node:assert/strict';
import { FakeProvider } from '../ai/fake-provider.ts';
import { appForFile } from '../harness.ts';
import { mailEnv } from '../mail-outbox-tools.ts';
import { addMailbox, receiveMail } from '../mailbox-tools.ts';
import { SmtpSink } from '../smtp-sink.ts';
import { assertAccessible, assertFits, journey, journeys } from './harness.ts';

const provider = await FakeProvider.forFile();
const test = await appForFile({ ...mailEnv, ...provider.env, OPENAI_API_KEY: 'k-openai' });
const { url, admin } = test;
const sink = await SmtpSink.forFile();
const connectionId = await addMailbox(test, admin, sink);

journeys('a reply in the inbox', () => {
  journey(url, 'is drafted by AI from the conversation, and sent by nobody but the person', async ({ openConsole }) => {
    const { _id: id } = await admin.create('/api/communications/conversations', {
      subject: 'Engines',
      connectionId,
      participants: ['grace@client.example'],
    });
    await receiveMail(test, admin, id, { subject: 'Engines', connectionId });
    const page = await openConsole({ as: admin, at: `/inbox?id=${id}`, viewport: 'phone' });
    await page.getByRole('button', { name: 'Reply', exact: true }).first().click();
    const text = page.getByRole('textbox', { name: 'Text', exact: true });
    await text.waitFor();
    await text.fill('Hello Grace,');
    await page.getByRole('button', { name: 'Draft with AI' }).click();
    const dialog = page.getByRole('dialog', { name: 'Draft a reply' });
    const purpose = dialog.getByRole('textbox', { name: 'What should the mail achieve?' });
    await purpose.fill('Say that all is well');
    // This key sends the mail, but only in the editor of the mail.
    await purpose.press('Control+Enter');
    await assertFits(page);
    await assertAccessible(page);

    provider.says({ text: JSON.stringify({ subject: 'Re: Engines', text: 'All is well.' }) });
    await dialog.getByRole('button', { name: 'Write the draft' }).click();
    await dialog.getByText('All is well.').waitFor();
    const sent = JSON.stringify(provider.asked[0]?.body);
    assert.ok(sent.includes('How are you?') && sent.includes('Say that all is well'), sent);
    await dialog.getByRole('button', { name: 'Use this draft' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await text.getByText('All is well.').waitFor();
    await text.getByText('Hello Grace,').waitFor();
    const mails = await admin.get(`/api/communications/emails?filter[conversationId]=${id}`);
    assert.equal(mails.body.data.length, 1, 'only the mail that was received');
  });
});
