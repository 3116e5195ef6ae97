import assert from 'node:assert/strict';
import { appForFile } from '../harness.ts';
import { assertAccessible, assertFits, journey, journeys } from './harness.ts';

const { url, admin } = await appForFile();
const rules = '/api/data/models/sales/leads/rules';

journeys('rules of a model', () => {
  journey(
    url,
    'a rule is made from conditions, and marks the field that a record lacks',
    async ({ openConsole, openTab, expectRefusal }) => {
      expectRefusal(422, /\/api\/sales\/leads$/);
      const page = await openConsole({ as: admin, at: '/admin/models/sales/leads' });
      await page.getByRole('button', { name: 'Add rule' }).click();
      const dialog = page.getByRole('dialog', { name: 'Add rule' });
      await dialog.getByLabel('Name of the rule').fill('Reachable');
      await dialog.getByRole('combobox', { name: 'Field', exact: true }).fill('Company');
      await page.getByRole('option', { name: 'Company', exact: true }).click();
      await dialog.getByRole('textbox', { name: 'Value for Company' }).fill('Acme');
      await dialog.getByRole('combobox', { name: 'Fields that must have a value' }).fill('Phone');
      await page.getByRole('option', { name: 'Phone', exact: true }).click();
      await dialog.getByLabel('Message').fill('Acme is called, never mailed.');
      await assertAccessible(page);
      await dialog.getByRole('button', { name: 'Add rule' }).click();
      await page.getByText('The rule Reachable was saved.').waitFor();
      const table = page.getByRole('table', { name: 'Rules' });
      await table.getByText('Company contains Acme').waitFor();
      await table.getByText('Needs Phone').waitFor();
      const [stored] = (await admin.get(rules)).body.data;
      assert.deepEqual([stored.when, stored.require], [{ company: { contains: 'Acme' } }, ['phone']]);

      const form = await openTab(page, '/m/sales/leads/new');
      await form.getByRole('textbox', { name: 'Last name' }).fill('Hopper');
      await form.getByRole('textbox', { name: 'Company', exact: true }).fill('Acme');
      await form.getByRole('button', { name: 'Create', exact: true }).click();
      await form.getByText('Acme is called, never mailed.').first().waitFor();
      const phone = form.getByRole('textbox', { name: 'Phone', exact: true });
      assert.equal(await phone.getAttribute('aria-invalid'), 'true');
      await phone.fill('+49 30 1234567');
      await form.getByRole('button', { name: 'Create', exact: true }).click();
      await form.getByRole('heading', { name: /Hopper/, level: 1 }).waitFor();
    },
  );

  journey(url, 'a rule is changed to one that forbids, and deleted', async ({ openConsole }) => {
    const page = await openConsole({ as: admin, at: '/admin/models/sales/leads' });
    await page.getByRole('button', { name: 'Change the rule Reachable' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change rule' });
    await dialog.getByText('Must not be saved').click();
    await dialog.getByLabel('Message').fill('Acme is no customer of ours.');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The rule Reachable was saved.').waitFor();
    const [stored] = (await admin.get(rules)).body.data;
    assert.deepEqual([stored.forbid, stored.require], [true, undefined]);
    await page.setViewportSize({ width: 360, height: 740 });
    await assertFits(page);
    await page.getByRole('button', { name: 'Delete the rule Reachable' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('The rule Reachable was deleted.').waitFor();
    assert.deepEqual((await admin.get(rules)).body.data, []);
  });
});
