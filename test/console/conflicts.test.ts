import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { appForFile, type Json } from '../harness.ts';
import { assertAccessible, journey, journeys } from './harness.ts';

const { url, admin, user } = await appForFile();
const colleague = await user({ permissions: ['sales:read', 'sales:write'] });
await admin.patch(`/api/identity/users/${colleague.userId}`, { firstName: 'Mary', lastName: 'Somerville' });

const read = async (path: string): Promise<Json> => (await admin.get(path)).body;
const details = (page: Page) => page.getByRole('region', { name: 'Details', exact: true });

journeys('two people with one record', () => {
  journey(url, 'see each other, and decide about a field', async ({ openConsole, expectRefusal }) => {
    expectRefusal(412, /^\/api\/sales\/contacts\//);
    const contact = await admin.create('/api/sales/contacts', { lastName: 'Lovelace', title: 'Poet', department: 'A' });
    const path = `/api/sales/contacts/${contact._id}`;
    const page = await openConsole({ as: admin, at: `/m/sales/contacts/${contact._id}` });
    const edit = async (text: string) => {
      await details(page).getByRole('button', { name: 'Edit Job title' }).click();
      await page.getByRole('textbox', { name: 'Job title' }).fill(text);
    };
    // The page shows the value during the save; the button returns afterwards.
    const saved = async (text: string) => {
      await details(page).getByText(text).waitFor();
      await details(page).getByRole('button', { name: 'Edit Job title' }).waitFor();
    };

    // Another user's change appears without a reload, with a mark.
    await colleague.patch(path, { department: 'Mathematics' });
    await details(page).getByText('Mathematics').waitFor();
    await details(page)
      .getByRole('img', { name: /^Changed by Mary Somerville/ })
      .waitFor();

    // A change of another field of the same record is merged: both changes are kept without a question.
    await edit('Mathematician');
    await colleague.patch(path, { department: 'Engines' });
    await details(page).getByText('Engines').waitFor();
    await page.keyboard.press('Enter');
    await saved('Mathematician');
    const both = await read(path);
    assert.deepEqual([both.title, both.department], ['Mathematician', 'Engines']);

    // Both change the same field: the second user sees the first change, and nothing is overwritten.
    await edit('Countess');
    await colleague.patch(path, { title: 'Programmer' });
    await page.keyboard.press('Enter');
    const question = page.getByRole('alert').filter({ hasText: 'Mary Somerville changed this meanwhile' });
    await question.waitFor();
    assert.match((await question.innerText()).replace(/\s+/g, ' '), /Theirs: Programmer Yours: Countess/);
    assert.equal((await read(path)).title, 'Programmer');
    await assertAccessible(page);
    await question.getByRole('button', { name: 'Take theirs' }).click();
    await saved('Programmer');
    assert.equal((await read(path)).title, 'Programmer');

    await edit('Countess');
    await colleague.patch(path, { title: 'Analyst' });
    await page.keyboard.press('Enter');
    await question.getByRole('button', { name: 'Keep mine' }).click();
    await saved('Countess');
    assert.equal((await read(path)).title, 'Countess');

    // Saving the same value twice is no conflict.
    await edit('Enchantress');
    await colleague.patch(path, { title: 'Enchantress' });
    await page.keyboard.press('Enter');
    await saved('Enchantress');
    assert.equal(await question.count(), 0);
  });

  journey(url, 'decide in a form field by field', async ({ openConsole, expectRefusal }) => {
    expectRefusal(412, /^\/api\/sales\/contacts\//);
    const contact = await admin.create('/api/sales/contacts', { firstName: 'Ada', lastName: 'Byron', title: 'Poet' });
    const path = `/api/sales/contacts/${contact._id}`;
    const page = await openConsole({ as: admin, at: `/m/sales/contacts/${contact._id}` });
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    // The title of the dialog changes with the name of the record.
    const form = page.getByRole('dialog');
    await form.getByLabel('Last name').fill('King');
    await form.getByLabel('Job title').fill('Countess');
    await colleague.patch(path, { lastName: 'Lovelace', title: 'Programmer', department: 'Engines' });
    await form.getByRole('button', { name: 'Save' }).click();
    const questions = form.getByRole('alert').filter({ hasText: 'Mary Somerville changed this meanwhile' });
    await questions.nth(1).waitFor();
    assert.equal(await questions.count(), 2);
    assert.equal((await read(path)).lastName, 'Lovelace');
    await questions.filter({ hasText: 'Lovelace' }).getByRole('button', { name: 'Take theirs' }).click();
    assert.equal(await form.getByLabel('Last name').inputValue(), 'Lovelace');
    await questions.filter({ hasText: 'Programmer' }).getByRole('button', { name: 'Keep mine' }).click();
    await form.getByRole('button', { name: 'Save' }).click();
    await form.waitFor({ state: 'detached' });
    const stored = await read(path);
    assert.deepEqual([stored.lastName, stored.title, stored.department], ['Lovelace', 'Countess', 'Engines']);
  });

  journey(url, 'do not overwrite a note or a title', async ({ openConsole, expectRefusal }) => {
    expectRefusal(412, /^\/api\/sales\//);
    const contact = await admin.create('/api/sales/contacts', { firstName: 'Ada', lastName: 'Byron' });
    const note = await admin.create('/api/sales/contactNotes', { contactId: contact._id, content: 'First' });
    const page = await openConsole({ as: admin, at: `/m/sales/contacts/${contact._id}?tab=notes` });
    await page.getByRole('button', { name: 'Actions of the note' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await page.getByRole('textbox', { name: 'Text of the note' }).pressSequentially(' mine');
    await colleague.patch(`/api/sales/contactNotes/${note._id}`, { content: 'Theirs' });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').filter({ hasText: 'Somebody else changed this note meanwhile' }).waitFor();
    assert.equal((await read(`/api/sales/contactNotes/${note._id}`)).content, 'Theirs');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('article').filter({ hasText: 'First mine' }).waitFor();

    await page.getByRole('button', { name: 'Change the title' }).click();
    await page.getByRole('textbox', { name: 'Last name' }).fill('King');
    await colleague.patch(`/api/sales/contacts/${contact._id}`, { lastName: 'Lovelace' });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').filter({ hasText: 'Somebody else changed' }).waitFor();
    assert.equal((await read(`/api/sales/contacts/${contact._id}`)).lastName, 'Lovelace');
    await page.getByRole('heading', { level: 1, name: 'Ada Lovelace' }).waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { level: 1, name: 'Ada King' }).waitFor();
  });
});
