import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { eventually } from '../eventually.ts';
import { appForFile, type Client, type Json } from '../harness.ts';
import { until } from '../process.ts';
import { assertAccessible, assertFits, journey, journeys } from './harness.ts';

const { url, tenant, user } = await appForFile();
const deals = '/api/sales/opportunities';
const views = '/api/ui/savedViews';

/** The used properties of an element of the page, because tests have the types of Node. */
interface Scrolled {
  readonly parentElement: { readonly scrollTop: number; scrollTo(to: { top: number }): void };
}

const admin = await tenant();
const seller = await user({ permissions: ['*:read', 'sales:write', 'ui:write'] }, admin);
const viewer = await user({ permissions: ['*:read'] }, admin);
const team = await admin.create('/api/identity/teams', { name: 'North' });
await admin.create('/api/identity/teamUsers', { teamId: team._id, userId: viewer.userId });
const screen = await admin.create('/api/ui/screens', {
  name: 'Open deals',
  modelKey: 'opportunities',
  columns: ['name', 'stage', 'value'],
  defaultFilter: { stage: { ne: 'lost' } },
});
const board = await admin.create('/api/ui/screens', { name: 'Board', modelKey: 'opportunities', layout: 'kanban' });
await admin.create('/api/ui/workspaces', { name: 'Selling', screenIds: [screen._id, board._id], position: 0 });
for (const [name, stage, owner] of [
  ['Alpha', 'proposal', seller],
  ['Beta', 'proposal', viewer],
  ['Gamma', 'won', seller],
  ['Delta', 'lost', viewer],
] as const)
  await admin.create(deals, { name, stage, ownerId: owner.userId });

const at = `/s/${screen._id}`;
const menuButton = (page: Page, name = 'Views'): Locator => page.getByRole('button', { name, exact: true });
const item = (page: Page, name: string): Locator => page.getByRole('menuitem', { name });
const assertNames = (page: Page, ...wanted: string[]): Promise<void> =>
  eventually(async () =>
    assert.deepEqual((await page.getByRole('grid').getByRole('link').allInnerTexts()).sort(), wanted),
  );
const stored = async (client: Client, name: string): Promise<Json> =>
  (await client.get(`${views}?filter[name]=${encodeURIComponent(name)}`)).body.data[0];

/** Filters a list by a reference to a user. */
async function filterByOwner(page: Page, value: RegExp): Promise<void> {
  await page.getByRole('button', { name: /^Filter ?\d*$/ }).click();
  const drawer = page.getByRole('dialog', { name: 'Filter' });
  await drawer.getByRole('button', { name: 'Condition', exact: true }).click();
  await drawer.getByRole('combobox', { name: 'Field' }).last().fill('Owner');
  await page.getByRole('option', { name: 'Owner', exact: true }).click();
  await drawer.getByLabel('Value for Owner').click();
  await page.getByRole('option', { name: value }).click();
  // The list of options stays open, because several options can be chosen.
  await page.keyboard.press('Escape');
  await drawer.getByRole('button', { name: 'Done' }).click();
}

