import assert from 'node:assert/strict';
import type { Page, Request } from 'playwright-core';
import { browserPath } from '../find-browser.ts';
import { appForFile, type Json } from '../harness.ts';
import { until } from '../process.ts';
import { journey, journeys } from './harness.ts';

const { url, admin } = await appForFile();
const made: Json = {};
if (browserPath !== undefined) {
  made.account = await admin.create('/api/sales/accounts', { name: 'Lighthouse' });
  made.campaign = await admin.create('/api/marketing/campaigns', { name: 'Spring tide' });
  made.form = await admin.create('/api/forms/forms', { name: 'Harbour survey' });
}

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name }).getByRole('link').first();

journeys('a record', () => {
  journey(
    url,
    'is read while the pointer rests on its row, and shown from the list before it is there',
    async (opened) => {
      const page = await opened.openConsole({ as: admin, at: '/m/sales/accounts' });
      const path = `/api/sales/accounts/${made.account._id}`;
      const isRead = (request: Request) => request.method() === 'GET' && new URL(request.url()).pathname === path;
      let answer = () => {};
      const answered = new Promise<void>((resolve) => {
        answer = resolve;
      });
      await page.route(
        (address) => address.pathname === path,
        async (route) => {
          await answered;
          await route.fallback();
        },
      );
      const asked = page.waitForRequest(isRead);
      await row(page, 'Lighthouse').hover();
      await asked;
      let again = 0;
      page.on('request', (request) => {
        if (isRead(request)) again += 1;
      });
      await row(page, 'Lighthouse').click();
      // The server has not answered yet.
      await page.getByRole('heading', { level: 1, name: 'Lighthouse' }).waitFor();
      await until('the tab has its title', async () => (await page.title()) === 'Lighthouse – Accounts · Atrium');
      assert.equal(await page.getByRole('tab', { name: 'Details' }).count(), 0);
      answer();
      await page.getByRole('tab', { name: 'Details' }).waitFor();
      assert.equal(again, 0);
    },
  );

  journey(
    url,
    'that has a page of its own opens it from lists and from what was viewed last',
    async ({ openConsole }) => {
      const page = await openConsole({ as: admin, at: '/m/marketing/campaigns' });
      await row(page, 'Spring tide').click();
      await page.waitForURL(`**/marketing/campaigns/${made.campaign._id}`);
      await page.goto('/app/m/forms/forms');
      await row(page, 'Harbour survey').click();
      await page.waitForURL(`**/marketing/forms/${made.form._id}`);
      await admin.post('/api/ui/record-recent-views', { modelKey: 'marketing.campaigns', recordId: made.campaign._id });
      await page.goto('/app/');
      const links = page.getByRole('link', { name: /^Spring tide/ });
      await links.first().waitFor();
      for (const link of await links.all())
        assert.equal(await link.getAttribute('href'), `/app/marketing/campaigns/${made.campaign._id}`);
    },
  );
});
