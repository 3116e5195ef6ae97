import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { eventually } from '../eventually.ts';
import { appForFile, type Json } from '../harness.ts';
import { journey, journeys } from './harness.ts';

const { url, tenant, user } = await appForFile();
const deals = '/api/sales/opportunities';
const list = '/m/sales/opportunities?sort=name&columns=name,stage,value,probability,tags,ownerId';

const seller = await tenant();
const colleague = await user({ permissions: ['*'] }, seller);
await seller.patch(`/api/identity/users/${colleague.userId}`, { firstName: 'Grace', lastName: 'Hopper' });
const made = new Map<string, string>();
for (const name of ['Alpha', 'Beta', 'Gamma', 'Delta'])
  made.set(name, (await seller.create(deals, { name, stage: 'proposal', value: 100, probability: 50 }))._id);

const pathOf = (name: string): string => `${deals}/${made.get(name)}`;
const stored = async (name: string): Promise<Json> => (await seller.get(pathOf(name))).body;
const assertStored = (name: string, values: Json): Promise<void> =>
  eventually(async () => {
    const record = await stored(name);
    assert.deepEqual(Object.fromEntries(Object.keys(values).map((key) => [key, record[key]])), values);
  });

const row = (page: Page, name: string): Locator =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) });

/** The columns in the address of the list, after the one with the checkboxes. */
const columns = ['name', 'stage', 'value', 'probability', 'tags', 'ownerId'];
const cell = (page: Page, name: string, key: string): Locator =>
  row(page, name)
    .getByRole('gridcell')
    .nth(columns.indexOf(key) + 1);

const undo = (page: Page): Promise<void> => page.getByRole('button', { name: 'Undo' }).last().click();

