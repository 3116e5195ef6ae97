import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { eventually } from '../eventually.ts';
import { appForFile, type Json } from '../harness.ts';
import { assertAccessible, assertFits, journey, journeys } from './harness.ts';
import { navigate, settled } from './open-page.ts';

const { url, admin, tenant, user, sql } = await appForFile();
const deals = '/api/sales/opportunities';
const list = '/m/sales/opportunities';

const day = (offset: number): string => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);

const seller = await tenant();
for (const [name, stage, value, closeDate] of [
  ['Alpha', 'won', 100, day(0)],
  ['Beta', 'won', 250, day(-400)],
  ['Gamma', 'lost', 40, day(0)],
  ['Delta', 'proposal', 60, null],
] as const)
  await seller.create(deals, { name, stage, value, currency: 'EUR', closeDate });

/** The names in the first column, from top to bottom. */
const names = (page: Page): Promise<string[]> =>
  page.getByRole('grid').getByRole('link').or(page.getByRole('treegrid').getByRole('link')).allInnerTexts();

const assertNames = (page: Page, ...wanted: string[]): Promise<void> =>
  eventually(async () => assert.deepEqual((await names(page)).sort(), [...wanted].sort()));

const assertOrder = (page: Page, ...wanted: string[]): Promise<void> =>
  eventually(async () => assert.deepEqual(await names(page), wanted));

const headers = async (page: Page): Promise<string[]> =>
  (await page.getByRole('columnheader').allInnerTexts())
    .map((text) => text.trim())
    // Screen readers read the name of the checkbox column.
    .filter((text) => text !== '' && text !== 'Selection');

const header = (page: Page, label: string): Locator =>
  page.getByRole('columnheader').filter({ has: page.getByRole('button', { name: label, exact: true }) });

