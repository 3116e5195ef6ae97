import assert from 'node:assert/strict';
import { appForFile, type Json } from '../harness.ts';
import { assertAccessible, assertFits, journey, journeys } from './harness.ts';

const { url, admin } = await appForFile();
await admin.create('/api/sales/opportunities', { name: 'Harbour lights', stage: 'prospecting', value: 1200 });
await admin.create('/api/sales/opportunities', { name: 'Old mill', stage: 'closedLost', value: 10 });
const named = async (model: string, name: string): Promise<Json> =>
  (await admin.get(`/api/ui/${model}?filter[name]=${encodeURIComponent(name)}`)).body.data[0];

journeys('screens and workspaces', () => {
  journey(url, 'a screen is made with a preview of real records', async ({ openConsole }) => {
    const page = await openConsole({ as: admin, at: '/admin/screens' });
    await page.getByRole('link', { name: 'New screen' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Big deals');
    await page.getByRole('combobox', { name: 'Model' }).fill('Opportunities');
    await page.getByRole('option', { name: 'Opportunities', exact: true }).first().click();
    const preview = page.getByRole('region', { name: 'Preview' });
    await preview.getByText('Harbour lights').waitFor();
    for (const column of ['Name', 'Value']) {
      await page.getByRole('combobox', { name: 'Add a field' }).fill(column);
      await page.getByRole('option', { name: column, exact: true }).click();
    }
    await page.getByRole('button', { name: 'Move Value up' }).click();
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByText('Big deals is saved.').waitFor();
    const screen = await named('screens', 'Big deals');
    assert.deepEqual([screen.layout, screen.columns], ['list', ['value', 'name']]);

    await page.getByRole('combobox', { name: 'Layout' }).click();
    await page.getByRole('option', { name: 'Board', exact: true }).click();
    await preview.getByText('Prospecting').first().waitFor();
    await page.getByRole('combobox', { name: 'Columns of the board' }).fill('Stage');
    await page.getByRole('option', { name: 'Stage', exact: true }).click();
    await page.keyboard.press('ControlOrMeta+S');
    await page.getByText('Big deals is saved.').last().waitFor();
    await assertAccessible(page);
    await page.getByRole('link', { name: 'Open screen' }).click();
    await page.getByRole('heading', { name: 'Big deals', level: 1 }).waitFor();
    await page.getByText('Harbour lights').waitFor();
    const stored = await named('screens', 'Big deals');
    assert.deepEqual([stored.layout, stored.groupByField], ['kanban', 'stage']);
  });

  journey(url, 'a screen is sorted by several fields', async ({ openConsole }) => {
    const { _id } = await admin.create('/api/ui/screens', {
      name: 'Sorted deals',
      modelKey: 'sales.opportunities',
      defaultSort: ['-stage', 'name'],
    });
    const page = await openConsole({ as: admin, at: `/admin/screens/${_id}` });
    const key = (number: number) => page.getByRole('combobox', { name: `Sort field ${number}` });
    assert.deepEqual([await key(1).inputValue(), await key(2).inputValue()], ['Stage', 'Name']);
    await page.getByRole('button', { name: 'Sort ascending' }).click();
    await page.getByRole('combobox', { name: 'Add a sort field' }).fill('Value');
    await page.getByRole('option', { name: 'Value', exact: true }).click();
    await key(3).waitFor();
    await page.getByRole('button', { name: 'Remove from the order' }).first().click();
    await key(3).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Sorted deals is saved.').waitFor();
    assert.deepEqual((await named('screens', 'Sorted deals')).defaultSort, ['-name', 'value']);
  });

  journey(url, 'a workspace gathers screens in the sidebar', async ({ openConsole }) => {
    const page = await openConsole({ as: admin, at: '/admin/workspaces' });
    await page.getByRole('link', { name: 'New workspace' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Harbour');
    for (const name of ['Big deals', 'Contacts']) {
      await page.getByRole('combobox', { name: 'Add a screen' }).fill(name);
      await page.getByRole('option', { name, exact: true }).first().click();
    }
    await page.getByRole('button', { name: 'Move Contacts up' }).click();
    await page.getByRole('button', { name: 'Open Contacts first' }).click();
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByText('Harbour is saved.').waitFor();
    const workspace = await named('workspaces', 'Harbour');
    const big = await named('screens', 'Big deals');
    assert.equal(workspace.screenIds.length, 2);
    assert.equal(workspace.screenIds[1], big._id);
    assert.equal(workspace.defaultScreenId, workspace.screenIds[0]);
    const sidebar = page.getByRole('navigation', { name: 'Sidebar' });
    await sidebar.getByRole('button', { name: 'Harbour', exact: true }).click();
    await sidebar.getByRole('region', { name: 'Harbour' }).getByRole('link', { name: 'Big deals' }).waitFor();
    // It comes last, before the administration.
    const headings = await sidebar.locator('[aria-expanded]').allInnerTexts();
    const order = ['Support', 'Harbour', 'Administration'].map((name) =>
      headings.findIndex((text) => text.trim().toLowerCase() === name.toLowerCase()),
    );
    assert.deepEqual(
      order.map((at) => at - (order[0] ?? 0)),
      [0, 1, 2],
      headings.join(),
    );

    await page.goto('/app/admin/workspaces');
    const names = async () =>
      (await page.getByRole('list', { name: 'Workspaces' }).getByRole('link').allInnerTexts()).map((text) =>
        text.trim(),
      );
    await page.getByRole('button', { name: 'Move Harbour down' }).waitFor();
    const before = await names();
    const saved = page.waitForResponse((response) => response.url().endsWith('/api/ui/workspaces/bulk'));
    await page.getByRole('button', { name: 'Move Harbour down' }).click();
    assert.equal((await saved).status(), 200);
    await page.reload();
    await page.getByRole('button', { name: 'Move Harbour down' }).waitFor();
    assert.equal((await names()).indexOf('Harbour'), before.indexOf('Harbour') + 1);
    await page.setViewportSize({ width: 360, height: 740 });
    await assertFits(page);
  });

  journey(url, 'what somebody else saved meanwhile is not lost', async ({ openConsole, expectRefusal }) => {
    expectRefusal(412, /\/screens\//);
    const screen = await named('screens', 'Big deals');
    const page = await openConsole({ as: admin, at: `/admin/screens/${screen._id}` });
    await page.getByRole('textbox', { name: 'Description' }).fill('Mine');
    await admin.patch(`/api/ui/screens/${screen._id}`, { name: 'Huge deals' });
    await page.getByText('Somebody else saved this while you were editing.').waitFor();
    await page.getByRole('button', { name: 'Keep my changes' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText(/is saved\./).waitFor();
    const merged = (await admin.get(`/api/ui/screens/${screen._id}`)).body;
    assert.deepEqual([merged.name, merged.description], ['Huge deals', 'Mine']);

    await page.getByRole('textbox', { name: 'Description' }).fill('Never saved');
    await page.getByRole('link', { name: 'Screens' }).last().click();
    const ask = page.getByRole('dialog', { name: 'Changes are not saved' });
    await ask.getByRole('button', { name: 'Stay here' }).click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('heading', { name: 'Screens', level: 1 }).waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Huge deals' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('main').getByRole('link', { name: 'Huge deals' }).waitFor();
    assert.equal((await admin.get(`/api/ui/screens/${screen._id}`)).status, 200);
  });
});
