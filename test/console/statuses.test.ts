import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { eventually } from '../eventually.ts';
import { appForFile, type Json } from '../harness.ts';
import { assertAccessible, journey, journeys } from './harness.ts';

const { url, tenant } = await appForFile();
const admin = await tenant();
const stages = '/api/sales/opportunityStatuses';
const deals = '/api/sales/opportunities';

const read = async (path: string): Promise<Json> => (await admin.get(path)).body;
const stageNamed = async (name: string): Promise<Json> =>
  (await read(`${stages}?filter[name]=${encodeURIComponent(name)}`)).data[0];

const list = (page: Page): Locator => page.getByRole('list', { name: 'Statuses in order' });
/** The names of the statuses in the shown order. */
async function names(page: Page): Promise<string[]> {
  const buttons = await list(page)
    .getByRole('button', { name: /^Edit / })
    .all();
  const labels = await Promise.all(buttons.map((button) => button.getAttribute('aria-label')));
  return labels.map((label) => String(label).slice('Edit '.length));
}

journeys('statuses and pipelines', () => {
  journey(url, 'stages are sorted, changed, merged and replaced', async ({ openConsole, expectRefusal }) => {
    const deal = await admin.create(deals, { name: 'Engine', stage: 'qualification' });
    expectRefusal(409, /opportunityStatuses/);
    const page = await openConsole({ as: admin, at: '/admin/statuses' });
    await list(page).waitFor();
    const before = await names(page);
    assert.deepEqual(before.slice(0, 3), ['Prospecting', 'Qualification', 'Needs analysis']);
    await assertAccessible(page);

    await page.getByRole('button', { name: 'Move Needs analysis up' }).click();
    await eventually(async () => assert.equal((await stageNamed('Needs analysis')).position, 2));
    assert.deepEqual((await names(page)).slice(0, 3), ['Prospecting', 'Needs analysis', 'Qualification']);

    // A renamed stage keeps its key, so deals and filters keep it too.
    await page.getByRole('button', { name: 'Edit Qualification' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit Qualification' });
    await edit.getByRole('textbox', { name: 'Name' }).fill('Qualified');
    await edit.getByRole('textbox', { name: 'Colour', exact: true }).fill('#8e44ad');
    await edit.getByRole('switch', { name: 'Status of new records' }).check();
    await assertAccessible(page);
    await edit.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Edit Qualified' }).waitFor();
    await list(page).getByRole('listitem').filter({ hasText: 'Qualified' }).getByText('Default').waitFor();
    const renamed = await stageNamed('Qualified');
    assert.deepEqual([renamed.key, renamed.color, renamed.isDefault], ['qualification', '#8e44ad', true]);
    assert.equal((await stageNamed('Prospecting')).isDefault, false);
    // The default has no button that deletes it.
    assert.equal(await page.getByRole('button', { name: 'Delete Qualified' }).count(), 0);

    await admin.patch(`${deals}/${deal._id}`, { stage: 'needsAnalysis' });
    await page.getByRole('button', { name: 'Delete Needs analysis' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    const replace = page.getByRole('dialog').filter({ hasText: 'Replace and delete' });
    await replace.getByText('Records have the status Needs analysis').waitFor();
    await replace.getByRole('combobox', { name: 'New status of these records' }).click();
    await page.getByRole('option', { name: 'Qualified' }).click();
    await replace.getByRole('button', { name: 'Replace and delete' }).click();
    await page.getByText('Needs analysis was merged into Qualified.').waitFor();
    await page.getByRole('button', { name: 'Edit Needs analysis' }).waitFor({ state: 'detached' });
    assert.equal((await read(`${deals}/${deal._id}`)).stage, 'qualification');

    await page.getByRole('button', { name: 'Delete Prospecting' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText('Prospecting was deleted.').waitFor();
    await page.getByRole('button', { name: 'Edit Prospecting' }).waitFor({ state: 'detached' });
  });

  journey(url, 'a second pipeline has stages of its own, which its board shows', async ({ openConsole }) => {
    const page = await openConsole({ as: admin, at: '/admin/statuses' });
    await page.getByRole('button', { name: 'New pipeline' }).click();
    const dialog = page.getByRole('dialog', { name: 'New pipeline' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Renewals');
    await dialog.getByRole('button', { name: 'New pipeline' }).click();
    await page.getByRole('combobox', { name: 'Pipeline' }).and(page.locator('[value="Renewals"]')).waitFor();
    await page.getByText('There is no stage yet').waitFor();
    await page.getByRole('button', { name: 'New status' }).click();
    const status = page.getByRole('dialog', { name: 'New status' });
    await status.getByRole('textbox', { name: 'Name' }).fill('Reminder sent');
    await status.getByRole('textbox', { name: 'Probability' }).fill('70');
    await status.getByRole('button', { name: 'New status' }).click();
    await page.getByRole('button', { name: 'Edit Reminder sent' }).waitFor();
    const made = await stageNamed('Reminder sent');
    const pipeline = (await read('/api/sales/pipelines?filter[name]=Renewals')).data[0];
    assert.deepEqual([made.pipelineId, made.probability, made.category], [pipeline._id, 70, 'open']);
    await page.goto('/app/m/sales/opportunities?view=board');
    await page.getByRole('combobox', { name: 'Pipeline' }).click();
    await page.getByRole('option', { name: 'Renewals' }).click();
    await page.getByRole('heading', { name: 'Reminder sent' }).waitFor();
  });
});
