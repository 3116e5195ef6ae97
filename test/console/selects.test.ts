import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { browserPath } from '../find-browser.ts';
import { appForFile, type Json } from '../harness.ts';
import { journey, journeys } from './harness.ts';

const { url, admin } = await appForFile();

const read = async (path: string): Promise<Json[]> => (await admin.get(path)).body.data;
const deals = () => read('/api/sales/opportunities');
const contacts = { moduleKey: 'sales', slug: 'contacts' };
const accounts: Json = {};
if (browserPath !== undefined) {
  accounts.harbor = await admin.create('/api/sales/accounts', { name: 'Harbor' });
  // These records are newer and match as well, so a search shows them first.
  await admin.create('/api/sales/accounts', { name: 'Old harbor works' });
  await admin.create('/api/sales/accounts', { name: 'Harbor lights' });
  await admin.create('/api/data/models', {
    moduleKey: 'support',
    slug: 'visits',
    fields: [
      { key: 'name', type: 'text', required: true },
      { key: 'state', type: 'choice', strict: true, options: ['planned', 'onTheWay'] },
      { key: 'guestIds', type: 'references', label: 'Guests', reference: contacts },
    ],
  });
}

const name = (page: Page) => page.getByRole('textbox', { name: 'Name', exact: true });

/** Delays the answers to searches of a model. */
const slowSearch = (page: Page, path: string, ms: number) =>
  page.route(
    (address) => address.pathname === path && address.searchParams.has('q'),
    async (route) => {
      await setTimeout(ms);
      await route.fallback();
    },
  );

journeys('an input that offers options', () => {
  journey(
    url,
    'chooses the best match with Enter, also before it is there, and sends nothing',
    async ({ openConsole }) => {
      const page = await openConsole({ as: admin, at: '/m/sales/opportunities/new' });
      await slowSearch(page, '/api/sales/accounts', 700);
      await name(page).fill('Pier');
      await name(page).press('Enter');
      const account = page.getByLabel('Account', { exact: true });
      await account.click();
      await page.keyboard.type('harbor');
      await page.keyboard.press('Enter');
      // The person moves to the next field at once.
      await page.keyboard.press('Tab');
      await page.getByPlaceholder('Harbor', { exact: true }).waitFor();
      assert.equal(await account.inputValue(), 'Harbor');
      assert.deepEqual(await deals(), []);

      // Typing replaces the shown value. Ctrl+Enter chooses an option, and then sends the form.
      await account.focus();
      await page.keyboard.press('End');
      await page.keyboard.type('old har');
      await page.keyboard.press('Control+Enter');
      await page.getByRole('heading', { level: 1, name: 'Pier' }).waitFor();
      const [deal] = await read('/api/sales/opportunities?include=accountId');
      assert.equal((await admin.get(`/api/sales/accounts/${deal?.accountId}`)).body.name, 'Old harbor works');
      assert.equal((await deals()).length, 1);
    },
  );

  journey(url, 'is chosen from by keys alone: one option, and several', async ({ openConsole }) => {
    const ada = await admin.create('/api/sales/contacts', { firstName: 'Ada', lastName: 'Guest' });
    const bob = await admin.create('/api/sales/contacts', { firstName: 'Bob', lastName: 'Guest' });
    const page = await openConsole({ as: admin, at: '/m/support/visits/new' });
    await slowSearch(page, '/api/sales/contacts', 400);
    await name(page).fill('Tour');
    await page.getByLabel('State', { exact: true }).click();
    await page.keyboard.type('way');
    await page.keyboard.press('Enter');
    assert.equal(await page.getByLabel('State', { exact: true }).inputValue(), 'On the way');
    await page.getByLabel('Guests', { exact: true }).click();
    for (const typed of ['bob', 'ada']) {
      await page.keyboard.type(typed);
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: new RegExp(`^Remove ${typed}`, 'i') }).waitFor();
    }
    assert.deepEqual(await read('/api/support/visits'), []);
    await page.keyboard.press('Control+Enter');
    await page.getByRole('heading', { level: 1, name: 'Tour' }).waitFor();
    const [visit] = await read('/api/support/visits');
    assert.deepEqual([visit?.state, visit?.guestIds], ['onTheWay', [bob._id, ada._id]]);
  });

  journey(
    url,
    'ranks its options, and replaces the shown value, in the administration too',
    async ({ openConsole }) => {
      const page = await openConsole({ as: admin, at: '/admin/screens/new' });
      const model = page.getByRole('combobox', { name: 'Model' });
      await model.click();
      await page.keyboard.type('contacts');
      const first = page.getByRole('option').first();
      await first.and(page.getByRole('option', { name: 'Contacts', exact: true })).waitFor();
      await page.keyboard.press('Enter');
      assert.equal(await model.inputValue(), 'Contacts');
      await page.getByRole('combobox', { name: 'Add a sort field' }).click();
      await page.keyboard.type('email');
      await page.keyboard.press('Enter');
      const sorted = page.getByRole('combobox', { name: 'Sort field 1' });
      await sorted.waitFor();
      assert.equal(await sorted.inputValue(), 'Email');
      await sorted.click();
      await page.keyboard.press('End');
      await page.keyboard.type('job');
      await page.keyboard.press('Enter');
      assert.equal(await sorted.inputValue(), 'Job title');
      // Enter on the chosen option changes nothing.
      await sorted.click();
      await page.keyboard.press('Enter');
      assert.equal(await sorted.inputValue(), 'Job title');
    },
  );

  journey(url, 'does not send a dialog, and Enter sends one only when it has one field', async ({ openConsole }) => {
    const page = await openConsole({ as: admin, at: '/admin/roles' });
    await page.getByRole('button', { name: 'Create role' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Dockers');
    await page.keyboard.press('Enter');
    await dialog.getByRole('combobox').first().click();
    await page.keyboard.type('mem');
    await page.keyboard.press('Enter');
    await dialog.waitFor();
    assert.deepEqual(await read('/api/identity/roles?filter[name]=Dockers'), []);
    await page.keyboard.press('Control+Enter');
    await dialog.waitFor({ state: 'detached' });
    assert.equal((await read('/api/identity/roles?filter[name]=Dockers')).length, 1);
  });
});
