import assert from 'node:assert/strict';
import { eventually } from '../eventually.ts';
import { appForFile, type Json } from '../harness.ts';
import { assertAccessible, assertFits, journey, journeys } from './harness.ts';

const { url, admin } = await appForFile();
const forms = '/api/forms/forms';
const submissions = '/api/forms/formSubmissions';
const read = async (id: string): Promise<Json> => (await admin.get(`${forms}/${id}`)).body;
const newest = async (): Promise<Json> => (await admin.get(`${forms}?sort=-createdAt`)).body.data[0];

journeys('forms', () => {
  journey(url, 'are built from fields and own questions, with steps and rules', async ({ openConsole }) => {
    const page = await openConsole({ as: admin, at: '/marketing/forms' });
    await page.getByText('There are no forms yet').waitFor();
    await page.getByRole('button', { name: 'New form' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Talk to us');
    await assertAccessible(page);
    await dialog.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { level: 1, name: /Talk to us/ }).waitFor();
    const { _id: id } = await newest();
    const preview = page.getByRole('region', { name: 'Preview' });
    await preview.getByLabel('Your message').waitFor();

    await page.getByRole('button', { name: 'Add field' }).click();
    await dialog.getByRole('button', { name: /Job title/ }).click();
    await dialog.getByLabel('Your question').fill('Who are you?');
    await dialog.getByLabel('Type', { exact: true }).first().click();
    await page.getByRole('listbox').getByRole('option', { name: 'One of several' }).click();
    await dialog.getByRole('button', { name: 'Add question' }).click();
    await page.getByRole('textbox', { name: 'Options' }).fill('A person\nA company');
    await preview.getByLabel('Who are you?').selectOption('A company');
    await preview.getByLabel('Job title').waitFor();

    // The buttons move the question to the top.
    await page.getByRole('button', { name: 'Done with Who are you?' }).click();
    const up = page.getByRole('button', { name: 'Move Who are you? up' });
    while (await up.isEnabled()) await up.click();

    await page.getByRole('tab', { name: 'Logic' }).click();
    await page.getByRole('button', { name: 'Add rule' }).click();
    const rule = page.getByRole('region', { name: 'Rule 1' });
    await rule.getByLabel('Value', { exact: true }).first().click();
    await page.getByRole('listbox').getByRole('option', { name: 'A company' }).click();
    await rule.getByLabel('Fields of the rule', { exact: true }).first().click();
    // A new rule shows the first field. The list offers only fields that are not chosen yet.
    await page.keyboard.press('Backspace');
    await page.getByRole('listbox').getByRole('option', { name: 'Job title' }).click();
    await page.keyboard.press('Escape');
    await preview.getByLabel('Who are you?').selectOption('A person');
    await preview.getByLabel('Job title').waitFor({ state: 'detached' });
    await preview.getByLabel('Who are you?').selectOption('A company');
    await preview.getByLabel('Job title').waitFor();
    await assertAccessible(page);

    await page.getByRole('tab', { name: 'Fields' }).click();
    await page.getByRole('button', { name: 'Add step' }).click();
    await page.getByRole('textbox', { name: 'Title of the step' }).first().fill('About you');
    await page.getByRole('button', { name: 'Move Your message down' }).click();
    await page.getByRole('button', { name: 'Move Your message down' }).click();
    await preview.getByText('Step 1 of 2: About you').waitFor();
    await preview.getByRole('button', { name: 'Next' }).click();
    await preview.getByText('Step 2 of 2: Step 2').waitFor();
    await preview.getByLabel('Your message').waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The form is saved.').waitFor();
    const saved = await read(id);
    assert.deepEqual(saved.fields, ['whoAreYou', 'firstName', 'lastName', 'email', 'phone', 'title', 'message']);
    assert.deepEqual(saved.fieldSettings.whoAreYou, {
      type: 'choice',
      label: 'Who are you?',
      options: ['A person', 'A company'],
    });
    const [{ then: deed, ...rule1 }] = saved.logic;
    assert.deepEqual(
      [deed, rule1],
      ['show', { if: [{ field: 'whoAreYou', operator: 'eq', value: 'A company' }], fields: ['title'] }],
    );
    assert.deepEqual(
      saved.steps.map(({ title, fields }: Json) => [title, fields.length]),
      [
        ['About you', 6],
        ['Step 2', 1],
      ],
    );
  });

  journey(url, 'are published, shared and closed', async ({ openConsole }) => {
    const { _id } = await admin.create(forms, {
      name: 'Newsletter',
      slug: 'newsletter',
      fields: ['email'],
      fieldSettings: { email: { type: 'email', label: 'Email' } },
      submitAction: 'storeOnly',
    });
    const page = await openConsole({ as: admin, at: `/marketing/forms/${_id}` });
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByText('The form is published.').waitFor();
    assert.equal((await read(_id)).status, 'published');
    await page.getByRole('tab', { name: 'Share' }).click();
    const address = await page.getByRole('textbox', { name: 'Address' }).inputValue();
    assert.match(address, /\/f\/[^/]+\/newsletter$/);
    await page.getByText(`<script src="${address}/embed.js" async></script>`).waitFor();
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Actions' }).click();
    await page.getByRole('menuitem', { name: 'Close the form' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Close the form' }).click();
    await page.getByText('The form is closed.').waitFor();
    assert.equal((await read(_id)).status, 'closed');
  });

  journey(url, 'show their submissions, with robots apart', async ({ openConsole }) => {
    const { _id } = await admin.create(forms, {
      name: 'Questions',
      fields: ['topic'],
      fieldSettings: { topic: { type: 'choice', label: 'Topic', options: [{ value: 'a', label: 'Analysis' }] } },
    });
    const { _id: sent } = await admin.create(submissions, { formId: _id, data: { topic: 'a' }, utmSource: 'mail' });
    await admin.create(submissions, { formId: _id, data: { topic: '<b>robot</b>' }, status: 'spam' });
    const page = await openConsole({ as: admin, at: `/marketing/forms/${_id}?tab=submissions` });
    await page.getByRole('cell', { name: 'Analysis' }).waitFor();
    assert.equal(await page.getByText('robot').count(), 0);
    await page.getByRole('table').getByRole('button').first().click();
    const drawer = page.getByRole('dialog', { name: 'Submission' });
    await drawer.getByText('mail', { exact: true }).waitFor();
    await assertAccessible(page);
    await drawer.getByRole('button', { name: 'Move to spam' }).click();
    await page.getByText('Nobody has sent the form yet').waitFor();
    await eventually(async () => assert.equal((await admin.get(`${submissions}/${sent}`)).body.status, 'spam'));
    await page.getByText('Spam', { exact: true }).click();
    await page.getByText('<b>robot</b>').waitFor();
  });

  journey(url, 'show every answer in the table of submissions', async ({ openConsole }) => {
    const keys = ['first', 'second', 'third', 'message', 'empty'];
    const { _id } = await admin.create(forms, {
      name: 'Long',
      fields: keys,
      fieldSettings: Object.fromEntries(keys.map((key) => [key, { type: 'text', label: `The ${key}` }])),
    });
    const data = { first: 'A', second: 'B', third: 'C', message: 'Please call me back' };
    await admin.create(submissions, { formId: _id, data });
    const page = await openConsole({ as: admin, at: `/marketing/forms/${_id}?tab=submissions` });
    await page.getByRole('cell', { name: 'The message: Please call me back', exact: true }).waitFor();
    await assertAccessible(page);
  });

  journey(url, 'are built on a phone too', async ({ openConsole }) => {
    const { _id } = await admin.create(forms, { name: 'Small', fields: ['email'], modelKey: 'sales.contacts' });
    const page = await openConsole({ as: admin, at: `/marketing/forms/${_id}`, viewport: 'phone', language: 'de' });
    await page.getByRole('button', { name: 'Feld hinzufügen' }).click();
    await page.getByRole('dialog').getByLabel('Ihre Frage').fill('Größe?');
    await page.getByRole('button', { name: 'Frage hinzufügen' }).click();
    await page.getByRole('region', { name: 'Vorschau' }).getByLabel('Größe?').waitFor();
    await assertFits(page);
    await assertAccessible(page);
  });
});
