import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { appForFile, type Json } from '../harness.ts';
import { assertAccessible, assertFits, journey, journeys } from './harness.ts';

const { url, admin } = await appForFile();

const read = async (path: string): Promise<Json> => (await admin.get(path)).body;
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const undo = (page: Page, said: string) =>
  page.getByRole('alert').filter({ hasText: said }).getByRole('button', { name: 'Undo' }).click();

/** An image of 8 × 8 red pixels. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEElEQVR42mP4z8CAFTEMLQkAKP8/wc53yE8AAAAASUVORK5CYII=',
  'base64',
);
const document = Buffer.from(
  '%PDF-1.1\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n' +
    '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 90 90]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
);

journeys('what belongs to a record', () => {
  journey(url, 'are records in both directions, to add, to link and to take off', async ({ openConsole }) => {
    const account = await admin.create('/api/sales/accounts', { name: 'Analytical Engines' });
    const contacts = '/api/sales/contacts';
    await admin.create(contacts, { firstName: 'Ada', lastName: 'Lovelace', accountId: account._id });
    const bob = await admin.create(contacts, { firstName: 'Bob', lastName: 'Babbage' });
    const page = await openConsole({ as: admin, at: `/m/sales/accounts/${account._id}?tab=related` });
    const list = region(page, 'Contacts');
    await list.getByRole('link', { name: 'Ada Lovelace' }).waitFor();

    await list.getByRole('button', { name: 'Add: Contact' }).click();
    const drawer = page.getByRole('dialog', { name: 'New: Contact' });
    // The label shows the name once it is loaded.
    await drawer.getByPlaceholder('Analytical Engines').waitFor();
    await drawer.getByLabel('Last name').fill('Clement');
    await drawer.getByRole('button', { name: 'Create', exact: true }).click();
    await list.getByRole('link', { name: 'Clement' }).waitFor();

    await list.getByRole('button', { name: 'Link an existing record: Contact' }).click();
    const dialog = page.getByRole('dialog', { name: 'Link: Contact' });
    await dialog.getByLabel('Contact').fill('babb');
    await page.getByRole('option', { name: /Bob Babbage/ }).click();
    await dialog.getByRole('button', { name: 'Link', exact: true }).click();
    await list.getByRole('link', { name: 'Bob Babbage' }).waitFor();
    assert.equal((await read(`${contacts}/${bob._id}`)).accountId, account._id);
    await assertAccessible(page);

    await list.getByRole('button', { name: 'Actions of Bob Babbage' }).click();
    await page.getByRole('menuitem', { name: 'Remove the link' }).click();
    await list.getByRole('link', { name: 'Bob Babbage' }).waitFor({ state: 'detached' });
    assert.equal((await read(`${contacts}/${bob._id}`)).accountId, null);
    await undo(page, 'Bob Babbage is no longer linked.');
    await list.getByRole('link', { name: 'Bob Babbage' }).click();

    // Check the relation from the other record.
    await page.getByRole('heading', { level: 1, name: 'Bob Babbage' }).waitFor();
    await page.getByRole('tab', { name: 'Related' }).click();
    await region(page, 'This record refers to').getByRole('link', { name: 'Analytical Engines' }).click();
    await page.getByRole('heading', { level: 1, name: 'Analytical Engines' }).waitFor();
  });

  journey(url, 'are files, with a preview of pictures and PDFs', async ({ openConsole }) => {
    const { _id } = await admin.create('/api/sales/contacts', { lastName: 'Lovelace' });
    const page = await openConsole({ as: admin, at: `/m/sales/contacts/${_id}?tab=files` });
    await page.getByText('No files yet').waitFor();
    await page.getByLabel('Choose files to upload').setInputFiles([
      { name: 'engine.png', mimeType: 'image/png', buffer: picture },
      { name: 'paper.pdf', mimeType: 'application/pdf', buffer: document },
      { name: 'list.txt', mimeType: 'text/plain', buffer: Buffer.from('one\ntwo\n') },
    ]);
    const files = page.getByRole('list', { name: 'Files' });
    for (const name of ['engine.png', 'paper.pdf', 'list.txt']) await files.getByText(name).waitFor();
    const stored = await read(`/api/sales/contactFiles?filter[contactId]=${_id}&sort=name`);
    assert.deepEqual(
      stored.data.map(({ name, size }: Json) => [name, size]),
      [
        ['engine.png', picture.length],
        ['list.txt', 8],
        ['paper.pdf', document.length],
      ],
    );

    await files.getByRole('button', { name: 'engine.png', exact: true }).click();
    const shown = page.getByRole('dialog', { name: 'engine.png' }).getByRole('img', { name: 'engine.png' });
    await shown.waitFor();
    const width = await shown.evaluate((node) => {
      const image = node as unknown as { decode(): Promise<void>; naturalWidth: number };
      return image.decode().then(() => image.naturalWidth);
    });
    assert.equal(width, 8);
    await page.keyboard.press('Escape');
    if (await page.evaluate('navigator.pdfViewerEnabled')) {
      await files.getByRole('button', { name: 'paper.pdf', exact: true }).click();
      const frame = page.getByRole('dialog', { name: 'paper.pdf' }).getByTitle('paper.pdf');
      assert.equal(await frame.getAttribute('src'), stored.data[2].url);
      await page.keyboard.press('Escape');
    }

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      files.getByRole('link', { name: 'Download list.txt' }).click(),
    ]);
    assert.equal(download.suggestedFilename(), 'list.txt');
    assert.equal(await readFile(await download.path(), 'utf8'), 'one\ntwo\n');

    await files.getByRole('button', { name: 'Delete list.txt' }).click();
    await files.getByText('list.txt').waitFor({ state: 'detached' });
    assert.equal((await admin.get(`/api/sales/contactFiles/${stored.data[1]._id}`)).status, 404);
    await undo(page, 'list.txt was deleted.');
    await files.getByText('list.txt').waitFor();
    assert.equal((await read(`/api/sales/contactFiles/${stored.data[1]._id}`)).size, 8);
  });

  journey(url, 'are notes with formatting', async ({ openConsole }) => {
    const { _id } = await admin.create('/api/sales/contacts', { lastName: 'Lovelace' });
    const notes = async () => (await read(`/api/sales/contactNotes?filter[contactId]=${_id}&sort=createdAt`)).data;
    const page = await openConsole({ as: admin, at: `/m/sales/contacts/${_id}?tab=notes` });
    await page.getByRole('button', { name: 'Write a note' }).click();
    const text = page.getByRole('textbox', { name: 'Text of the note' });
    await text.pressSequentially('Just words');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('article').filter({ hasText: 'Just words' }).waitFor();
    assert.deepEqual(
      (await notes()).map(({ content }: Json) => content),
      ['Just words'],
    );

    await page.getByRole('button', { name: 'Write a note' }).click();
    await text.pressSequentially('Call her ');
    await page.getByRole('button', { name: 'Bold' }).click();
    await text.pressSequentially('before noon');
    await page.keyboard.press('ControlOrMeta+Enter');
    const card = page.getByRole('article').filter({ hasText: 'Call her before noon' });
    await card.getByRole('strong').filter({ hasText: 'before noon' }).waitFor();
    const [plain, formatted] = await notes();
    assert.equal(formatted.content, '<p>Call her <strong>before noon</strong></p>');

    // A pinned note stays above the newer ones.
    const first = page.getByRole('article').filter({ hasText: 'Just words' });
    await first.getByRole('button', { name: 'Actions of the note' }).click();
    await page.getByRole('menuitem', { name: 'Pin' }).click();
    await first.getByRole('img', { name: 'Pinned' }).waitFor();
    assert.match(await page.getByRole('article').first().innerText(), /Just words/);
    assert.equal((await read(`/api/sales/contactNotes/${plain._id}`)).pinned, true);

    await card.getByRole('button', { name: 'Actions of the note' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await text.press('End');
    await text.pressSequentially(' today');
    await page.getByRole('button', { name: 'Save' }).click();
    const edited = page.getByRole('article').filter({ hasText: 'today' });
    await edited.getByText('edited').waitFor();
    assert.match((await notes())[1].content, /today/);

    await edited.getByRole('button', { name: 'Actions of the note' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await edited.waitFor({ state: 'detached' });
    assert.equal((await notes()).length, 1);
    await undo(page, 'The note was deleted.');
    await edited.waitFor();

    // The page of the note has a title without markup, and the same editor.
    await page.goto(`/app/m/sales/contactNotes/${formatted._id}`);
    await page.getByRole('heading', { level: 1, name: /^Call her before noon/ }).waitFor();
    await page.getByRole('button', { name: 'Edit Content' }).click();
    await page.getByRole('textbox', { name: 'Content' }).press('End');
    await page.keyboard.type(' sharp');
    await page.getByRole('heading', { level: 1 }).click();
    await page.getByRole('heading', { level: 1, name: /sharp$/ }).waitFor();
    assert.match((await notes())[1].content, /^<p>Call her <strong>before noon.*sharp/);
  });

  journey(url, 'are tasks, done and undone, also on a phone', async ({ openConsole }) => {
    const { _id } = await admin.create('/api/sales/contacts', { lastName: 'Lovelace' });
    const tasks = async () => (await read(`/api/sales/tasks?filter[contactId]=${_id}`)).data;
    const page = await openConsole({ as: admin, at: `/m/sales/contacts/${_id}?tab=tasks`, viewport: 'phone' });
    await page.getByLabel('New task').fill('Send the offer');
    await page.getByLabel('Due date').fill('tomorrow');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    const done = page.getByRole('checkbox', { name: 'Done: Send the offer' });
    await done.waitFor();
    await assertFits(page);
    const [added] = await tasks();
    assert.deepEqual([added.title, added.status, added.assignedUserId], ['Send the offer', 'open', admin.userId]);
    const days = (Date.parse(added.dueDate) - Date.parse(new Date().toISOString().slice(0, 10))) / 86_400_000;
    assert.ok(days >= 1 && days <= 2, added.dueDate);

    await done.check();
    await page.getByRole('list', { name: 'Closed tasks' }).getByText('Send the offer').waitFor();
    const [ticked] = await tasks();
    assert.equal(ticked.status, 'done');
    assert.ok(ticked.completedAt);
    await done.uncheck();
    await page.getByRole('list', { name: 'Open tasks' }).getByText('Send the offer').waitFor();
    const [open] = await tasks();
    assert.deepEqual([open.status, open.completedAt], ['open', null]);
    await page.getByRole('button', { name: 'Actions of the task Send the offer' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByText('No tasks yet').waitFor();
    assert.equal((await tasks()).length, 0);
    await undo(page, 'The task “Send the offer” was deleted.');
    await done.waitFor();
  });
});
