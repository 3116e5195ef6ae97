import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { appForFile, type Json } from '../harness.ts';
import { assertAccessible, assertFits, journey, journeys } from './harness.ts';

const { url, admin } = await appForFile();

const read = async (path: string): Promise<Json> => (await admin.get(path)).body;
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const details = (page: Page) => section(page, 'Details');

journeys('the page of a record', () => {
  journey(url, 'shows title, key fields and groups, and edits a field in place', async ({ openConsole }) => {
    const account = await admin.create('/api/sales/accounts', { name: 'Analytical Engines' });
    const contact = await admin.create('/api/sales/contacts', {
      firstName: 'Ada',
      lastName: 'Lovelace',
      email: 'ada@example.com',
      mailingCity: 'London',
      accountId: account._id,
      lifecycleStage: 'lead',
    });
    const path = `/api/sales/contacts/${contact._id}`;
    const page = await openConsole({ as: admin, at: `/m/sales/contacts/${contact._id}` });
    await page.getByRole('heading', { level: 1, name: 'Ada Lovelace' }).waitFor();
    await section(page, 'Mailing address').getByText('London').waitFor();
    await details(page).getByRole('link', { name: 'Analytical Engines' }).waitFor();
    await assertAccessible(page);

    // The problem shows while she types, and nothing is saved.
    await details(page).getByRole('button', { name: 'Edit Email' }).click();
    const email = details(page).getByRole('textbox', { name: 'Email' });
    await email.fill('ada at example');
    await details(page).getByText('Write an email address such as').waitFor();
    await email.press('Enter');
    assert.equal((await read(path)).email, 'ada@example.com');
    await email.fill('ada@engines.example');
    await email.press('Enter');
    await details(page).getByRole('link', { name: 'ada@engines.example' }).waitFor();
    // The page shows the value during the save; the button returns afterwards.
    await details(page).getByRole('button', { name: 'Edit Email' }).waitFor();
    assert.equal((await read(path)).email, 'ada@engines.example');

    // Escape restores the old value.
    await section(page, 'Mailing address').getByRole('button', { name: 'Edit Mailing city' }).click();
    const city = page.getByRole('textbox', { name: 'Mailing city' });
    await city.fill('Paris');
    await city.press('Escape');
    await section(page, 'Mailing address').getByText('London').waitFor();
    assert.equal((await read(path)).mailingCity, 'London');

    // A button shows the empty fields. All of this works with the keyboard alone.
    await page.getByRole('button', { name: /^Show \d+ empty fields$/ }).press('Enter');
    const edit = details(page).getByRole('button', { name: 'Edit Job title' });
    await edit.press('Enter');
    await page.keyboard.type('Mathematician');
    await page.keyboard.press('Enter');
    await details(page).getByText('Mathematician').waitFor();
    // After the save, the button returns with the focus.
    await edit.and(page.locator(':focus')).waitFor();
    await page.keyboard.press('F2');
    await page.getByRole('textbox', { name: 'Job title' }).fill('Countess');
    await page.keyboard.press('Tab');
    await details(page).getByText('Countess').waitFor();
    await details(page).getByRole('button', { name: 'Edit Job title' }).waitFor();
    const stored = await read(path);
    assert.equal(stored.title, 'Countess');
    assert.equal(stored.version, contact.version + 3);

    // The title of a person consists of two fields.
    await page.getByRole('button', { name: 'Change the title' }).click();
    await page.getByRole('textbox', { name: 'Last name' }).fill('King');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { level: 1, name: 'Ada King' }).waitFor();
    assert.equal((await read(path)).lastName, 'King');
  });

  journey(url, 'shows one pencil at most, and edits a value that is tapped on a phone', async ({ openConsole }) => {
    const contact = await admin.create('/api/sales/contacts', { lastName: 'Hopper', title: 'Admiral' });
    const at = `/m/sales/contacts/${contact._id}`;
    const pencils = (page: Page) =>
      page.evaluate<number>(
        `[...document.querySelectorAll('[data-edit]')].filter((one) => getComputedStyle(one).opacity !== '0').length`,
      );
    const page = await openConsole({ as: admin, at });
    await details(page).getByText('Admiral').waitFor();
    await page.mouse.move(1, 1);
    assert.equal(await pencils(page), 0);
    await details(page).getByText('Admiral').hover();
    assert.equal(await pencils(page), 1);
    const phone = await openConsole({ as: admin, at, viewport: 'phone' });
    await details(phone).getByText('Admiral').waitFor();
    assert.ok((await phone.locator('[data-edit]').count()) > 3);
    assert.equal(await pencils(phone), 0);
    await details(phone).getByText('Admiral').click();
    await details(phone).getByRole('textbox', { name: 'Job title' }).fill('Rear admiral');
    await details(phone).getByRole('textbox', { name: 'Job title' }).press('Enter');
    await details(phone).getByText('Rear admiral').waitFor();
  });

  journey(url, 'shows a status once', async ({ openConsole }) => {
    const [status] = (await admin.get('/api/sales/leadStatuses?limit=1')).body.data;
    const both = await admin.create('/api/sales/leads', { lastName: 'Both', statusId: status._id });
    const page = await openConsole({ as: admin, at: `/m/sales/leads/${both._id}` });
    const names = async () =>
      (await details(page).locator('dt').allInnerTexts()).filter((name) => /status/i.test(name));
    await details(page).getByText('Status', { exact: true }).waitFor();
    assert.deepEqual(await names(), ['Status']);
  });

  journey(url, 'shows a custom field and a custom model at once', async ({ openConsole }) => {
    const { _id } = await admin.create('/api/sales/contacts', { firstName: 'Grace', lastName: 'Hopper' });
    const page = await openConsole({ as: admin, at: `/m/sales/contacts/${_id}` });
    await page.getByRole('button', { name: /^Show \d+ empty fields$/ }).click();
    await admin.create('/api/data/models/sales/contacts/fields', {
      key: 'navyRank',
      type: 'choice',
      label: 'Navy rank',
      options: [{ value: 'rearAdmiral', label: 'Rear admiral' }],
      strict: true,
    });
    await page.getByRole('button', { name: 'Edit Navy rank' }).click();
    await page.getByRole('option', { name: 'Rear admiral' }).click();
    await details(page).getByText('Rear admiral').waitFor();
    await page.getByRole('button', { name: 'Edit Navy rank' }).waitFor();
    assert.equal((await read(`/api/sales/contacts/${_id}`)).navyRank, 'rearAdmiral');

    await admin.create('/api/data/models', {
      moduleKey: 'support',
      slug: 'ships',
      fields: [
        { key: 'name', type: 'text', required: true },
        { key: 'captainId', type: 'reference', label: 'Captain', reference: { moduleKey: 'sales', slug: 'contacts' } },
      ],
    });
    await page.getByRole('tab', { name: 'Related' }).click();
    await page.getByText(/more models that can refer to this/).click();
    await page.getByRole('button', { name: 'Add: Ship', exact: true }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByLabel('Name').fill('Mark I');
    await drawer.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('link', { name: 'Mark I' }).click();
    await page.getByRole('heading', { level: 1, name: 'Mark I' }).waitFor();
    await page.getByRole('definition').getByRole('link', { name: 'Grace Hopper' }).first().waitFor();
    const { data } = await read('/api/support/ships');
    assert.deepEqual(
      data.map(({ name, captainId }: Json) => [name, captainId]),
      [['Mark I', _id]],
    );
  });

  journey(url, 'duplicates a record', async ({ openConsole }) => {
    const original = await admin.create('/api/sales/opportunities', { name: 'Engine', value: 1200, currency: 'EUR' });
    const page = await openConsole({ as: admin, at: `/m/sales/opportunities/${original._id}` });
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    const drawer = page.getByRole('dialog', { name: 'New: Opportunity' });
    assert.equal(await drawer.getByLabel('Value', { exact: true }).inputValue(), '1,200');
    assert.equal(await drawer.getByLabel('Currency').inputValue(), 'EUR');
    assert.equal(await drawer.getByLabel('Create another one').count(), 0);
    await drawer.getByLabel('Name').fill('Second engine');
    await drawer.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Second engine' }).waitFor();
    const copyId = new URL(page.url()).pathname.split('/').at(-1);
    assert.notEqual(copyId, original._id);
    const copy = await read(`/api/sales/opportunities/${copyId}`);
    assert.deepEqual([copy.name, copy.value, copy.currency], ['Second engine', 1200, 'EUR']);
    assert.equal((await read(`/api/sales/opportunities/${original._id}`)).name, 'Engine');
  });

  journey(
    url,
    'is deleted after it was shown what goes along, and comes back',
    async ({ openConsole, expectRefusal }) => {
      expectRefusal(404, /^\/api\/sales\/accounts\//);
      const account = await admin.create('/api/sales/accounts', { name: 'Babbage & Sons' });
      const note = await admin.create('/api/sales/accountNotes', { accountId: account._id, content: 'Pays late.' });
      const contact = await admin.create('/api/sales/contacts', { lastName: 'Babbage', accountId: account._id });
      const page = await openConsole({ as: admin, at: `/m/sales/accounts/${account._id}` });
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      const dialog = page.getByRole('dialog', { name: 'Delete Babbage & Sons?' });
      await dialog.getByText('Deleted along with it').waitFor();
      await dialog.getByRole('link', { name: 'Account notes' }).waitFor();
      await dialog.getByText('Kept, but no longer linked to it').waitFor();
      await dialog.getByRole('link', { name: 'Contacts' }).waitFor();
      assert.equal((await admin.get(`/api/sales/accounts/${account._id}`)).status, 200);
      await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
      await page.waitForURL(/\/m\/sales\/accounts(\?|$)/);
      const notice = page.getByRole('alert').filter({ hasText: 'Babbage & Sons was deleted.' });
      await notice.waitFor();
      assert.equal((await admin.get(`/api/sales/accounts/${account._id}`)).status, 404);
      assert.equal((await admin.get(`/api/sales/accountNotes/${note._id}`)).status, 404);
      await notice.getByRole('button', { name: 'Undo' }).click();
      await page.getByRole('heading', { level: 1, name: 'Babbage & Sons' }).waitFor();
      assert.equal((await read(`/api/sales/accountNotes/${note._id}`)).content, 'Pays late.');
      assert.equal((await read(`/api/sales/contacts/${contact._id}`)).accountId, account._id);
    },
  );

  journey(url, 'says so when there is no such record, and fits a phone', async ({ openConsole, expectRefusal }) => {
    expectRefusal(404, /^\/api\/sales\/contacts\//);
    const name = 'Bartholomew-Maximilian von und zu Hohenlohe-Schillingsfürst';
    const { _id } = await admin.create('/api/sales/contacts', {
      lastName: name,
      email: 'bartholomew-maximilian.hohenlohe@schillingsfuerst.example',
      description: 'x'.repeat(300),
    });
    const page = await openConsole({ as: admin, at: `/m/sales/contacts/${_id}`, viewport: 'phone', language: 'de' });
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await assertFits(page);
    await page.getByRole('button', { name: /leere Felder/ }).click();
    await details(page).getByRole('button', { name: 'Geburtstag bearbeiten' }).click();
    await page.getByRole('textbox', { name: 'Geburtstag' }).fill('10.12.1815');
    await page.keyboard.press('Enter');
    await details(page).getByText('10.12.1815').waitFor();
    await details(page).getByRole('button', { name: 'Geburtstag bearbeiten' }).waitFor();
    assert.equal((await read(`/api/sales/contacts/${_id}`)).birthday, '1815-12-10');
    await assertFits(page);
    await page.goto('/app/m/sales/contacts/00000000-0000-7000-8000-000000000000');
    await page.getByText('Kontakt ist nicht da').waitFor();
  });
});