async function columnAction(page: Page, label: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Column ${label}`, exact: true }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

const widthOf = async (cell: Locator): Promise<number> => (await cell.boundingBox())?.width ?? 0;

/** Chooses an option of a select that has this label. */
async function choose(page: Page, select: Locator, option: string): Promise<void> {
  await select.click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

journeys('a list', () => {
  journey(url, 'has the columns that a person chooses, on every device', async ({ openConsole }) => {
    const page = await openConsole({ as: seller, at: list });
    await page.getByRole('button', { name: 'Columns', exact: true }).click();
    await page.getByRole('textbox', { name: 'Find a field' }).fill('sour');
    await page.getByRole('button', { name: 'Show Source' }).click();
    await page.getByRole('textbox', { name: 'Find a field' }).fill('');
    await page.getByRole('button', { name: 'Hide Stage' }).click();
    await header(page, 'Source').waitFor();
    assert.equal(await header(page, 'Stage').count(), 0);
    // Use the keyboard: pick up, move one place up, drop.
    await page.getByRole('button', { name: 'Move Source' }).focus();
    await page.keyboard.press('Space');
    // The announcement for screen readers shows that the list is ready for the next key.
    await page.getByText(/moved over droppable area source/).waitFor({ state: 'attached' });
    await page.keyboard.press('ArrowUp');
    await page.getByText(/moved over droppable area (?!source)/).waitFor({ state: 'attached' });
    await page.keyboard.press('Space');
    await eventually(async () => assert.ok((await headers(page)).indexOf('Source') < (await headers(page)).length - 1));
    await page.keyboard.press('Escape');

    await columnAction(page, 'Value', 'Move left');
    await eventually(async () => assert.equal((await headers(page))[0], 'Value'));
    await columnAction(page, 'Value', 'Move right');
    await eventually(async () => assert.equal((await headers(page))[0], 'Name'));
    await columnAction(page, 'Close date', 'Pin');
    await eventually(async () => assert.equal((await headers(page))[1], 'Close date'));

    const name = header(page, 'Name');
    const box = await name.boundingBox();
    assert.ok(box);
    await page.mouse.move(box.x + box.width - 3, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width + 57, box.y + box.height / 2, { steps: 4 });
    await page.mouse.up();
    await eventually(async () => assert.equal(Math.round(await widthOf(name)), Math.round(box.width) + 60));
    const chosen = await headers(page);
    const address = new URL(page.url());

    // The address holds the columns; widths and pins belong to the person.
    await eventually(async () => {
      const { preferences } = (await seller.get('/api/identity/me')).body.user;
      assert.equal(preferences.columns['sales.opportunities'].widths.name, Math.round(box.width) + 60);
    });
    const elsewhere = await openConsole({ as: seller, at: `${list}${address.search}` });
    await header(elsewhere, 'Source').waitFor();
    assert.deepEqual(await headers(elsewhere), chosen);
    assert.equal(Math.round(await widthOf(header(elsewhere, 'Name'))), Math.round(box.width) + 60);
    await elsewhere.getByRole('button', { name: 'Columns', exact: true }).click();
    await elsewhere.getByRole('button', { name: 'Usual columns' }).click();
    await header(elsewhere, 'Stage').waitFor();
  });

  journey(url, 'is sorted by several columns, searched, and says when nothing matches', async ({ openConsole }) => {
    const page = await openConsole({ as: seller, at: list });
    await header(page, 'Value').getByRole('button', { name: 'Value', exact: true }).click();
    await assertOrder(page, 'Gamma', 'Delta', 'Alpha', 'Beta');
    assert.equal(await header(page, 'Value').getAttribute('aria-sort'), 'ascending');
    await columnAction(page, 'Stage', 'Sort descending');
    await header(page, 'Name')
      .getByRole('button', { name: 'Name', exact: true })
      .click({ modifiers: ['Shift'] });
    await assertOrder(page, 'Alpha', 'Beta', 'Delta', 'Gamma');
    assert.equal(new URL(page.url()).searchParams.get('sort'), '-stage,name');
    await page.reload();
    await assertOrder(page, 'Alpha', 'Beta', 'Delta', 'Gamma');
    await page.getByRole('button', { name: /^Sort\s*2$/ }).click();
    await page.getByRole('button', { name: 'Remove from the order' }).first().click();
    await page.getByRole('button', { name: 'Sort ascending' }).click();
    await assertOrder(page, 'Gamma', 'Delta', 'Beta', 'Alpha');
    await page.keyboard.press('Escape');

    const search = page.getByRole('searchbox', { name: 'Search Opportunities' });
    await search.fill('gam');
    await assertNames(page, 'Gamma');
    await search.fill('no such deal');
    await page.getByText('No Opportunities match').waitFor();
    await page.getByRole('button', { name: 'Show all' }).click();
    await assertNames(page, 'Alpha', 'Beta', 'Gamma', 'Delta');
    assert.equal(await search.inputValue(), '');
  });

  journey(url, 'is filtered by groups of conditions, which the address keeps', async ({ openConsole }) => {
    const page = await openConsole({ as: seller, at: list });
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    const drawer = page.getByRole('dialog', { name: 'Filter' });
    const condition = async (at: number, field: string, operator: string) => {
      await choose(page, drawer.getByRole('combobox', { name: 'Field' }).nth(at), field);
      await choose(page, drawer.getByRole('combobox', { name: 'Comparison' }).nth(at), operator);
    };
    await condition(0, 'Value', 'is at least');
    await drawer.getByRole('textbox', { name: 'Value for Value' }).fill('50');
    await assertNames(page, 'Alpha', 'Beta', 'Delta');
    await drawer.getByRole('button', { name: 'Group', exact: true }).click();
    await condition(1, 'Name', 'is');
    await drawer.getByRole('textbox', { name: 'Value for Name' }).first().fill('Alpha');
    await condition(2, 'Name', 'is');
    await drawer.getByRole('textbox', { name: 'Value for Name' }).last().fill('Delta');
    await assertNames(page, 'Alpha', 'Delta');
    await drawer.getByText('None of these').last().click();
    await assertNames(page, 'Beta');
    await assertAccessible(page);
    await drawer.getByRole('button', { name: 'Done' }).click();

    const chips = page.getByRole('group', { name: 'Conditions of the filter' });
    await chips.getByText('not (Name is Alpha or Name is Delta)').waitFor();
    await page.reload();
    await assertNames(page, 'Beta');
    const colleague = await user({ permissions: ['*'] }, seller);
    const shared = await openConsole({ as: colleague, at: page.url().slice(page.url().indexOf('/m/')) });
    await assertNames(shared, 'Beta');

    await page.getByRole('link', { name: 'Beta' }).click();
    await page.getByRole('heading', { name: 'Beta' }).waitFor();
    await page.goBack();
    await chips.getByText('not (Name is Alpha or Name is Delta)').waitFor();
    await chips.getByRole('button', { name: /^Remove the condition: not/ }).click();
    await assertNames(page, 'Alpha', 'Beta', 'Delta');
    await chips.getByRole('button', { name: 'Remove the condition: Value is at least 50' }).click();
    await assertNames(page, 'Alpha', 'Beta', 'Gamma', 'Delta');
    assert.equal(new URL(page.url()).searchParams.get('filter'), null);
  });

  journey(url, 'gives up one choice after the other as a person goes back', async ({ openConsole }) => {
    const page = await openConsole({ as: seller, at: '/' });
    await page.getByRole('heading', { level: 1 }).filter({ hasText: 'Welcome' }).waitFor();
    await navigate(page, list);
    await assertNames(page, 'Alpha', 'Beta', 'Gamma', 'Delta');
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    const drawer = page.getByRole('dialog', { name: 'Filter' });
    await choose(page, drawer.getByRole('combobox', { name: 'Field' }), 'Value');
    await choose(page, drawer.getByRole('combobox', { name: 'Comparison' }), 'is at least');
    const value = drawer.getByRole('textbox', { name: 'Value for Value' });
    await value.fill('5');
    await page.getByText('Value is at least 5', { exact: true }).waitFor();
    await value.fill('200');
    await assertNames(page, 'Beta');
    await drawer.getByRole('button', { name: 'Done' }).click();
    await header(page, 'Value').getByRole('button', { name: 'Value', exact: true }).click();
    await page.waitForURL(/sort=value/);
    const search = page.getByRole('searchbox', { name: 'Search Opportunities' });
    for (const text of ['be', 'beta']) {
      await search.fill(text);
      await page.waitForURL(new RegExp(`q=${text}$|q=${text}&`));
    }
    await page.locator('label', { hasText: 'Board' }).click();
    await page.waitForURL(/view=board/);

    await page.goBack();
    await page.waitForURL((address) => !address.search.includes('view=board'));
    assert.equal(await search.inputValue(), 'beta');
    // The letters of the search added no history entries: one step back removes the sorting together with the search.
    await page.goBack();
    await page.waitForURL((address) => !address.search.includes('sort='));
    assert.equal(await search.inputValue(), '');
    // The digits of the value added no history entries either.
    await page.getByText('Value is at least 200', { exact: true }).waitFor();
    await page.goBack();
    await assertNames(page, 'Alpha', 'Beta', 'Gamma', 'Delta');
    assert.equal(new URL(page.url()).search, '');
    await page.goBack();
    await page.getByRole('heading', { level: 1 }).filter({ hasText: 'Welcome' }).waitFor();
  });

  journey(url, 'keeps periods that move with the calendar in a view that is shared', async ({ openConsole }) => {
    const page = await openConsole({ as: seller, at: list });
    await columnAction(page, 'Close date', 'Filter by this');
    const drawer = page.getByRole('dialog', { name: 'Filter' });
    await choose(page, drawer.getByRole('combobox', { name: 'Period for Close date' }), 'This month');
    await drawer.getByRole('button', { name: 'Done' }).click();
    await assertNames(page, 'Alpha', 'Gamma');
    await page.getByText('Close date: This month').waitFor();
    await columnAction(page, 'Close date', 'Group by this');
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('menuitem', { name: 'Save as a new view' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Closing soon');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.waitForURL(/saved=/);
    const stored = async (): Promise<Json> => (await seller.get('/api/ui/savedViews')).body.data[0];
    assert.deepEqual((await stored()).filter, { closeDate: { between: 'thisMonth' } });
    assert.match((await stored()).groupBy, /^closeDate/);

    await page.getByRole('button', { name: 'Closing soon' }).click();
    await page.getByRole('menuitem', { name: 'Rename or share' }).click();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('This month');
    await dialog.getByRole('radio', { name: 'Everybody' }).check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'This month', exact: true }).waitFor();
    assert.equal((await stored()).shared, true);

    const colleague = await user({ permissions: ['*'] }, seller);
    const theirs = await openConsole({ as: colleague, at: list });
    await theirs.getByRole('button', { name: 'Views' }).click();
    await theirs.getByRole('menuitem', { name: 'This month' }).click();
    await assertNames(theirs, 'Alpha', 'Gamma');
    assert.equal(await theirs.getByRole('menuitem', { name: 'Delete this view' }).count(), 0);

    // A change of one's own view can be saved or discarded.
    await header(page, 'Value').getByRole('button', { name: 'Value', exact: true }).click();
    await page.getByRole('button', { name: 'Save the view' }).click();
    await eventually(async () => assert.deepEqual((await stored()).sort, ['value']));
    await page.getByRole('button', { name: 'This month', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Delete this view' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.waitForURL((address) => !address.search.includes('saved'));
    assert.equal((await seller.get('/api/ui/savedViews')).body.meta.total, 0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await eventually(async () => assert.equal((await seller.get('/api/ui/savedViews')).body.meta.total, 1));
  });

  journey(url, 'is grouped with counts and sums, has totals, and is exported as shown', async ({ openConsole }) => {
    const page = await openConsole({ as: seller, at: `${list}?sort=name` });
    const totals = page.getByRole('row').last();
    await totals.filter({ hasText: '4 records' }).filter({ hasText: '€450' }).waitFor();
    await columnAction(page, 'Stage', 'Group by this');
    const won = page.getByRole('row', { expanded: true }).filter({ hasText: 'Won' });
    await won.filter({ hasText: '€350' }).waitFor();
    assert.match(await won.innerText(), /Won\s*2/);
    await won.getByText('Won').click();
    await assertNames(page, 'Gamma', 'Delta');
    await page.getByRole('searchbox').fill('a');
    await page.getByRole('searchbox').fill('');

    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Columns as shown, as CSV' }).click();
    const file = await saving;
    const text = await readFile(await file.path(), 'utf8');
    const [head = '', ...rows] = text.replace('\ufeff', '').trim().split('\r\n');
    assert.ok(head.startsWith('Name,'), head);
    assert.deepEqual(
      rows.map((row) => row.split(',')[0]),
      ['Alpha', 'Beta', 'Delta', 'Gamma'],
    );
    await page.getByText('4 rows were exported.').waitFor();
  });

  journey(url, 'says when it cannot be read, and tries again', async ({ openConsole, expectRefusal }) => {
    expectRefusal(503, /opportunities\/search$/);
    const page = await openConsole({ as: seller, at: '/' });
    let down = true;
    await page.route('**/opportunities/search', (route) =>
      down
        ? route.fulfill({ status: 503, json: { error: { code: 'unavailable', message: 'The database rests.' } } })
        : route.continue(),
    );
    await page.goto(`/app${list}`);
    await page.getByText('The server had a problem.').waitFor();
    down = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await assertNames(page, 'Alpha', 'Beta', 'Gamma', 'Delta');
  });

  journey(url, 'scrolls through tens of thousands of rows', async ({ openConsole }) => {
    const rows = 30_000;
    const [{ id }] = await sql(`select id from tenants where account_key = 'default'`);
    await sql(
      `insert into sales_contacts (tenant_id, id, first_name, last_name, created_at, updated_at)
       select $1::bigint, gen_random_uuid(), 'Ada', 'Contact ' || n, now() - n * interval '1 minute', now()
       from generate_series(1, $2::int) n`,
      [id, rows],
    );
    const page = await openConsole({ as: admin, at: '/m/sales/contacts' });
    const grid = page.getByRole('grid', { name: 'Contacts' });
    await grid.getByText('Ada Contact 1', { exact: true }).waitFor();
    await page.getByText(/^30,000 records$/).waitFor();
    assert.equal(await grid.getAttribute('aria-rowcount'), String(rows + 2));
    await grid.focus();
    await page.keyboard.press('Control+End');
    await grid.getByText(`Ada Contact ${rows}`, { exact: true }).waitFor();
    // Only visible rows exist.
    assert.ok((await grid.getByRole('row').count()) < 80);
    await page.mouse.move(700, 500);
    await page.mouse.wheel(0, -36 * 15_000);
    await grid
      .getByText(/^Ada Contact 1[45]\d{3}$/)
      .first()
      .waitFor();
    await page.keyboard.press('Control+Home');
    await grid.getByText('Ada Contact 1', { exact: true }).waitFor();
  });

  journey(url, 'fits a phone, and begins with an invitation when it is empty', async ({ openConsole }) => {
    const page = await openConsole({ as: seller, at: list, viewport: 'phone' });
    await page.getByRole('link', { name: /Alpha/ }).waitFor();
    await assertFits(page);
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('dialog', { name: 'Filter' }).waitFor();
    await assertFits(page);
    await page.keyboard.press('Escape');
    await page.getByRole('checkbox', { name: 'Select Alpha' }).check();
    await page.getByText('1 selected').waitFor();
    await assertFits(page);
    await page.goto(`/app${list}?groupBy=stage`);
    await page.getByRole('button', { name: /Won\s*2\s*€350/ }).waitFor();
    await page.goto('/app/m/sales/leads');
    await page.getByText('No Leads yet').waitFor();
    await page.getByRole('button', { name: 'New Lead' }).click();
    await page.getByRole('dialog').waitFor();
    await settled(page);
  });
});