journeys('editing in a list', () => {
  journey(url, 'saves a cell by mouse and keyboard, checks it, and can be undone', async ({ openConsole }) => {
    const page = await openConsole({ as: seller, at: list });
    await cell(page, 'Alpha', 'value').click();
    const input = page.getByRole('textbox', { name: 'Value' });
    await input.fill('175.5');
    await page.keyboard.press('Enter');
    await page.getByText('Value was changed.').waitFor();
    await assertStored('Alpha', { value: 175.5 });
    await undo(page);
    await assertStored('Alpha', { value: 100 });
    await cell(page, 'Alpha', 'value').getByText('100').waitFor();

    // Do the same by keyboard: one row down, one column right.
    await page.getByRole('grid').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('F2');
    await page.getByRole('textbox', { name: 'Probability' }).fill('150');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').filter({ hasText: '100' }).waitFor();
    await assertStored('Beta', { probability: 50 });
    await page.getByRole('textbox', { name: 'Probability' }).fill('80');
    await page.keyboard.press('Enter');
    await assertStored('Beta', { probability: 80 });
    await page.keyboard.press('F2');
    await page.getByRole('textbox', { name: 'Probability' }).fill('10');
    await page.keyboard.press('Escape');
    await cell(page, 'Beta', 'probability').getByText('80').waitFor();

    await cell(page, 'Beta', 'stage').click();
    await page.getByRole('option', { name: 'Won' }).click();
    await assertStored('Beta', { stage: 'won', probability: 80 });
  });

  journey(url, 'goes on while a slow server saves, and says what was not saved', async (tools) => {
    tools.expectRefusal(412, /\/opportunities\//);
    const page = await tools.openConsole({ as: seller, at: list });
    const held: (() => void)[] = [];
    await page.route(/\/opportunities\/[^/?]+$/, async (route) => {
      if (route.request().method() !== 'PATCH') return route.continue();
      await new Promise<void>((resolve) => held.push(resolve));
      await route.continue();
    });
    const answer = () => {
      for (const release of held.splice(0)) release();
    };
    const input = page.getByRole('textbox', { name: 'Value' });
    await cell(page, 'Delta', 'value').click();
    await input.fill('401');
    // The editor of the next row opens at once, and stays open when the first value is saved.
    for (const key of ['Enter', 'ArrowDown', 'F2']) await page.keyboard.press(key);
    await input.fill('301');
    answer();
    await assertStored('Delta', { value: 401 });
    await cell(page, 'Delta', 'value').getByText('401').waitFor();
    assert.equal(await input.inputValue(), '301');
    // Edit the same cell again before it is saved.
    await page.keyboard.press('Enter');
    await page.keyboard.press('F2');
    answer();
    await assertStored('Gamma', { value: 301 });
    await input.fill('302');
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowUp');
    answer();
    await assertStored('Gamma', { value: 302 });
    // A conflict with another user's change shows only after the person has moved on.
    await cell(page, 'Delta', 'value').click();
    await input.fill('402');
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowUp');
    assert.equal((await colleague.patch(pathOf('Delta'), { value: 999 })).status, 200);
    answer();
    await page
      .getByRole('alert')
      .filter({ hasText: 'Value was not saved' })
      .getByText(/changed this/)
      .waitFor();
    await assertStored('Delta', { value: 999 });
  });

  journey(url, 'overwrites nothing that somebody else has changed', async ({ openConsole, expectRefusal }) => {
    expectRefusal(412, /\/opportunities\//);
    const page = await openConsole({ as: seller, at: list });
    const edit = async (mine: string, theirs: number) => {
      await cell(page, 'Gamma', 'value').click();
      const input = page.getByRole('textbox', { name: 'Value' });
      await input.fill(mine);
      assert.equal((await colleague.patch(pathOf('Gamma'), { value: theirs })).status, 200);
      await input.press('Enter');
      await page.getByText(/changed this meanwhile/).waitFor();
    };
    await edit('111', 222);
    await page.getByRole('button', { name: 'Take theirs' }).click();
    await cell(page, 'Gamma', 'value').getByText('222').waitFor();
    await assertStored('Gamma', { value: 222 });
    await edit('333', 444);
    await page.getByRole('button', { name: 'Keep mine' }).click();
    await assertStored('Gamma', { value: 333 });
  });

  journey(url, 'changes, assigns, tags and deletes many at once, and takes it back', async ({ openConsole }) => {
    const page = await openConsole({ as: seller, at: list });
    const select = (name: string) => cell(page, name, 'name').locator('xpath=preceding-sibling::td');
    const bar = page.getByRole('region', { name: 'Selected records' });
    const dialog = page.getByRole('dialog');
    await select('Alpha').click();
    await select('Delta').click({ modifiers: ['Shift'] });
    await bar.getByText('3 selected').waitFor();
    await select('Beta').click();
    await bar.getByText('2 selected').waitFor();

    await bar.getByRole('button', { name: 'Edit' }).click();
    await dialog.getByRole('combobox', { name: 'Field' }).click();
    await page.getByRole('option', { name: 'Stage', exact: true }).click();
    await dialog.getByLabel('Stage').click();
    await page.getByRole('option', { name: 'Negotiation' }).click();
    await dialog.getByRole('button', { name: 'Change 2 records' }).click();
    await page.getByText('2 records were changed.').waitFor();
    await assertStored('Alpha', { stage: 'negotiation' });
    await assertStored('Delta', { stage: 'negotiation' });
    await undo(page);
    await assertStored('Alpha', { stage: 'proposal' });
    await assertStored('Delta', { stage: 'proposal' });

    const more = async (action: string) => {
      await bar.getByRole('button', { name: 'More' }).click();
      await page.getByRole('menuitem', { name: action }).click();
    };
    await more('Set Owner');
    await dialog.getByLabel('Owner').fill('Grace');
    await page.getByRole('option').filter({ hasText: 'Grace Hopper' }).click();
    await dialog.getByRole('button', { name: 'Change 2 records' }).click();
    await assertStored('Delta', { ownerId: colleague.userId });
    await more('Add tags');
    await dialog.getByLabel('Tags').fill('hot, spring');
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Change 2 records' }).click();
    await eventually(async () => assert.ok((await stored('Alpha')).tags.length > 0));
    await cell(page, 'Alpha', 'tags').getByText('hot').waitFor();
    await more('Remove tags');
    await dialog.getByLabel('Tags').fill('hot');
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Change 2 records' }).click();
    await eventually(async () => assert.ok(!(await stored('Alpha')).tags.includes('hot')));

    await bar.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByText(/2 records are deleted/).waitFor();
    await dialog.getByRole('button', { name: 'Delete 2 records' }).click();
    await row(page, 'Alpha').waitFor({ state: 'detached' });
    assert.equal((await seller.get(pathOf('Alpha'))).status, 404);
    await undo(page);
    await row(page, 'Alpha').waitFor();
    assert.equal((await seller.get(pathOf('Delta'))).status, 200);

    await page.getByRole('checkbox', { name: 'Select all' }).click();
    await bar.getByText('4 selected').waitFor();
    await bar.getByRole('button', { name: 'Clear the selection' }).click();
    await bar.waitFor({ state: 'detached' });
  });

  journey(url, 'is not offered to those who may only read', async ({ openConsole }) => {
    const reader = await user({ permissions: ['sales:read', 'ui:read', 'identity:read'] }, seller);
    const page = await openConsole({ as: reader, at: list });
    await cell(page, 'Alpha', 'value').click();
    assert.equal(await page.getByRole('textbox', { name: 'Value' }).count(), 0);
    assert.equal(await page.getByRole('button', { name: 'New', exact: true }).count(), 0);
    await page.getByRole('checkbox', { name: 'Select all' }).click();
    const bar = page.getByRole('region', { name: 'Selected records' });
    await bar.getByText('4 selected').waitFor();
    assert.equal(await bar.getByRole('button', { name: 'Delete' }).count(), 0);
    await bar.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Export the selected' }).waitFor();
  });
});
