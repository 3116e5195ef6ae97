import assert from 'node:assert/strict';
import { appForFile } from '../harness.ts';
import { assertAccessible, assertFits, journey, journeys } from './harness.ts';

const { url, admin, tenant, user } = await appForFile();
const today = new Date().toISOString().slice(0, 10);
const year = today.slice(0, 4);

const seller = await user({ permissions: ['sales:read', 'sales:write'] });
await admin.patch(`/api/identity/users/${seller.userId}`, { firstName: 'Grace', lastName: 'Hopper' });
const deals = '/api/sales/opportunities';
const mine = { ownerId: seller.userId, closeDate: today };
for (const [n, deal] of [
  { ...mine, value: 1000, stage: 'won', forecastCategory: 'closed' },
  { ...mine, value: 2000, probability: 50, forecastCategory: 'commit' },
  { ...mine, value: 800, probability: 25, forecastCategory: 'bestCase', currency: 'EUR' },
  { ownerId: admin.userId, closeDate: today, value: 400, probability: 10, forecastCategory: 'pipeline' },
  { ...mine, value: 7000, forecastCategory: 'commit', currency: 'JPY' },
].entries())
  await admin.create(deals, { name: `Deal ${n}`, ...deal });
const teamId = (await admin.create('/api/identity/teams', { name: 'North' }))._id;
await admin.create('/api/identity/teamUsers', { teamId, userId: seller.userId });
const target = { metric: 'revenue', startDate: `${year}-01-01`, endDate: `${year}-12-31`, targetValue: 4000 };
await admin.create('/api/sales/salesTargets', { ...target, userId: seller.userId });
await admin.create('/api/sales/exchangeRates', { currency: 'EUR', rate: 0.8, validFrom: '2020-01-01' });

journeys('the forecast', () => {
  journey(url, 'shows what each owner brings, and leads to the deals behind a figure', async ({ openConsole }) => {
    const page = await openConsole({ as: admin, at: '/' });
    await page.getByRole('link', { name: 'Forecast', exact: true }).click();
    await page.getByRole('combobox', { name: 'Period' }).click();
    await page.getByRole('option', { name: 'This year' }).click();
    const table = page.getByRole('table', { name: 'Forecast' });
    const row = table.getByRole('row', { name: /Grace Hopper/ });
    await row.getByText('25%').waitFor();
    assert.deepEqual(await row.getByRole('cell').allInnerTexts(), [
      '$4,000',
      '$1,000',
      '$2,000',
      '$1,000',
      '$0',
      '$2,250',
      '25%',
      '4',
    ]);
    await page.getByText('1 deal is in no sum').waitFor();
    await assertAccessible(page);

    await page.getByRole('link', { name: 'Show these deals' }).click();
    await page.getByRole('link', { name: 'Deal 4' }).waitFor();
    assert.equal(await page.getByRole('link', { name: /^Deal / }).count(), 1);
    await page.goBack();
    await row.getByRole('link', { name: '$2,000' }).click();
    await page.getByRole('link', { name: 'Deal 1' }).waitFor();
    assert.equal(await page.getByRole('link', { name: 'Deal 0' }).count(), 0);
    await page.goBack();

    await page.getByRole('combobox', { name: 'Currency' }).click();
    await page.getByRole('option', { name: 'EUR' }).click();
    await row.getByText('€1,600').waitFor();
    await page.getByRole('combobox', { name: 'Group by' }).click();
    await page.getByRole('option', { name: 'By team' }).click();
    await table.getByRole('row', { name: /North/ }).getByRole('link', { name: '€1,600' }).click();
    await page.getByRole('link', { name: 'Deal 1' }).waitFor();
    await page.goBack();
    await table.getByRole('row', { name: /No team/ }).waitFor();
  });

  journey(url, 'follows changes of deals and targets, and fits a phone', async ({ openConsole }) => {
    const own = await tenant();
    const page = await openConsole({ as: own, at: '/forecast', viewport: 'phone' });
    await page.getByText('Nothing to forecast in this period').waitFor();
    await assertAccessible(page);
    const deal = { closeDate: today, value: 300, forecastCategory: 'commit', ownerId: own.userId };
    const { _id } = await own.create(deals, { name: 'New', ...deal });
    const summary = page.getByRole('region', { name: 'All deals of the period' });
    await summary.getByRole('link', { name: '$300' }).waitFor();
    await own.create('/api/sales/salesTargets', { ...target, startDate: today, endDate: today, userId: own.userId });
    await summary.getByText('closed of a target of $4,000 (0%)').waitFor();
    await own.patch(`${deals}/${_id}`, { value: 900 });
    await summary.getByRole('link', { name: '$900' }).waitFor();
    await assertFits(page);
    await assertAccessible(page);
  });

  journey(url, 'is explained to people who may not see it', async ({ openConsole, expectRefusal }) => {
    const hiddenFields = { 'sales.opportunities': ['value'] };
    const blind = await user({ permissions: ['sales:read'], hiddenFields });
    expectRefusal(403, /\/api\/sales\/forecast/);
    const page = await openConsole({ as: blind, at: '/forecast' });
    await page.getByText('You may not see the forecast').waitFor();
    const stranger = await user({ permissions: ['communications:read'] });
    const other = await openConsole({ as: stranger, at: '/forecast', language: 'de' });
    await other.getByText('Sie dürfen die Prognose nicht sehen').waitFor();
    assert.equal(await other.getByRole('link', { name: 'Prognose' }).count(), 0);
  });
});
