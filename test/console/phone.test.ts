import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { appForFile } from '../harness.ts';
import { assertFits, journey, journeys } from './harness.ts';
import { settled } from './open-page.ts';

const { url, admin, user } = await appForFile();
const person = await user({ permissions: ['sales:*', 'ui:*', 'communications:read', 'identity:read'] });
const long = 'Donaudampfschifffahrtsgesellschaftskapitänspatentverlängerung';

const account = await admin.create('/api/sales/accounts', {
  name: `${long} GmbH`,
  website: `https://example.com/${long}`,
});
const contact = await admin.create('/api/sales/contacts', {
  firstName: 'Ada',
  lastName: long,
  email: `ada.${'x'.repeat(40)}@example.com`,
  accountId: account._id,
});
const dashboard = await admin.create('/api/ui/dashboards', {
  name: `Everything of ${long}`,
  widgets: [
    ...['One', 'Two', 'Three'].map((title) => ({ type: 'kpi', title: `${title} ${long}`, model: 'sales.contacts' })),
    ...['bar', 'line', 'pie', 'donut', 'funnel'].map((chartType) => ({
      type: 'chart',
      title: `As ${chartType}`,
      model: 'sales.contacts',
      groupBy: 'accountId',
      chartType,
    })),
    { type: 'table', title: 'Table', model: 'sales.contacts' },
    { type: 'list', title: 'List', model: 'sales.accounts' },
    { type: 'text', title: 'Text', content: `**${long.repeat(3)}**` },
  ],
});

/** The narrowest supported window. */
const narrow = { width: 360, height: 740 };

async function visit(page: Page, at: string): Promise<void> {
  await page.goto(`/app${at}`);
  await settled(page);
  await assertFits(page);
}

journeys('at 360 pixels', () => {
  journey(url, 'every main page fits, and everything is reached from the menu', async ({ openConsole }) => {
    const page = await openConsole({ as: person, viewport: 'phone' });
    await page.setViewportSize(narrow);
    await assertFits(page);
    const sidebar = page.getByRole('navigation', { name: 'Sidebar' });
    assert.equal(await sidebar.isVisible(), false);
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await sidebar.getByRole('link', { name: 'Contacts' }).first().click();
    await sidebar.waitFor({ state: 'hidden' });
    await settled(page);
    await assertFits(page);
    await page.getByText('Ada').first().waitFor();
    for (const at of [
      `/m/sales/contacts/${contact._id}`,
      '/m/sales/contacts/new',
      '/m/sales/opportunities?view=board',
      '/dashboards',
      `/dashboards/${dashboard._id}?edit=true`,
      '/profile',
      '/models',
    ])
      await visit(page, at);
    await page.getByRole('button', { name: 'Search or go to' }).click();
    await page.keyboard.type('donau');
    await page.getByRole('dialog').getByRole('button', { name: /Ada/ }).click();
    await page.waitForURL(new RegExp(contact._id));
    await visit(page, `/dashboards/${dashboard._id}`);
    for (const name of ['As bar', 'As funnel', 'Table', 'Text'])
      await page.getByRole('region', { name, exact: true }).scrollIntoViewIfNeeded();
    await assertFits(page);
    await page.getByRole('button', { name: 'New record' }).click();
    await page.getByRole('menuitem', { name: 'Contact', exact: true }).click();
    const form = page.getByRole('dialog', { name: 'New: Contact' });
    await form.getByLabel('Last name').fill('From a phone');
    await assertFits(page);
    await form.getByRole('button', { name: 'Create', exact: true }).click();
    await page.waitForURL(/\/m\/sales\/contacts\/[0-9a-f-]{36}$/);
    assert.equal((await admin.get('/api/sales/contacts?filter[lastName]=From a phone')).body.data.length, 1);
  });
});
