import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { needsBrowser, openBrowser } from './browser.ts';
import { appForFile } from './harness.ts';
import { until } from './process.ts';
import { publish } from './site-tools.ts';

const { admin, url } = await appForFile();

describe('a form on a page of a website', () => {
  // Without SITES_URL the page has the origin of the console, so its scripts run in a sandbox, and the form with them.
  it('is filled in and sent by a visitor', needsBrowser, async () => {
    const form = await admin.create('/api/forms/forms', {
      name: 'Ask us',
      status: 'published',
      modelKey: 'sales.contacts',
      submitAction: 'createRecord',
      fields: ['email', 'lastName'],
      successMessage: 'We will write to you.',
    });
    const website = await admin.create('/api/marketing/websites', { name: 'Forms', slug: 'forms' });
    const blocks = [{ type: 'form', formId: form._id }];
    await admin.create('/api/marketing/web-pages', { websiteId: website._id, path: '/ask', title: 'Ask', blocks });
    const { url: site } = await publish(admin, { websiteId: website._id });
    const context = await (await openBrowser()).newContext();
    try {
      const page = await context.newPage();
      await page.goto(`${url}${new URL(site).pathname}/ask`);
      const frame = page.frameLocator('iframe');
      await frame.getByLabel('Email').fill('ada@example.com');
      await frame.getByLabel('Last name').fill('Lovelace');
      // People need some time: faster ones are robots.
      await page.waitForTimeout(2500);
      await frame.getByRole('button', { name: 'Send' }).click();
      await frame.getByText('We will write to you.').waitFor();
    } finally {
      await context.close();
    }
    const [stored] = await until('the submission', async () => {
      const { data } = (await admin.get('/api/forms/formSubmissions')).body;
      return data.length > 0 && data;
    });
    assert.deepEqual([stored.status, stored.data.email, stored.formId], ['processed', 'ada@example.com', form._id]);
    assert.match(stored.pageUrl, /\/sites\/default\/forms\/ask$/);
  });
});
