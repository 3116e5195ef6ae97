import assert from 'node:assert/strict';
import { appForFile, type Json } from '../harness.ts';
import { journey, journeys } from './harness.ts';

const { url, admin, anonymous, user } = await appForFile();

const read = async (path: string): Promise<Json> => (await admin.get(path)).body;

journeys('the timeline of a record', () => {
  journey(url, 'is one stream of changes, notes, tasks, emails and comments', async ({ openConsole }) => {
    const colleague = await user({ permissions: ['sales:read', 'sales:write', 'identity:read'] });
    await admin.patch(`/api/identity/users/${colleague.userId}`, { firstName: 'Mary', lastName: 'Somerville' });
    const contact = await admin.create('/api/sales/contacts', { firstName: 'Ada', lastName: 'Lovelace' });
    const contactId = contact._id;
    await colleague.patch(`/api/sales/contacts/${contactId}`, { title: 'Mathematician' });
    await colleague.patch(`/api/sales/contacts/${contactId}`, { title: 'Countess' });
    await admin.create('/api/sales/contactNotes', { contactId, content: '<p>Likes <strong>poetry</strong></p>' });
    await admin.create('/api/sales/tasks', { contactId, title: 'Send flowers' });
    const conversation = await admin.create('/api/communications/conversations', { contactId, subject: 'Engine' });
    await admin.create('/api/communications/emails', {
      contactId,
      subject: 'On the engine',
      from: 'ada@example.com',
      fromName: 'Ada herself',
      to: ['sales@example.com'],
      direction: 'inbound',
      status: 'received',
    });
    await admin.create('/api/communications/comments', {
      conversationId: conversation._id,
      content: 'She must have an answer today.',
    });
    const page = await openConsole({ as: admin, at: `/m/sales/contacts/${contactId}?tab=timeline` });
    const panel = page.getByRole('tabpanel', { name: 'Timeline' });
    await panel.getByText('She must have an answer today.').waitFor();
    const texts = (await panel.getByRole('list').first().getByRole('listitem').allInnerTexts()).map((text) =>
      text.replace(/\s+/g, ' '),
    );
    // The list has the newest first; each entry says who did what and when, with the values before and after.
    const expected = [
      /commented · .*She must have an answer today\./,
      /Ada herself wrote an email · .*On the engine/,
      /added a task · .*Send flowers/,
      /wrote a note · .*Likes poetry/,
      /Mary Somerville changed · .*Job title Mathematician Countess/,
      /Mary Somerville changed · .*Job title empty Mathematician/,
      /created this · /,
    ];
    assert.equal(texts.length, expected.length, texts.join('\n'));
    for (const [n, pattern] of expected.entries()) assert.match(texts[n] ?? '', pattern);

    // Choose one kind by keyboard.
    await panel.getByRole('radio', { name: 'Emails' }).press('Space');
    await panel.getByText('Send flowers').waitFor({ state: 'detached' });
    await panel.getByRole('link', { name: 'On the engine' }).waitFor();
    await panel.getByRole('radio', { name: 'All' }).press('Space');
    await panel.getByText('Send flowers').waitFor();

    // Changes of others appear without a reload.
    await colleague.create('/api/sales/contactNotes', { contactId, content: 'Prefers tea.' });
    await panel.getByText('Prefers tea.').waitFor();
    await admin.create('/api/communications/comments', { conversationId: conversation._id, content: 'Answered.' });
    await panel.getByText('Answered.').waitFor();
  });

  journey(url, 'shows what a visitor sent by a form, and credits the form and the visitor', async ({ openConsole }) => {
    const form = await admin.create('/api/forms/forms', {
      name: 'Contact us',
      status: 'published',
      modelKey: 'sales.contacts',
      submitAction: 'createRecord',
      fields: ['email', 'lastName', 'message'],
      fieldSettings: { message: { type: 'longText', label: 'Your message' } },
    });
    const data = { email: 'visitor@example.com', lastName: 'Visitor', message: 'Do you ship to Malta?' };
    const sent = await anonymous.post(`/api/forms/forms/${form._id}/submit`, { data });
    assert.equal(sent.status, 201, sent.text);
    const [contact] = (await read('/api/sales/contacts?filter[email]=visitor@example.com')).data;
    const page = await openConsole({ as: admin, at: `/m/sales/contacts/${contact._id}?tab=timeline` });
    const panel = page.getByRole('tabpanel', { name: 'Timeline' });
    await panel.getByText('Do you ship to Malta?').waitFor();
    await panel.getByText('Form Contact us').waitFor();
    const texts = (await panel.getByRole('list').first().getByRole('listitem').allInnerTexts()).map((text) =>
      text.replace(/\s+/g, ' '),
    );
    assert.equal(texts.length, 2, texts.join('\n'));
    assert.ok(texts.some((text) => /Form Contact us created this · /.test(text)));
    assert.ok(
      texts.some((text) => /visitor@example\.com sent a form · .*Your message Do you ship to Malta\?/.test(text)),
    );
    assert.doesNotMatch(texts.join(' '), /timeline\.|with AI|admin@example\.com/);
    assert.equal(await panel.locator('.tabler-icon-sparkles').count(), 0);
    await panel.getByRole('radio', { name: 'Form answers' }).press('Space');
    await panel.getByText('created this').waitFor({ state: 'detached' });
    await panel.getByText('Do you ship to Malta?').waitFor();
  });

  journey(url, 'leads back to an earlier version, and forward again', async ({ openConsole }) => {
    const contact = await admin.create('/api/sales/contacts', {
      lastName: 'Byron',
      title: 'Poet',
      department: 'Verse',
    });
    const path = `/api/sales/contacts/${contact._id}`;
    await admin.patch(path, { title: 'Politician' });
    await admin.patch(path, { department: 'Lords' });
    const page = await openConsole({ as: admin, at: `/m/sales/contacts/${contact._id}?tab=timeline` });
    await page.getByRole('button', { name: 'Go back to version 1' }).click();
    const dialog = page.getByRole('dialog', { name: 'Go back to version 1?' });
    await dialog.getByText('2 fields change:').waitFor();
    await dialog.getByText('Poet').waitFor();
    assert.equal((await read(path)).title, 'Politician');
    await dialog.getByRole('button', { name: 'Go back', exact: true }).click();
    const notice = page.getByRole('alert').filter({ hasText: 'The record is as it was in version 1.' });
    await notice.waitFor();
    const reverted = await read(path);
    assert.deepEqual([reverted.title, reverted.department, reverted.version], ['Poet', 'Verse', 4]);
    await notice.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Go back to version 4' }).waitFor();
    const again = await read(path);
    assert.deepEqual([again.title, again.department], ['Politician', 'Lords']);

    // Undo one change and keep the later ones.
    await page.getByRole('button', { name: 'Take back this change of Job title' }).first().click();
    await page.getByRole('alert').filter({ hasText: 'Job title is as it was before.' }).waitFor();
    const back = await read(path);
    assert.deepEqual([back.title, back.department], ['Poet', 'Lords']);
  });

  journey(url, 'stays when the record is deleted, and restores it', async ({ openConsole, expectRefusal }) => {
    expectRefusal(404, /^\/api\/sales\/contacts\//);
    const contact = await admin.create('/api/sales/contacts', { firstName: 'Charles', lastName: 'Babbage' });
    const note = await admin.create('/api/sales/contactNotes', { contactId: contact._id, content: 'Hates organs.' });
    const page = await openConsole({ as: admin, at: `/m/sales/contacts/${contact._id}?tab=notes`, viewport: 'phone' });
    await page.getByText('Hates organs.').waitFor();
    assert.equal((await admin.delete(`/api/sales/contacts/${contact._id}`)).status, 204);
    // The page shows the deletion without a reload.
    await page.getByText('Deleted by').waitFor();
    await page.getByRole('heading', { level: 1, name: 'Charles Babbage' }).waitFor();
    await page.getByRole('button', { name: 'Restore' }).click();
    await page.getByRole('button', { name: 'Edit', exact: true }).waitFor();
    assert.equal((await read(`/api/sales/contacts/${contact._id}`)).lastName, 'Babbage');
    assert.equal((await read(`/api/sales/contactNotes/${note._id}`)).content, 'Hates organs.');
    await page.getByText('Hates organs.').waitFor();
  });
});
