import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { appForFile } from '../harness.ts';
import { assertAccessible, journey, journeys } from './harness.ts';

const { url, tenant } = await appForFile();
const seller = await tenant();
const deals = '/api/sales/opportunities';
await seller.patch('/api/identity/company', { currency: 'EUR' });
const yen = await seller.create(deals, { name: 'Bullet train', value: 737_300, currency: 'JPY', stage: 'proposal' });
await seller.create(deals, { name: 'Windmill', value: 1200.5, stage: 'won' });
await seller.create(deals, { name: 'Dinar', value: 12.5, currency: 'KWD', stage: 'won' });
const quote = await seller.create('/api/sales/quotes', { name: 'Rails', currency: 'JPY' });
const line = { quoteId: quote._id, name: 'Rail', quantity: 2, unitPrice: 1500 };
await seller.create('/api/sales/quoteProducts', line);

const row = (page: Page, name: string): Locator => page.getByRole('row').filter({ hasText: name });

journeys('amounts', () => {
  journey(url, 'have the currency of their record, or of the company', async ({ openConsole }) => {
    const page = await openConsole({ as: seller, at: '/m/sales/opportunities?columns=name,value' });
    await row(page, 'Bullet train').getByText('¥737,300').waitFor();
    await row(page, 'Windmill').getByText('€1,200.50').waitFor();
    // The sign and the number are separated by a space that does not break.
    await row(page, 'Dinar')
      .getByText(/^KWD\s12\.500$/)
      .waitFor();
    await page.getByRole('row').last().getByText('3 currencies').waitFor();

    await page.goto(`/app/m/sales/opportunities/${yen._id}`);
    await page.getByRole('term').filter({ hasText: 'Value' }).first().waitFor();
    await page.getByText('¥737,300').first().waitFor();
    await seller.patch(`${deals}/${yen._id}`, { value: 800_000 });
    const timeline = page.getByRole('complementary', { name: 'Timeline' });
    await timeline.getByText('¥800,000').waitFor();

    await page.goto(`/app/m/sales/quotes/${quote._id}`);
    const lines = page.getByRole('table', { name: 'Lines' });
    await lines.getByText('¥1,500').waitFor();
    await lines.getByText('¥3,000').waitFor();
    await assertAccessible(page);
    await page.goto('/app/m/sales/quoteProducts?columns=name,unitPrice');
    await row(page, 'Rail').getByText('¥1,500').waitFor();
    await page.getByRole('row').last().getByText('¥1,500').waitFor();
  });

  journey(url, 'of several currencies are not added as if they were one', async ({ openConsole }) => {
    const value = { model: 'sales.opportunities', metric: 'sum:value', period: 'all' };
    const won = { ...value, filter: { stage: 'won' } };
    const { _id } = await seller.create('/api/ui/dashboards', {
      name: 'Money',
      widgets: [
        { type: 'kpi', title: 'All', ...value },
        { type: 'kpi', title: 'Proposed', ...value, filter: { stage: 'proposal' } },
        { type: 'chart', title: 'By stage', ...won, groupBy: 'stage', chartType: 'funnel' },
        { type: 'table', title: 'Deals', ...value, columns: ['name', 'value'] },
      ],
    });
    const page = await openConsole({ as: seller, at: `/dashboards/${_id}` });
    const widget = (name: string) => page.getByRole('region', { name, exact: true });
    await widget('All').getByText('EUR + JPY + KWD, not converted').waitFor();
    await widget('By stage').getByText('EUR + KWD, not converted').waitFor();
    const { value: now } = (await seller.get(`${deals}/${yen._id}`)).body;
    const text = await widget('Proposed').getByRole('link').innerText();
    assert.equal(text, `¥${now === 800_000 ? '800K' : '737.3K'}`);
    await widget('Deals').getByText('€1,200.50').waitFor();
    await page.goto('/app/m/sales/opportunities?view=board');
    const column = page.getByRole('region', { name: 'Won', exact: true });
    await column.getByText(/KWD\s13 \+ €1,201/).waitFor();
  });

  journey(url, 'are written in German as Germans write them', async ({ openConsole }) => {
    const page = await openConsole({ as: seller, at: '/m/sales/opportunities?columns=name,value', language: 'de' });
    await row(page, 'Windmill')
      .getByText(/^1\.200,50\s€$/)
      .waitFor();
  });
});
