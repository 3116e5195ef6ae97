import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { eventually } from '../eventually.ts';
import { appForFile } from '../harness.ts';
import { assertAccessible, journey, journeys } from './harness.ts';

const { url, tenant } = await appForFile();
const seller = await tenant();
const contacts = '/api/sales/contacts';
const list = '/m/sales/contacts?sort=lastName';

journeys('exports', () => {
  journey(url, 'are made of a list, and are kept on a page with their files', async ({ openConsole }) => {
    await seller.create(contacts, { lastName: 'Ada', rating: 'hot', description: 'A long text' });
    await seller.create(contacts, { lastName: 'Babbage' });
    const page = await openConsole({ as: seller, at: list });
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await page.getByRole('menuitem', { name: 'All fields, as JSON Lines' }).waitFor();
    await assertAccessible(page);
    const saving = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'All fields, as JSON Lines' }).click();
    const file = await saving;
    assert.match(file.suggestedFilename(), /^Contacts \d{4}-\d\d-\d\d\.jsonl$/);
    const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\n');
    assert.equal(lines.length, 2);
    assert.equal(JSON.parse(lines[0] ?? '').description, 'A long text');
    await page.getByText('2 rows were exported.').waitFor();

    await page.goto(`${url}/app/exports`);
    const row = page.getByRole('row').filter({ hasText: '.jsonl' });
    await row.getByText('Done').waitFor();
    await assertAccessible(page);
    const again = page.waitForEvent('download');
    await row.getByRole('link', { name: /^Download/ }).click();
    assert.match((await again).suggestedFilename(), /\.jsonl$/);
    await row.getByRole('button', { name: /^Delete/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No exports').waitFor();
    await eventually(async () => assert.equal((await seller.get('/api/data/exports')).body.meta.total, 0));
  });

  journey(url, 'have German titles and labels', async ({ openConsole }) => {
    const page = await openConsole({ as: seller, at: `${list}&q=ada`, language: 'de' });
    await page.getByRole('button', { name: 'Exportieren', exact: true }).click();
    const saving = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Alle Felder, als CSV' }).click();
    const [head = '', first = ''] = (await readFile(await (await saving).path(), 'utf8')).split('\r\n');
    assert.match(head, /Nachname/);
    assert.match(first, /Heiß/);
    await page.getByText('1 Zeile wurde exportiert.').waitFor();
  });
});
