import assert from 'node:assert/strict';
import { appForFile, type Json } from '../harness.ts';
import { until } from '../process.ts';
import { journey, journeys } from './harness.ts';

const { url, admin, user } = await appForFile();

const read = async (path: string): Promise<Json> => (await admin.get(path)).body;
const draftOf = async (modelKey: string, recordId?: string): Promise<Json> =>
  (await read(`/api/ui/drafts/mine?modelKey=${modelKey}${recordId ? `&recordId=${recordId}` : ''}`)).draft;
const offered = /^You typed something here on/;

journeys('what was typed and not saved', () => {
  journey(url, 'is found again on another device', async ({ openConsole }) => {
    const page = await openConsole({ as: admin, at: '/m/sales/contacts/new' });
    await page.getByLabel('Last name').fill('Lovelace');
    await page.getByLabel('Job title').fill('Countess');
    await until('the draft to be stored', async () => (await draftOf('contacts'))?.data.title === 'Countess');
    assert.equal(await page.getByText(offered).count(), 0);

    const other = await openConsole({ as: admin, at: '/m/sales/contacts/new', viewport: 'phone' });
    await other.getByText(offered).waitFor();
    await other.getByRole('button', { name: 'Restore' }).click();
    assert.equal(await other.getByLabel('Last name').inputValue(), 'Lovelace');
    await other.getByLabel('First name').fill('Ada');
    await other.getByRole('button', { name: 'Create', exact: true }).click();
    await other.getByRole('heading', { level: 1, name: 'Ada Lovelace' }).waitFor();
    const { data } = await read('/api/sales/contacts?filter[lastName]=Lovelace');
    assert.deepEqual(
      data.map(({ firstName, title }: Json) => [firstName, title]),
      [['Ada', 'Countess']],
    );
    // A save deletes the draft.
    await until('the draft to be gone', async () => (await draftOf('contacts')) === null);
  });

  journey(url, 'is asked about when the form is left', async ({ openConsole }) => {
    const contact = await admin.create('/api/sales/contacts', { firstName: 'Ada', lastName: 'Byron' });
    const page = await openConsole({ as: admin, at: `/m/sales/contacts/${contact._id}` });
    const form = page.getByRole('dialog', { name: 'Edit Ada Byron' });
    const edit = () => page.getByRole('button', { name: 'Edit', exact: true }).click();
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await edit();
    await form.getByLabel('Email', { exact: true }).fill('ada@example.com');
    await form.getByRole('button', { name: 'Cancel' }).click();
    await question.getByRole('button', { name: 'Keep editing' }).click();
    assert.equal(await form.getByLabel('Email', { exact: true }).inputValue(), 'ada@example.com');
    await form.getByLabel('Email', { exact: true }).press('Escape');
    await question.getByRole('button', { name: 'Keep editing' }).press('Escape');
    await question.waitFor({ state: 'detached' });
    await form.getByLabel('Email', { exact: true }).press('Escape');
    await question.getByRole('button', { name: 'Leave, keep draft' }).click();
    await form.waitFor({ state: 'detached' });
    assert.equal((await read(`/api/sales/contacts/${contact._id}`)).email, null);

    await edit();
    await form.getByText(offered).waitFor();
    await form.getByRole('button', { name: 'Restore' }).click();
    assert.equal(await form.getByLabel('Email', { exact: true }).inputValue(), 'ada@example.com');
    await until('the draft to be stored', async () => (await draftOf('contacts', contact._id)) !== null);
    await form.getByRole('button', { name: 'Cancel' }).click();
    await question.getByRole('button', { name: 'Discard' }).click();
    await form.waitFor({ state: 'detached' });
    await until('the draft to be gone', async () => (await draftOf('contacts', contact._id)) === null);
    await edit();
    await form.getByLabel('Email', { exact: true }).waitFor();
    assert.equal(await form.getByText(offered).count(), 0);
    // A form without changes closes without a question.
    await form.getByRole('button', { name: 'Cancel' }).click();
    await form.waitFor({ state: 'detached' });
  });

  journey(url, 'is kept when the page is left, and is nobody else’s', async ({ openConsole }) => {
    const page = await openConsole({ as: admin, at: '/m/sales/accounts/new' });
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Engines Ltd');
    await page.getByLabel('Domain').fill('engines.example');
    await until('the draft to be stored', async () => (await draftOf('accounts'))?.data.domain === 'engines.example');
    await page.getByRole('button', { name: 'Cancel' }).click();
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await question.getByRole('button', { name: 'Leave, keep draft' }).click();
    await page.waitForURL(/\/m\/sales\/accounts(\?|$)/);

    const colleague = await user({ permissions: ['sales:read', 'sales:write', 'ui:read', 'ui:write'] });
    const theirs = await openConsole({ as: colleague, at: '/m/sales/accounts/new' });
    await theirs.getByLabel('Domain').waitFor();
    assert.equal(await theirs.getByText(offered).count(), 0);

    await page.goto('/app/m/sales/accounts/new');
    await page.getByText(offered).waitFor();
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByText(offered).waitFor({ state: 'detached' });
    assert.equal(await page.getByLabel('Domain').inputValue(), '');
    await until('the draft to be gone', async () => (await draftOf('accounts')) === null);
    await page.reload();
    await page.getByLabel('Domain').waitFor();
    assert.equal(await page.getByText(offered).count(), 0);
  });
});
