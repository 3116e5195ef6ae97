import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { appForFile } from '../harness.ts';
import { answered, journey, journeys } from './harness.ts';

const { url, tenant, user } = await appForFile();
const contacts = '/api/sales/contacts';

const seller = await tenant();
const colleague = await user({ permissions: ['*'] }, seller);

/** The wait until the change feed has reported a change and the console has collected it. */
const feedMs = 2000;

/** The requests that the page sends while `act` runs and until the change feed has reported what changed. */
async function requestsOf(page: Page, act: () => Promise<void>): Promise<string[]> {
  const sent: string[] = [];
  const note = (request: { method(): string; url(): string; postData(): string | null }) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/api/')) sent.push([request.method(), pathname + search, request.postData()].join(' '));
  };
  page.on('request', note);
  await act();
  await page.waitForTimeout(feedMs);
  page.off('request', note);
  return sent;
}

const repeated = (sent: readonly string[]): string[] => sent.filter((request, n) => sent.indexOf(request) !== n);

journeys('a change by this window', () => {
  journey(url, 'is read once, and a change by others is still read', async ({ openConsole }) => {
    const contact = await seller.create(contacts, { lastName: 'Lovelace', title: 'Countess' });
    const path = `${contacts}/${contact._id}`;
    const page = await openConsole({ as: seller, at: `/m/sales/contacts/${contact._id}` });
    const details = page.getByRole('region', { name: 'Details', exact: true });
    await details.getByText('Countess').waitFor();
    await page.waitForTimeout(feedMs);

    const ofSave = await requestsOf(page, async () => {
      await details.getByRole('button', { name: 'Edit Job title' }).click();
      await details.getByRole('textbox', { name: 'Job title' }).fill('Mathematician');
      await answered(page, 'PATCH', path, () => details.getByRole('textbox', { name: 'Job title' }).press('Enter'));
      await details.getByText('Mathematician').waitFor();
    });
    assert.deepEqual(repeated(ofSave), []);
    assert.equal(ofSave.filter((request) => request.startsWith('PATCH')).length, 1);

    const ofOthers = await requestsOf(page, async () => {
      await colleague.patch(path, { title: 'Programmer' });
      await details.getByText('Programmer').waitFor();
    });
    assert.equal(ofOthers.filter((request) => request.startsWith(`GET ${path}?`)).length, 1);
    assert.deepEqual(repeated(ofOthers), []);
  });

  journey(url, 'is read once after a record was created from a list', async ({ openConsole }) => {
    const page = await openConsole({ as: seller, at: '/m/sales/opportunities?sort=name' });
    await page.getByRole('button', { name: 'New Opportunity' }).first().click();
    const drawer = page.getByRole('dialog', { name: 'New: Opportunity' });
    await drawer.getByLabel('Name').fill('Engines');
    await page.waitForTimeout(feedMs);
    const sent = await requestsOf(page, async () => {
      await drawer.getByRole('button', { name: 'Create', exact: true }).click();
      await page.getByRole('link', { name: 'Engines' }).first().waitFor();
    });
    assert.deepEqual(repeated(sent), []);
    assert.equal(sent.filter((request) => request.startsWith('POST /api/sales/opportunities ')).length, 1);
  });
});
