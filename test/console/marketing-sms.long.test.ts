import assert from 'node:assert/strict';
import { eventually } from '../eventually.ts';
import { appForFile, type Json } from '../harness.ts';
import { receiveSms, useSmsWebhook } from '../sms-tools.ts';
import { FakePlatform } from '../social-tools.ts';
import { journey, journeys } from './harness.ts';

const provider = await FakePlatform.start(() => ({ json: { id: 'w-1' } }));
const test = await appForFile({ WEBHOOK_ALLOW_PRIVATE: 'true', LOG_LEVEL: 'error' });
const { url, admin, anonymous } = test;
await useSmsWebhook(admin, `${provider.url}/sms`);
const message = (from: string, text: string): Promise<void> => receiveSms(anonymous, from, text);

journeys('text messages', () => {
  journey(
    url,
    'a text message is answered from the inbox, until the number opts out and is let in again',
    async (use) => {
      const { openConsole, openTab, expectRefusal } = use;
      expectRefusal(409, /sms-inbox/);
      const phone = '+15550004711';
      await message(phone, 'Do you have it in red?');
      const { body } = await admin.get('/api/communications/conversations?filter[channel]=sms');
      const page = await openConsole({ as: admin, at: `/inbox?id=${body.data[0]._id}` });
      await page.getByText('Do you have it in red?').last().waitFor();
      assert.equal(await page.getByRole('button', { name: 'Forward' }).count(), 0);
      await page.getByRole('button', { name: 'Reply', exact: true }).click();
      const form = page.getByRole('form', { name: 'Reply by text message' });
      await form.getByRole('textbox', { name: 'Text message' }).fill(`Yes. ${'x'.repeat(160)}`);
      await form.getByText('165 of 1600 characters · 2 parts').waitFor();
      await form.getByRole('textbox', { name: 'Text message' }).fill('Yes, and in blue.');
      await form.getByText('1 part').waitFor();
      await form.getByRole('button', { name: 'Send' }).click();
      await page.getByText('The message was sent.').waitFor();
      await page.getByRole('article').getByText('Yes, and in blue.').waitFor();
      assert.deepEqual(
        provider.calls.map(({ body: sent }) => [sent.to, sent.text]),
        [[phone, 'Yes, and in blue.']],
      );
      await message(phone, 'STOP');
      await page.getByRole('button', { name: 'Reply', exact: true }).click();
      await form.getByRole('textbox', { name: 'Text message' }).fill('Wait');
      await form.getByRole('button', { name: 'Send' }).click();
      await form.getByText('opted out of text messages').waitFor();
      const optOuts = await openTab(page, '/marketing/opt-outs');
      await optOuts.getByRole('button', { name: `Remove the opt-out of ${phone}` }).click();
      const dialog = optOuts.getByRole('dialog');
      await dialog.getByRole('textbox', { name: 'Why' }).fill('She called us.');
      await dialog.getByRole('button', { name: 'Remove opt-out' }).click();
      await optOuts.getByText(`${phone} gets text messages again.`).waitFor();
      await eventually(async () => {
        const [found] = (await admin.get('/api/marketing/smsOptOuts')).body.data as Json[];
        assert.deepEqual([found?.active, found?.notes], [false, 'She called us.']);
      });
    },
  );
});