async function saveAs(page: Page, name: string, button = 'Views'): Promise<void> {
  await menuButton(page, button).click();
  await item(page, 'Save as a new view').click();
  const dialog = page.getByRole('dialog', { name: 'Save as a new view' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await menuButton(page, name).waitFor();
}

journeys('the views of a list in the sidebar', () => {
  journey(url, 'are kept by somebody who may only read, with “me” as a value', async ({ openConsole }) => {
    const page = await openConsole({ as: viewer, at });
    await assertNames(page, 'Alpha', 'Beta', 'Gamma');
    await filterByOwner(page, /^Me\b/);
    await page.getByText('Owner is any of Me').waitFor();
    await assertNames(page, 'Beta');
    await saveAs(page, 'My deals');
    assert.deepEqual((await stored(viewer, 'My deals')).filter, { stage: { ne: 'lost' }, ownerId: { in: ['me'] } });
    await assertNames(page, 'Beta');

    // Show all records, then the list as it is defined, and return.
    await menuButton(page, 'My deals').click();
    await assertAccessible(page);
    await item(page, 'All Opportunities').click();
    await assertNames(page, 'Alpha', 'Beta', 'Delta', 'Gamma');
    await menuButton(page, 'All Opportunities').click();
    await item(page, 'Open deals').click();
    await assertNames(page, 'Alpha', 'Beta', 'Gamma');

    // The list opens with the user's default view, on every device.
    await menuButton(page).click();
    await item(page, 'My deals').click();
    await menuButton(page, 'My deals').click();
    await item(page, 'Make it my default').click();
    await page.getByText('This list now starts with My deals.').waitFor();
    const elsewhere = await openConsole({ as: viewer, at });
    await menuButton(elsewhere, 'My deals').waitFor();
    await assertNames(elsewhere, 'Beta');
    await menuButton(elsewhere, 'My deals').click();
    await item(elsewhere, 'No longer my default').click();
    await assertNames(elsewhere, 'Alpha', 'Beta', 'Gamma');

    // Sharing is not offered.
    await menuButton(page, 'My deals').click();
    await item(page, 'Rename or share').click();
    const dialog = page.getByRole('dialog', { name: 'Rename or share' });
    await dialog.getByText('Sharing needs the permission ui:write.').waitFor();
    assert.equal(await dialog.getByRole('radio', { name: 'Everybody' }).isDisabled(), true);
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Deals of mine');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await menuButton(page, 'Deals of mine').click();
    await item(page, 'Duplicate').click();
    await menuButton(page, 'Deals of mine (copy)').click();
    await item(page, 'Delete this view').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await menuButton(page).waitFor();
    await eventually(async () => assert.equal((await viewer.get(views)).body.meta.total, 1));
  });

  journey(url, 'are shared with a team, and become its default by an administrator', async ({ openConsole }) => {
    const page = await openConsole({ as: admin, at: `/s/${board._id}` });
    await page.getByRole('region', { name: 'Won' }).getByRole('link', { name: 'Gamma' }).waitFor();
    await menuButton(page).click();
    await item(page, 'Save as a new view').click();
    const dialog = page.getByRole('dialog', { name: 'Save as a new view' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Board of the team');
    await dialog.getByRole('radio', { name: 'People and teams' }).check();
    assert.equal(await dialog.getByRole('button', { name: 'Save' }).isDisabled(), true);
    await dialog
      .getByRole('textbox', { name: 'Shared with teams' })
      .or(dialog.getByLabel('Shared with teams'))
      .last()
      .click();
    await page.getByRole('option', { name: 'North' }).click();
    await page.keyboard.press('Escape');
    await dialog.getByRole('switch', { name: 'This list starts with it' }).check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await menuButton(page, 'Board of the team').waitFor();
    const view = await stored(admin, 'Board of the team');
    assert.deepEqual([view.viewerTeamIds, view.defaultOn, view.layout], [[team._id], [board._id], 'kanban']);

    const theirs = await openConsole({ as: viewer, at: `/s/${board._id}` });
    await menuButton(theirs, 'Board of the team').click();
    await theirs.getByText('Shared with me').waitFor();
    assert.equal(await item(theirs, 'Delete this view').count(), 0);
    assert.equal(await item(theirs, 'Rename or share').count(), 0);
    const others = await openConsole({ as: seller, at: `/s/${board._id}` });
    await menuButton(others).waitFor();
    await admin.delete(`${views}/${view._id}`);
  });

  journey(url, 'fit a phone', async ({ openConsole }) => {
    await seller.create(views, {
      name: 'A view with quite a long name for a phone',
      modelKey: 'opportunities',
      shared: true,
    });
    const page = await openConsole({ as: viewer, at, viewport: 'phone' });
    await menuButton(page).click();
    await item(page, 'A view with quite a long name').click();
    await assertFits(page);
    await menuButton(page, 'A view with quite a long name for a phone').click();
    await item(page, 'Save as a new view').waitFor();
    await assertFits(page);
    await item(page, 'Save as a new view').click();
    await page.getByRole('dialog', { name: 'Save as a new view' }).waitFor();
    await assertFits(page);
  });

  journey(url, 'speak German', async ({ openConsole }) => {
    const page = await openConsole({ as: viewer, at, language: 'de' });
    await menuButton(page, 'Ansichten').click();
    await item(page, 'Als neue Ansicht speichern').click();
    const dialog = page.getByRole('dialog', { name: 'Als neue Ansicht speichern' });
    await dialog.getByRole('radio', { name: 'Nur ich' }).waitFor();
    await dialog.getByText('Zum Teilen brauchen Sie die Berechtigung ui:write.').waitFor();
  });
});

journeys('a list that a record is opened from', () => {
  const entry = (page: Page, name: string) =>
    page.getByRole('region', { name: 'Selling' }).getByRole('link', { name, exact: true });

  journey(url, 'keeps its entry, view, filter and place while the record is open', async ({ openConsole }) => {
    const operations = Array.from({ length: 120 }, (_, n) => ({
      op: 'create',
      record: { name: `Deal ${String(n).padStart(3, '0')}`, stage: 'proposal', ownerId: seller.userId },
    }));
    await admin.post(`${deals}/bulk`, { operations });
    const view = await seller.create(views, {
      name: 'By name',
      modelKey: 'opportunities',
      filter: { name: { startsWith: 'Deal' } },
      sort: ['name'],
    });
    const page = await openConsole({ as: seller, at: `${at}?saved=${view._id}` });
    const grid = page.getByRole('grid');
    await grid.getByRole('link', { name: 'Deal 000' }).waitFor();
    const deep = grid.getByRole('link', { name: 'Deal 060' });
    // Scrolling loads further rows.
    await until('the row is in sight', async () => {
      await grid.evaluate((table) => (table as unknown as Scrolled).parentElement.scrollTo({ top: 2000 }));
      return deep.isVisible();
    });
    await deep.click();
    await page.getByRole('heading', { name: 'Deal 060' }).waitFor();
    assert.equal(await entry(page, 'Open deals').getAttribute('data-status'), 'active');
    assert.equal(await entry(page, 'Board').getAttribute('data-status'), null);

    // Return by the link above the title.
    await page.getByRole('main').getByRole('link', { name: 'Open deals' }).click();
    await menuButton(page, 'By name').waitFor();
    assert.equal(new URL(page.url()).pathname, `/app${at}`);
    await deep.waitFor();
    assert.ok(await grid.evaluate((table) => (table as unknown as Scrolled).parentElement.scrollTop > 1500));

    // Return by the back button.
    await deep.click();
    await page.getByRole('heading', { name: 'Deal 060' }).waitFor();
    await page.goBack();
    await deep.waitFor();
    await menuButton(page, 'By name').waitFor();
  });
});
