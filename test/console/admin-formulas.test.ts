import assert from 'node:assert/strict';
import { eventually } from '../eventually.ts';
import { appForFile } from '../harness.ts';
import { assertAccessible, assertFits, journey, journeys } from './harness.ts';

const { url, tenant } = await appForFile();
const admin = await tenant();
const deals = '/api/sales/opportunities';
const accounts = '/api/sales/accounts';
const dealModel = '/api/data/models/sales/opportunities';
const accountModel = '/api/data/models/sales/accounts';

const account = await admin.create(accounts, { name: 'Acme', annualRevenue: 1000 });
const large = await admin.create(deals, { name: 'Large', value: 1000, stage: 'won', accountId: account._id });
await admin.create(deals, { name: 'Small', value: 50, stage: 'lost', accountId: account._id });

const fieldOf = async (model: string, key: string) =>
  (await admin.get(model)).body.fields.find((field: { key: string }) => field.key === key);

journeys('formulas and rollups', () => {
  journey(
    url,
    'a formula is written with suggestions, its error is shown at its place, and its result on a record',
    async ({ openConsole, openTab, expectRefusal }) => {
      expectRefusal(422, /\/formulas\/preview$/);
      const page = await openConsole({ as: admin, at: '/admin/models/sales/opportunities' });
      await page.getByRole('button', { name: 'Add field' }).click();
      const dialog = page.getByRole('dialog', { name: 'Add field' });
      await dialog.getByRole('textbox', { name: 'Label' }).fill('Commission');
      await dialog.getByRole('combobox', { name: 'Type' }).fill('Formula');
      await page.getByRole('option', { name: 'Formula', exact: true }).click();
      const formula = dialog.getByRole('textbox', { name: 'Formula' });
      await formula.pressSequentially('val');
      await dialog.getByRole('option').filter({ hasText: 'value' }).first().waitFor();
      await formula.press('Enter');
      assert.equal(await formula.inputValue(), 'value');

      await formula.pressSequentially(' * rte');
      await dialog.getByText(/There is no field rte/).waitFor();
      assert.equal(await dialog.locator('mark').textContent(), 'rte');
      await formula.fill('value * 0.1');
      const result = dialog.getByRole('status', { name: 'Result' });
      // The newest record is the default.
      await result.getByText('5', { exact: true }).waitFor();
      assert.equal(await dialog.locator('mark').count(), 0);
      const record = dialog.getByLabel('Try it on a record').first();
      await record.click();
      await record.fill('Large');
      await page.getByRole('option', { name: 'Large', exact: true }).click();
      await result.getByText('100', { exact: true }).waitFor();
      await assertAccessible(page);
      await dialog.getByRole('button', { name: 'Add field' }).click();
      await page.getByText('Commission was saved.').waitFor();
      const field = await fieldOf(dealModel, 'commission');
      assert.deepEqual(
        [field.type, field.behaviour.formula, field.behaviour.resultType],
        ['formula', 'value * 0.1', 'number'],
      );

      // Lists show the value, and filter by it as by a number.
      const list = await openTab(page, '/m/sales/opportunities?columns=name,commission');
      await list.getByRole('gridcell', { name: '100' }).waitFor();
      await list.getByRole('button', { name: 'Filter', exact: true }).click();
      const drawer = list.getByRole('dialog', { name: 'Filter' });
      await drawer.getByRole('combobox', { name: 'Field' }).click();
      await list.getByRole('option', { name: 'Commission', exact: true }).click();
      await drawer.getByRole('combobox', { name: 'Comparison' }).click();
      await list.getByRole('option', { name: 'is at least', exact: true }).click();
      await drawer.getByRole('textbox', { name: 'Value for Commission' }).fill('20');
      await drawer.getByRole('button', { name: 'Done' }).click();
      await eventually(async () =>
        assert.deepEqual(await list.getByRole('grid').getByRole('link').allInnerTexts(), ['Large']),
      );

      // The record shows it, and no form asks for it.
      await list.goto(`/app/m/sales/opportunities/${large._id}`);
      await list.getByText('Commission').first().waitFor();
      await list.goto('/app/m/sales/opportunities/new');
      await list.getByRole('textbox', { name: 'Name' }).waitFor();
      assert.equal(await list.getByLabel('Commission').count(), 0);
    },
  );

  journey(url, 'a rollup, a stamp and a copied value are made and changed', async ({ openConsole }) => {
    const page = await openConsole({ as: admin, at: '/admin/models/sales/accounts' });
    await page.getByRole('button', { name: 'Add field' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add field' });
    const pick = async (label: string | RegExp, option: string) => {
      await dialog.getByRole('combobox', { name: label }).fill(option);
      await page.getByRole('option', { name: option, exact: true }).click();
    };
    const choose = async (label: string, option: string) => {
      await dialog.getByRole('combobox', { name: label, exact: true }).click();
      await page.getByRole('option', { name: option, exact: true }).click();
    };
    await dialog.getByRole('textbox', { name: 'Label' }).fill('Won total');
    await pick('Type', 'Rollup');
    await pick('Records that refer to this one', 'Opportunities (Account)');
    await choose('What is computed', 'Sum');
    await pick('Of the field', 'Value');
    await dialog.getByRole('switch', { name: 'Only some of the records' }).check();
    await choose('Field', 'Stage');
    await dialog.getByLabel('Value for Stage').first().fill('won');
    await page.getByRole('option').first().click();
    await dialog.getByText('Records that count').click();
    await assertAccessible(page);
    await dialog.getByRole('button', { name: 'Add field' }).click();
    await page.getByText('Won total was saved.').waitFor();
    assert.equal((await admin.get(`${accounts}/${account._id}`)).body.wonTotal, 1000);
    await page.getByRole('button', { name: 'Change Won total' }).click();
    const change = page.getByRole('dialog', { name: 'Change field' });
    await change.getByRole('combobox', { name: 'What is computed' }).click();
    await page.getByRole('option', { name: 'Number of records', exact: true }).click();
    await change.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Won total was saved.').first().waitFor();
    await eventually(async () => assert.equal((await admin.get(`${accounts}/${account._id}`)).body.wonTotal, 1));

    await page.goto('/app/admin/models/sales/opportunities');
    await page.getByRole('button', { name: 'Add field' }).click();
    await dialog.getByRole('textbox', { name: 'Label' }).fill('Decided on');
    await pick('Type', 'Date');
    await choose('Filled in', 'When a condition becomes true');
    await dialog.getByRole('combobox', { name: 'Field of condition 1' }).fill('Stage');
    await page.getByRole('option', { name: 'Stage', exact: true }).click();
    await dialog.getByLabel('Values of condition 1').first().fill('won');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await dialog.getByRole('button', { name: 'Add field' }).click();
    await page.getByText('Decided on was saved.').waitFor();
    const stamp = (await fieldOf(dealModel, 'decidedOn')).behaviour;
    assert.deepEqual([stamp.kind, stamp.set, stamp.when], ['stamp', 'today', { stage: ['won'] }]);

    await page.getByRole('button', { name: 'Add field' }).click();
    await dialog.getByRole('textbox', { name: 'Label' }).fill('Revenue then');
    await pick('Type', 'Number');
    await choose('Filled in', 'From a referenced record');
    await pick('Copied value', 'Account › Annual revenue');
    await dialog.getByRole('button', { name: 'Add field' }).click();
    await page.getByText('Revenue then was saved.').waitFor();
    assert.deepEqual((await fieldOf(dealModel, 'revenueThen')).behaviour, {
      kind: 'follow',
      follow: 'accountId.annualRevenue',
    });
    await page.getByRole('button', { name: 'Change Revenue then' }).click();
    await change.getByRole('combobox', { name: 'Filled in' }).click();
    await page.getByRole('option', { name: 'By people', exact: true }).click();
    await change.getByRole('button', { name: 'Save' }).click();
    await eventually(async () => assert.equal((await fieldOf(dealModel, 'revenueThen')).behaviour, undefined));
    assert.equal((await fieldOf(accountModel, 'wonTotal')).behaviour.filter.stage !== undefined, true);
    await page.setViewportSize({ width: 360, height: 740 });
    await page.getByRole('button', { name: 'Add field' }).click();
    await pick('Type', 'Formula');
    await assertFits(page);
  });
});
