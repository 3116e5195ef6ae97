import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { eventually } from '../eventually.ts';
import { appForFile } from '../harness.ts';
import { journey, journeys } from './harness.ts';

const { url, tenant, user } = await appForFile();
const deals = '/api/sales/opportunities';

const seller = await tenant();
const colleague = await user({ permissions: ['*'] }, seller);
const alpha = await seller.create(deals, { name: 'Alpha', stage: 'proposal', value: 10, currency: 'EUR' });

/** Updates take a second on an idle machine. The rest is for a busy one. */
const soon = { timeout: 10_000 };

const row = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) });

journeys('changes by others', () => {
  journey(url, 'appear in a list by themselves, with a quiet mark', async ({ openConsole }) => {
    const page = await openConsole({ as: seller, at: '/m/sales/opportunities?sort=name' });
    await row(page, 'Alpha').getByText('€10').waitFor();
    await colleague.patch(`${deals}/${alpha._id}`, { value: 99 });
    await row(page, 'Alpha').and(page.locator('[data-marked]')).waitFor(soon);
    await row(page, 'Alpha').getByText('€99').waitFor(soon);
    await row(page, 'Alpha').and(page.locator('[data-marked]')).waitFor({ state: 'detached' });

    const beta = await colleague.create(deals, { name: 'Beta', value: 1, currency: 'EUR' });
    await row(page, 'Beta').waitFor(soon);
    await page.getByRole('row').last().getByText('€100').waitFor(soon);
    await page.getByLabel('2 records').waitFor();
    await colleague.delete(`${deals}/${beta._id}`);
    await row(page, 'Beta').waitFor({ state: 'detached', ...soon });

    // A user's own change gets no mark.
    await seller.patch(`${deals}/${alpha._id}`, { value: 50 });
    await row(page, 'Alpha').getByText('€50').waitFor(soon);
    assert.equal(await row(page, 'Alpha').and(page.locator('[data-marked]')).count(), 0);
  });

  journey(url, 'leave alone what a person is typing', async ({ openConsole, expectRefusal }) => {
    // Somebody else changed the value before the edit, so the console retries with the new version.
    expectRefusal(412, /\/opportunities\//);
    const page = await openConsole({ as: seller, at: '/m/sales/opportunities?sort=name&columns=name,value,nextStep' });
    await row(page, 'Alpha').getByRole('gridcell').nth(3).click();
    const input = page.getByRole('textbox', { name: 'Next step' });
    await input.fill('Call them');
    // Another field changes, and a row is added above: the edited cell moves down and stays open.
    await colleague.patch(`${deals}/${alpha._id}`, { value: 77 });
    const first = await colleague.create(deals, { name: 'Aardvark' });
    await row(page, 'Aardvark').waitFor(soon);
    assert.equal(await input.inputValue(), 'Call them');
    await input.press('Enter');
    await eventually(async () => {
      const { nextStep, value } = (await seller.get(`${deals}/${alpha._id}`)).body;
      assert.deepEqual([nextStep, value], ['Call them', 77]);
    });
    await row(page, 'Alpha').getByText('Call them').waitFor();
    await colleague.delete(`${deals}/${first._id}`);
  });

  journey(url, 'appear on a board and in a calendar', async ({ openConsole, openTab }) => {
    const board = await openConsole({ as: seller, at: '/m/sales/opportunities?view=board' });
    const calendar = await openTab(
      board,
      '/m/sales/opportunities?view=calendar&dateField=closeDate&date=2026-03-10&mode=agenda',
    );
    await colleague.patch(`${deals}/${alpha._id}`, { stage: 'won', closeDate: '2026-03-20' });
    await board.getByRole('region', { name: 'Won' }).getByRole('link', { name: 'Alpha' }).waitFor(soon);
    await calendar.getByRole('link', { name: 'Alpha' }).waitFor(soon);
  });
});
