import assert from 'node:assert/strict';
import { appForFile } from '../harness.ts';
import { assertAccessible, assertFits, journey, journeys } from './harness.ts';

const { url, admin } = await appForFile();
const vehicles = '/api/data/models/sales/vehicles';

journeys('models and fields', () => {
  journey(
    url,
    'a model is made with fields of its own, and is there at once',
    async ({ openConsole, openTab, expectRefusal }) => {
      expectRefusal(409, /\/fields$/);
      const page = await openConsole({ as: admin, at: '/admin/models' });
      await page.getByRole('button', { name: 'Create model' }).click();
      const dialog = page.getByRole('dialog', { name: 'Create model' });
      await dialog.getByLabel('Name of one record').fill('Vehicle');
      await dialog.getByLabel('Name of several').fill('Vehicles');
      assert.equal(await dialog.getByLabel('Name in the API').inputValue(), 'vehicles');
      await dialog.getByRole('button', { name: 'Create model' }).click();
      await page.getByRole('heading', { name: 'Vehicles', level: 1 }).waitFor();

      const add = async (label: string, type: string, more: () => Promise<void> = async () => {}) => {
        await page.getByRole('button', { name: 'Add field' }).click();
        await field.getByRole('textbox', { name: 'Label' }).fill(label);
        await field.getByRole('combobox', { name: 'Type' }).fill(type);
        await page.getByRole('option', { name: type, exact: true }).click();
        await more();
        await field.getByRole('button', { name: 'Add field' }).click();
        await page.getByText(`${label} was saved.`).waitFor();
      };
      const field = page.getByRole('dialog', { name: 'Add field' });
      await add('Fuel', 'Choice', async () => {
        for (const [n, value] of ['petrol', 'electric'].entries()) {
          await field.getByRole('button', { name: 'Add option' }).click();
          await field.getByLabel(`Value of option ${n + 1}`).fill(value);
        }
        await field.getByLabel('Text of option 2').fill('Electric motor');
      });
      await add('Seats', 'Whole number', async () => {
        await field.getByLabel('Least value').fill('1');
        await field.getByRole('combobox', { name: 'Group' }).fill('Inside');
      });
      await add('Driver', 'Reference', async () => {
        await field.getByRole('combobox', { name: 'Refers to' }).fill('sales.contacts');
        await page.getByRole('option', { name: 'Contacts (sales.contacts)' }).click();
      });
      const made = (await admin.get(vehicles)).body.fields.filter(({ custom }: { custom?: true }) => custom);
      assert.deepEqual(
        made.map(({ key, type, group }: Record<string, unknown>) => [key, type, group]),
        [
          ['name', 'text', undefined],
          ['fuel', 'choice', undefined],
          ['seats', 'integer', 'Inside'],
          ['driver', 'reference', undefined],
        ],
      );
      await page.getByRole('button', { name: 'Add field' }).click();
      await field.getByRole('textbox', { name: 'Label' }).fill('Fuel');
      await field.getByRole('button', { name: 'Add field' }).click();
      await field
        .getByText(/fuel exists already/)
        .first()
        .waitFor();
      await page.keyboard.press('Escape');

      // Forms and lists show the new field without a restart.
      const list = await openTab(page, '/m/sales/vehicles/new');
      await list.getByRole('textbox', { name: 'Name' }).fill('Van');
      await list.getByLabel('Fuel').first().click();
      await list.getByRole('option', { name: 'Electric motor' }).click();
      await list.getByRole('button', { name: 'Create', exact: true }).click();
      await list.getByRole('heading', { name: 'Van', level: 1 }).waitFor();
      const [van] = (await admin.get('/api/sales/vehicles')).body.data;
      assert.deepEqual([van.name, van.fuel], ['Van', 'electric']);
      await list.goto('/app/m/sales/vehicles');
      await list.getByRole('columnheader', { name: /Fuel/ }).waitFor();
      await list.getByText('Electric motor').waitFor();
    },
  );

  journey(url, 'own fields are put in order and into groups, beside the form', async ({ openConsole }) => {
    const page = await openConsole({ as: admin, at: '/admin/models/sales/vehicles' });
    await page.getByRole('button', { name: 'Arrange fields' }).click();
    const dialog = page.getByRole('dialog', { name: 'Arrange fields' });
    const save = dialog.getByRole('button', { name: 'Save' });
    assert.equal(await save.isDisabled(), true);
    await dialog.getByRole('button', { name: /Move Driver up/ }).click();
    await dialog.getByRole('button', { name: /Move Driver up/ }).click();
    await dialog.getByRole('combobox', { name: 'Group of Fuel' }).fill('Inside');
    const preview = dialog.getByRole('region', { name: 'The form' });
    await preview.getByRole('heading', { name: 'Inside' }).waitFor();
    await assertAccessible(page);
    await save.click();
    await page.getByText('The fields of Vehicles were arranged.').waitFor();
    const fields = (await admin.get(vehicles)).body.fields.filter(({ custom }: { custom?: true }) => custom);
    assert.deepEqual(
      fields.map(({ key, group }: Record<string, unknown>) => [key, group]),
      [
        ['name', undefined],
        ['driver', undefined],
        ['fuel', 'Inside'],
        ['seats', 'Inside'],
      ],
    );
    await page.getByRole('button', { name: 'Preview form' }).click();
    const form = page.getByRole('dialog', { name: 'New: Vehicle' });
    await form.getByRole('heading', { name: 'Inside' }).waitFor();
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 360, height: 740 });
    await page.getByRole('button', { name: 'Arrange fields' }).click();
    await dialog.getByText('Driver').first().waitFor();
    await assertFits(page);
  });

  journey(
    url,
    'a field is changed, deleted and restored, and so is a model',
    async ({ openConsole, expectRefusal }) => {
      expectRefusal(409, /\/models\/sales\/vehicles$/);
      const page = await openConsole({ as: admin, at: '/admin/models/sales/vehicles' });
      await page.getByRole('button', { name: 'Change Seats' }).click();
      const change = page.getByRole('dialog', { name: 'Change field' });
      assert.equal(await change.getByLabel('Name in the API').isDisabled(), true);
      await change.getByRole('textbox', { name: 'Label' }).fill('Places');
      await change.getByRole('combobox', { name: 'Group' }).fill('');
      await change.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Places was saved.').waitFor();
      await page.getByRole('button', { name: 'Delete Places' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await page.getByText('Places was deleted.').waitFor();
      await page
        .getByRole('table', { name: 'Deleted' })
        .getByRole('button', { name: /Restore/ })
        .click();
      await page.getByText('Places was restored.').waitFor();
      const seats = (await admin.get(vehicles)).body.fields.find(({ key }: { key: string }) => key === 'seats');
      assert.deepEqual([seats.label, seats.group], ['Places', undefined]);

      await page.getByRole('button', { name: 'Actions for this model' }).click();
      await page.getByRole('menuitem', { name: 'Delete model' }).click();
      const ask = page.getByRole('dialog', { name: /^Delete Vehicles?\?$/ });
      await ask.getByLabel('Delete its records too').check();
      await ask.getByRole('button', { name: 'Delete model' }).click();
      await page.getByText(/^Vehicles? was deleted\.$/).waitFor();
      assert.equal((await admin.get(vehicles)).status, 404);
      await page.goto('/app/admin/models?tab=deleted');
      await page
        .getByRole('row')
        .filter({ hasText: 'Vehicle' })
        .first()
        .getByRole('button', { name: /Restore/ })
        .click();
      await page.getByText(/Vehicles? was restored\./).waitFor();
      assert.equal((await admin.get('/api/sales/vehicles')).body.data.length, 1);
    },
  );
});
