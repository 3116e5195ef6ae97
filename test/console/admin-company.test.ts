import assert from 'node:assert/strict';
import { eventually } from '../eventually.ts';
import { appForFile, type Json } from '../harness.ts';
import { assertAccessible, assertFits, journey, journeys } from './harness.ts';

const { url, admin, user } = await appForFile();
const company = async (): Promise<Json> => (await admin.get('/api/identity/company')).body;
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

journeys('the company', () => {
  journey(url, 'is changed with its logo, and mistakes are shown beside their inputs', async (opened) => {
    opened.expectRefusal(422, /\/identity\/company$/);
    const page = await opened.openConsole({ as: admin, at: '/admin/company', viewport: 'phone' });
    const save = page.getByRole('button', { name: 'Save', exact: true });
    assert.equal(await save.isDisabled(), true);
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Kestrel Coffee');
    await page.getByRole('textbox', { name: 'Language' }).fill('nonsense!');
    await save.click();
    await page.getByText('must be a language such as en or de-CH').waitFor();
    assert.equal((await company()).name, null);
    await page.getByRole('textbox', { name: 'Language' }).fill('de');
    await page.locator('input[type=file]').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: png });
    await page.getByRole('img', { name: 'Logo' }).waitFor();
    await save.click();
    await page.getByText('The company is saved.').waitFor();
    await eventually(async () => {
      const { name, language, logoUrl } = await company();
      assert.deepEqual([name, language], ['Kestrel Coffee', 'de']);
      assert.match(logoUrl, /\/brand\/[^/]+\/logo$/);
    });
    await assertFits(page);
    await assertAccessible(page);
  });

  journey(url, 'is a page for those who may change it', async ({ openConsole }) => {
    const reader = await user({ permissions: ['identity:read', 'ui:read'] });
    const page = await openConsole({ as: reader, at: '/admin/account' });
    await page.getByRole('link', { name: 'API keys' }).waitFor();
    assert.equal(await page.getByRole('link', { name: 'Company', exact: true }).count(), 0);
  });
});
