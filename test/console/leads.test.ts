import assert from 'node:assert/strict';
import { appForFile, type Json } from '../harness.ts';
import { until } from '../process.ts';
import { journey, journeys } from './harness.ts';

const { url, admin } = await appForFile();

const read = async (path: string): Promise<Json> => (await admin.get(path)).body;

journeys('a lead', () => {
  journey(url, 'is converted with the contact that exists already, and back', async ({ openConsole }) => {
    const contact = await admin.create('/api/sales/contacts', { lastName: 'Hopper', email: 'grace@navy.example' });
    const lead = await admin.create('/api/sales/leads', {
      firstName: 'Grace',
      lastName: 'Hopper',
      email: 'grace@navy.example',
      company: 'Navy',
      estimatedValue: 9000,
    });
    const page = await openConsole({ as: admin, at: `/m/sales/leads/${lead._id}` });
    await page.getByRole('button', { name: 'Convert', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Convert the lead' });
    await dialog.getByText('There is a contact with this address.').waitFor();
    assert.equal(await dialog.getByRole('combobox', { name: 'Contact' }).inputValue(), 'Hopper · grace@navy.example');
    assert.equal(await dialog.getByRole('combobox', { name: 'Account' }).inputValue(), 'New: Navy');
    await dialog.getByLabel('Name of the opportunity').fill('Compilers');
    await dialog.getByRole('button', { name: 'Convert', exact: true }).click();
    await page.getByText('Contact: Hopper').waitFor();
    await page.getByText('Opportunity: Compilers').waitFor();
    const after = await read(`/api/sales/leads/${lead._id}`);
    assert.deepEqual([after.status, after.convertedContactId], ['converted', contact._id]);
    const deal = await read(`/api/sales/opportunities/${after.convertedOpportunityId}`);
    assert.deepEqual([deal.name, deal.value], ['Compilers', 9000]);

    await page.getByRole('button', { name: 'Undo the conversion' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Undo the conversion' }).click();
    await page.getByRole('button', { name: 'Convert', exact: true }).waitFor();
    assert.equal((await read(`/api/sales/leads/${lead._id}`)).convertedAt, null);
  });

  journey(url, 'gets points by a rule, which the page explains', async ({ openConsole }) => {
    const lead = await admin.create('/api/sales/leads', { lastName: 'Known', company: 'Rules' });
    const page = await openConsole({ as: admin, at: '/admin/leads' });
    await page.getByRole('button', { name: 'New scoring rule' }).click();
    const dialog = page.getByRole('dialog', { name: 'New scoring rule' });
    await dialog.getByLabel('Name').fill('Has a task');
    await dialog.getByLabel('Points').fill('15');
    await dialog.getByLabel('Event').fill('task.created');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await page.getByText('for each task.created').waitFor();
    await admin.create('/api/sales/tasks', { title: 'Call', leadId: lead._id });
    await until('the score', async () => (await read(`/api/sales/leads/${lead._id}`)).score === 15);
    await page.goto(`${url}/app/m/sales/leads/${lead._id}`);
    await page.getByRole('button', { name: 'Score 15' }).click();
    await page.getByText('Has a task').waitFor();
  });
});
