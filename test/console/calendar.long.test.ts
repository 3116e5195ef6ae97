import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { eventually } from '../eventually.ts';
import { appForFile, type Json } from '../harness.ts';
import { assertAccessible, assertFits, journey, journeys } from './harness.ts';

const { url, tenant } = await appForFile();
const tasks = '/api/sales/tasks';
const tickets = '/api/ui/supportTickets';
const campaigns = '/api/sales/campaigns';

const seller = await tenant();
const task = await seller.create(tasks, { title: 'Call Ada', dueDate: '2026-03-10' });
const ticket = await seller.create(tickets, { subject: 'No light', dueAt: '2026-03-10T23:30:00Z' });
const campaign = await seller.create(campaigns, { name: 'Spring', startDate: '2026-03-05', endDate: '2026-03-07' });
// The campaign begins before the month and ends in it.
await seller.create(campaigns, { name: 'Winter', startDate: '2026-01-10', endDate: '2026-03-03' });

const read = async (path: string, record: Json): Promise<Json> => (await seller.get(`${path}/${record._id}`)).body;
const calendar = (path: string, mode: string) => `/m/${path}?view=calendar&date=2026-03-10&mode=${mode}`;
const cell = (page: Page, day: string): Locator => page.getByRole('gridcell', { name: new RegExp(`${day}, 2026`) });
const event = (page: Page, name: string): Locator => page.getByRole('link', { name });

async function middle(place: Locator): Promise<{ x: number; y: number }> {
  const box = await place.boundingBox();
  assert.ok(box);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  const start = await middle(from);
  const end = await middle(to);
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(start.x + 8, start.y + 8, { steps: 3 });
  await page.getByText(/picked up/).waitFor({ state: 'attached' });
  await page.mouse.move(end.x, end.y, { steps: 8 });
  await page.mouse.up();
}

journeys('a calendar', () => {
  journey(
    url,
    'shows a month, a week, a day and an agenda, and moves records to other days',
    async ({ openConsole }) => {
      const page = await openConsole({ as: seller, at: calendar('sales/tasks', 'month') });
      await cell(page, 'March 10').getByRole('link', { name: 'Call Ada' }).waitFor();
      await page.getByRole('heading', { name: 'March 2026' }).waitFor();
      await assertAccessible(page);
      await drag(page, event(page, 'Call Ada'), cell(page, 'March 18'));
      await cell(page, 'March 18').getByRole('link', { name: 'Call Ada' }).waitFor();
      await eventually(async () => assert.equal((await read(tasks, task)).dueDate, '2026-03-18'));
      await page.getByRole('button', { name: 'Undo' }).click();
      await eventually(async () => assert.equal((await read(tasks, task)).dueDate, '2026-03-10'));
      await cell(page, 'March 10').getByRole('link', { name: 'Call Ada' }).waitFor();

      // Move the event by keyboard, to a week later.
      await event(page, 'Call Ada').focus();
      await page.keyboard.press('Space');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Space');
      await eventually(async () => assert.equal((await read(tasks, task)).dueDate, '2026-03-17'));

      await page.getByRole('button', { name: 'Next', exact: true }).click();
      await page.getByRole('heading', { name: 'April 2026' }).waitFor();
      await page.getByRole('button', { name: 'Previous', exact: true }).click();
      await page.getByText('Agenda', { exact: true }).click();
      await event(page, 'Call Ada').waitFor();
      await page.reload();
      await event(page, 'Call Ada').waitFor();
      assert.match(page.url(), /mode=agenda/);
      await page.goto(`/app${calendar('sales/tasks', 'month').replace('03-10', '03-17')}`);
      await cell(page, 'March 17').getByRole('button', { name: /^Show/ }).click();
      await page.getByRole('heading', { name: /March 17, 2026/ }).waitFor();
      await event(page, 'Call Ada').waitFor();
      await page.getByText('Week', { exact: true }).click();
      await event(page, 'Call Ada').waitFor();

      await page.getByRole('button', { name: 'New record on the selected day' }).click();
      const form = page.getByRole('dialog');
      await form.getByLabel('Title').fill('Write to Grace');
      await form.getByRole('button', { name: /^(Create|Save)/ }).click();
      await eventually(async () => {
        const { data } = (await seller.get(`${tasks}?filter[title]=Write to Grace`)).body;
        assert.equal(data[0]?.dueDate, '2026-03-17');
      });
    },
  );

  journey(url, 'places times in the time zone of the person', async ({ openConsole }) => {
    const page = await openConsole({ as: seller, at: calendar('ui/supportTickets', 'month') });
    const light = event(page, 'No light');
    await cell(page, 'March 11').getByRole('link', { name: 'No light' }).waitFor();
    assert.match(await light.innerText(), /12:30/);
    await drag(page, light, cell(page, 'March 20'));
    await eventually(async () => assert.equal((await read(tickets, ticket)).dueAt, '2026-03-19T23:30:00.000Z'));
    // Half past midnight is another time in UTC after the clocks have changed.
    await drag(page, light, cell(page, 'March 31'));
    await eventually(async () => assert.equal((await read(tickets, ticket)).dueAt, '2026-03-30T22:30:00.000Z'));
    await page.goto(`/app${calendar('ui/supportTickets', 'week').replace('03-10', '03-31')}`);
    await light.focus();
    await page.keyboard.press('Space');
    for (let n = 0; n < 3; n += 1) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Space');
    await eventually(async () => assert.equal((await read(tickets, ticket)).dueAt, '2026-03-30T00:00:00.000Z'));
  });

  journey(url, 'shows records with a start and an end on all their days, and moves both', async ({ openConsole }) => {
    const page = await openConsole({ as: seller, at: calendar('sales/campaigns', 'month') });
    for (const day of ['March 5', 'March 6', 'March 7'])
      await cell(page, day).getByRole('link', { name: 'Spring' }).waitFor();
    assert.equal(await event(page, 'Spring').count(), 3);
    await cell(page, 'March 3').getByRole('link', { name: 'Winter' }).waitFor();
    // Dragged by its second day, it moves by as many days as the pointer.
    await drag(page, event(page, 'Spring').nth(1), cell(page, 'March 18'));
    await eventually(async () => {
      const { startDate, endDate } = await read(campaigns, campaign);
      assert.deepEqual([startDate, endDate], ['2026-03-17', '2026-03-19']);
    });
    await cell(page, 'March 19').getByRole('link', { name: 'Spring' }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await eventually(async () => assert.equal((await read(campaigns, campaign)).endDate, '2026-03-07'));
  });

  journey(url, 'fits a phone', async ({ openConsole }) => {
    const page = await openConsole({ as: seller, at: calendar('sales/campaigns', 'month'), viewport: 'phone' });
    await page
      .getByRole('gridcell', { name: /March 6, 2026/ })
      .first()
      .click();
    await event(page, 'Spring').waitFor();
    await assertFits(page);
    await assertAccessible(page);
  });
});
