import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { appForFile } from '../harness.ts';
import { until } from '../process.ts';
import { assertAccessible, journey, journeys } from './harness.ts';
import { settled } from './open-page.ts';

const { url, admin, user } = await appForFile();
const person = await user({ permissions: ['sales:read', 'sales:write', 'ui:read', 'ui:write'] });

const search = (page: Page): Locator =>
  page.getByRole('searchbox', { name: 'Search or go to' }).or(page.getByRole('textbox', { name: 'Search or go to' }));

/** Opens the palette by keyboard and types. */
async function type(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await search(page).fill(text);
}

const entry = (page: Page, name: string | RegExp) => page.getByRole('dialog').getByRole('button', { name });

/** Chooses the best match by keyboard, and waits until the palette has closed. */
async function choose(page: Page, name: string | RegExp): Promise<void> {
  const best = page.getByRole('dialog').locator('[data-action][data-selected]').first();
  await best.and(entry(page, name)).waitFor();
  await search(page).press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
}

journeys('the palette', () => {
  journey(url, 'finds records of every model, by keyboard alone', async ({ openConsole }) => {
    const account = await admin.create('/api/sales/accounts', { name: 'Kestrel Coffee' });
    await admin.create('/api/sales/contacts', { firstName: 'Kestrel', lastName: 'Jones', email: 'kj@example.com' });
    await admin.create('/api/sales/opportunities', { name: 'Kestrel deal', stage: 'needsAnalysis' });
    const hidden = await admin.create('/api/marketing/campaigns', { name: 'Kestrel spring' });
    const page = await openConsole({ as: person });
    await type(page, 'kestrel');
    await entry(page, /Kestrel Coffee/).waitFor();
    await entry(page, /Kestrel Jones.*kj@example.com/).waitFor();
    await entry(page, /Kestrel deal.*Needs analysis/).waitFor();
    // The person may not read campaigns.
    assert.equal(await page.getByText(hidden.name).count(), 0);
    await assertAccessible(page);
    await search(page).fill('kestrel coffee');
    await entry(page, /Kestrel Jones/).waitFor({ state: 'hidden' });
    await choose(page, /Kestrel Coffee/);
    await page.waitForURL(new RegExp(`/m/sales/accounts/${account._id}$`));
    await type(page, 'qzxw');
    await page.getByText('Nothing found').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  });

  journey(url, 'takes what is typed while it is still being loaded', async ({ openConsole }) => {
    await admin.create('/api/sales/accounts', { name: 'Quick Quill' });
    const page = await openConsole({ as: person });
    let load = () => {};
    const loads = new Promise<void>((resolve) => {
      load = resolve;
    });
    await page.route(/\/assets\/palette-/, async (route) => {
      await loads;
      await route.continue();
    });
    await page.reload();
    await page.getByRole('button', { name: 'Search or go to' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('wrong');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('quick quillx');
    await page.keyboard.press('Backspace');
    assert.equal(await page.getByRole('dialog').count(), 0);
    load();
    await entry(page, /Quick Quill/).waitFor();
    assert.equal(await search(page).inputValue(), 'quick quill');
    await page.keyboard.type(' ');
    assert.equal(await search(page).inputValue(), 'quick quill ');
  });

  journey(url, 'opens the best match with Enter, also before anything was found', async ({ openConsole }) => {
    const exact = await admin.create('/api/sales/accounts', { name: 'Marlin' });
    await admin.create('/api/sales/accounts', { name: 'Blue marlin' });
    const view = { name: 'Marlin hunters', modelKey: 'sales.contacts', layout: 'list', filter: { lastName: 'Marlin' } };
    const saved = (await person.post('/api/ui/savedViews', view)).body;
    const page = await openConsole({ as: person });
    // The text and Enter are typed before the palette or its results are shown.
    await page.keyboard.press('Control+k');
    await page.keyboard.type('marlin');
    await page.keyboard.press('Enter');
    await page.waitForURL(new RegExp(`/m/sales/accounts/${exact._id}$`));
    await page.getByRole('heading', { level: 1, name: 'Marlin' }).waitFor();
    await until('the tab has its title', async () => (await page.title()) === 'Marlin – Accounts · Atrium');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    // A page with exactly this name comes before records whose names contain it.
    await type(page, 'accounts');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Accounts' }).waitFor();
    // The result opens the list with the saved view, not the record of the view.
    await type(page, 'marlin hunters');
    await page.keyboard.press('Enter');
    await page.waitForURL(new RegExp(`/m/sales/contacts\\?saved=.*${saved._id}`));
    await page.getByRole('heading', { level: 1, name: 'Contacts' }).waitFor();
  });

  journey(
    url,
    'goes to pages, creates records and runs actions, also from inside an input',
    async ({ openConsole }) => {
      const page = await openConsole({ as: person });
      await type(page, 'opportunit');
      await entry(page, 'Opportunities').first().waitFor();
      await search(page).fill('administration');
      await page.getByText('Nothing found').waitFor();
      await search(page).fill('all records');
      await choose(page, /All records/i);
      const find = page.getByRole('textbox', { name: 'Find' }).or(page.getByPlaceholder(/Find/)).first();
      await find.focus();
      await type(page, 'new contact');
      await entry(page, 'New Contact').first().waitFor();
      await entry(page, 'New Contact').first().click();
      const form = page.getByRole('dialog', { name: 'New: Contact' });
      await form.getByLabel('Last name').fill('From the palette');
      await form.getByRole('button', { name: 'Create', exact: true }).click();
      await page.waitForURL(/\/m\/sales\/contacts\/[0-9a-f-]{36}$/);
      const { data } = (await admin.get('/api/sales/contacts?filter[lastName]=From the palette')).body;
      assert.equal(data.length, 1);
      await type(page, 'dark col');
      await choose(page, /dark/i);
      await page.locator('html[data-mantine-color-scheme="dark"]').waitFor({ state: 'attached' });
      await type(page, 'compact rows');
      await choose(page, /compact/i);
      await until(
        'the row height is stored',
        async () => (await person.get('/api/identity/me')).body.user.preferences?.density === 'compact',
      );
      // Before any input, the palette offers the records opened last.
      await settled(page);
      await type(page, '');
      await entry(page, /From the palette/).waitFor();
      await search(page).fill('sign out');
      await choose(page, 'Sign out');
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    },
  );
});
