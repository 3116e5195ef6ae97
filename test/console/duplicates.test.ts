import assert from 'node:assert/strict';
import { eventually } from '../eventually.ts';
import { appForFile, type Json } from '../harness.ts';
import { assertAccessible, journey, journeys } from './harness.ts';

const { url, tenant } = await appForFile();
const seller = await tenant();
const contacts = '/api/sales/contacts';

const contact = (record: Json): Promise<Json> => seller.create(contacts, record);
const read = async (id: string): Promise<Json> => (await seller.get(`${contacts}/${id}`)).body;

journeys('duplicates', () => {
  journey(url, 'are worked through: compared, merged, undone and dismissed', async ({ openConsole }) => {
    const first = await contact({ firstName: 'Ada', lastName: 'King', email: 'ada@example.com', title: 'Countess' });
    const second = await contact({ firstName: 'Ada', lastName: 'Lovelace', email: 'ADA@example.com' });
    const note = await seller.create('/api/sales/contactNotes', { contactId: second._id, content: 'Engine' });
    const page = await openConsole({ as: seller, at: '/duplicates' });
    const group = page.getByRole('region', { name: 'Same: Email' });
    await group.getByText('Ada Lovelace').waitFor();
    await assertAccessible(page);

    await group.getByRole('link', { name: 'Compare and merge' }).click();
    await page.getByRole('radio', { name: 'Last name of Ada Lovelace' }).check();
    await page.getByText('Contact notes').waitFor();
    await page.getByText('1 record goes to the trash').waitFor();
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Merge 2 records' }).click();
    await page.getByText('2 records were merged into one.').waitFor();
    await page.getByText('No duplicates').waitFor();
    const kept = await read(first._id);
    assert.deepEqual([kept.lastName, kept.title], ['Lovelace', 'Countess']);
    assert.equal((await seller.get(`/api/sales/contactNotes/${note._id}`)).body.contactId, first._id);

    await page.getByRole('button', { name: 'Undo' }).click();
    await group.getByText('Ada Lovelace').waitFor();
    assert.equal((await read(first._id)).lastName, 'King');
    assert.equal((await seller.get(`/api/sales/contactNotes/${note._id}`)).body.contactId, second._id);

    await group.getByRole('button', { name: 'Not duplicates' }).click();
    await page.getByText('No duplicates').waitFor();
    await seller.delete(`${contacts}/${second._id}`);
    await seller.delete(`${contacts}/${first._id}`);
  });

  journey(url, 'are merged from the page of a record and from a list', async ({ openConsole }) => {
    const first = await contact({ firstName: 'Grace', lastName: 'Hopper', email: 'grace@example.com' });
    const second = await contact({
      firstName: 'G.',
      lastName: 'Hopper',
      email: 'grace@example.com',
      phone: '+1 202 555 0101',
    });
    const page = await openConsole({ as: seller, at: `/m/sales/contacts/${first._id}` });
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Merge with…' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /G\. Hopper/ })
      .click();
    await page.getByRole('radio', { name: 'Keep Grace Hopper' }).check();
    await page.getByRole('button', { name: 'Merge 2 records' }).click();
    await page.getByRole('heading', { name: 'Grace Hopper' }).waitFor();
    await eventually(async () => assert.equal((await read(first._id)).phone, '+1 202 555 0101'));
    assert.equal((await seller.get(`${contacts}/${second._id}`)).status, 404);

    await contact({ firstName: 'Grace', lastName: 'Murray' });
    await page.goto(`${url}/app/m/sales/contacts`);
    for (const name of ['Grace Hopper', 'Grace Murray'])
      await page.getByRole('row', { name }).getByRole('checkbox').check();
    await page.getByRole('region', { name: 'Selected records' }).getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Merge the selected' }).click();
    await page.getByRole('button', { name: 'Merge 2 records' }).waitFor();
  });
});
