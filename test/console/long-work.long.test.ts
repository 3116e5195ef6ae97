import assert from 'node:assert/strict';
import { appForFile } from '../harness.ts';
import { rowInserter } from '../large-records.ts';
import { until } from '../process.ts';
import { journey, journeys } from './harness.ts';

const app = await appForFile();
const { url, admin } = app;
const accounts = '/api/sales/accounts';
const { notes: addNotes } = await rowInserter(app);

journeys('long work', () => {
  journey(url, 'shows its progress until it has ended, on any page', async ({ openConsole, expectRefusal }) => {
    expectRefusal(409, /^\/api\/sales\/accounts\//);
    const account = await admin.create(accounts, { name: 'Very large' });
    await addNotes(account._id, 8000);
    const page = await openConsole({ as: admin, at: `/m/sales/accounts/${account._id}` });
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const question = page.getByRole('dialog', { name: 'Delete Very large?' });
    await question.getByText('Very many records belong to it.').waitFor();
    await question.getByRole('button', { name: 'Delete in the background' }).click();
    const progress = page.getByRole('progressbar', { name: 'Deleting Very large and what belongs to it' });
    await progress.waitFor();
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    await page.getByRole('heading', { level: 1 }).filter({ hasText: 'Welcome' }).waitFor();
    await page.getByText('Very large was deleted.').waitFor({ timeout: 120_000 });
    await progress.waitFor({ state: 'hidden' });
    assert.equal((await admin.get(`${accounts}/${account._id}`)).status, 404);
    const { data } = (await admin.get('/api/data/jobs?limit=100')).body;
    assert.ok(data.some(({ state, done }: { state: string; done: number }) => state === 'completed' && done >= 8000));
  });

  journey(url, 'that is short says what happened, and can be undone', async ({ openConsole, expectRefusal }) => {
    // The change feed may report the deletion before the browser leaves the page.
    expectRefusal(404, /^\/api\/sales\/accounts\//);
    const account = await admin.create(accounts, { name: 'By mistake' });
    const page = await openConsole({ as: admin, at: `/m/sales/accounts/${account._id}` });
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText('By mistake was deleted.').waitFor();
    assert.equal((await admin.get(`${accounts}/${account._id}`)).status, 404);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('heading', { level: 1, name: 'By mistake' }).waitFor();
    await until('it is back', async () => (await admin.get(`${accounts}/${account._id}`)).status === 200);
  });
});
