import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { eventually } from '../eventually.ts';
import { browserPath } from '../find-browser.ts';
import { appForFile, type Json } from '../harness.ts';
import { until } from '../process.ts';
import { assertAccessible, assertFits, journey, journeys } from './harness.ts';

const { url, admin } = await appForFile();

const read = async (path: string): Promise<Json> => (await admin.get(path)).body;
/** Finds a required field by its label, which ends with a sign that is not part of its name. */
const required = (within: Page | Locator, name: string) => within.getByRole('textbox', { name, exact: true });
const dayOfWeek = (date: string): number => new Date(`${date}T00:00:00Z`).getUTCDay();
const [monday, friday] = [1, 5];

/** Keeps back the code that reads dates in words. The answer sends it, once the page has asked for it. */
async function withholdParser(page: Page): Promise<() => Promise<void>> {
  const asked = Promise.withResolvers<void>();
  const sent = Promise.withResolvers<void>();
  await page.route('**/assets/words-*.js', async (route) => {
    asked.resolve();
    await sent.promise;
    await route.continue();
  });
  return async () => {
    await asked.promise;
    sent.resolve();
  };
}

const contacts = { moduleKey: 'sales', slug: 'contacts' };
if (browserPath !== undefined)
  await admin.create('/api/data/models', {
    moduleKey: 'support',
    slug: 'shipments',
    fields: [
      { key: 'name', type: 'text', required: true, maxLength: 20 },
      { key: 'report', type: 'longText' },
      { key: 'contactMail', type: 'email' },
      { key: 'hotline', type: 'phone' },
      { key: 'tracking', type: 'url' },
      { key: 'weight', type: 'number', min: 0, max: 1000 },
      { key: 'boxes', type: 'integer' },
      { key: 'insured', type: 'boolean' },
      { key: 'leavesOn', type: 'date' },
      { key: 'arrivesAt', type: 'datetime' },
      { key: 'state', type: 'choice', strict: true, options: ['packed', 'onTheWay'] },
      { key: 'receiverId', type: 'reference', label: 'Receiver', reference: contacts },
      { key: 'witnessIds', type: 'references', label: 'Witnesses', reference: contacts },
      { key: 'marks', type: 'list' },
      { key: 'extra', type: 'json' },
    ],
  });

journeys('a form', () => {
  journey(url, 'has an input for every type of field', async ({ openConsole }) => {
    const ada = await admin.create('/api/sales/contacts', { firstName: 'Ada', lastName: 'Lovelace' });
    const bob = await admin.create('/api/sales/contacts', { firstName: 'Bob', lastName: 'Babbage' });
    const page = await openConsole({ as: admin, at: '/m/support/shipments/new' });
    await page.getByRole('button', { name: /^\d+ more fields$/ }).click();
    const field = (label: string) => page.getByLabel(label, { exact: true });
    const pick = async (label: string, typed: string, option: RegExp) => {
      await field(label).fill(typed);
      await page.getByRole('option', { name: option }).click();
    };

    // Problems show at the field before anything is sent.
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByText('Required.').waitFor();
    await required(page, 'Name').and(page.locator(':focus')).waitFor();
    await required(page, 'Name').fill('A name that is much too long');
    await page.getByText('At most 20 characters; these are 28.').waitFor();
    await required(page, 'Name').fill('Engine parts');
    await field('Weight').fill('1234.5');
    await page.getByText('At most 1,000.').waitFor();
    await field('Weight').fill('234.5');
    await field('Extra').fill('{"fragile": tru}');
    await page.getByText('This is not JSON: look at line 1, column 13.').waitFor();
    await field('Extra').fill('{"fragile": true}');
    await field('Leaves on').fill('some day');
    await page.getByText('Not a date.').waitFor();
    await field('Leaves on').fill('next Friday');
    await page.keyboard.press('Tab');
    assert.match(await field('Leaves on').inputValue(), /\d{4}/);

    await field('Report').fill('Two lines\nof text');
    await field('Contact mail').fill('ada@example.com');
    await field('Hotline').fill('+49 30 1234567');
    await field('Tracking').fill('example.com/parts');
    await field('Boxes').fill('3');
    await field('Insured').check();
    await field('Arrives at').fill('24 December 2026 at 18:30');
    await page.keyboard.press('Tab');
    await pick('State', 'way', /On the way/);
    await pick('Receiver', 'lovel', /Ada Lovelace/);
    await pick('Witnesses', 'babb', /Bob Babbage/);
    await page.keyboard.press('Tab');
    await page.getByRole('combobox', { name: 'Marks' }).pressSequentially('heavy,iron');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Engine parts' }).waitFor();
    const [stored] = (await read('/api/support/shipments')).data;
    const { leavesOn, ...rest } = stored;
    assert.equal(dayOfWeek(leavesOn), friday);
    const expected = {
      name: 'Engine parts',
      report: 'Two lines\nof text',
      contactMail: 'ada@example.com',
      hotline: '+49 30 1234567',
      tracking: 'https://example.com/parts',
      weight: 234.5,
      boxes: 3,
      insured: true,
      arrivesAt: '2026-12-24T17:30:00.000Z',
      state: 'onTheWay',
      receiverId: ada._id,
      witnessIds: [bob._id],
      marks: ['heavy', 'iron'],
      extra: { fragile: true },
    };
    assert.deepEqual(Object.fromEntries(Object.keys(expected).map((key) => [key, rest[key]])), expected);
  });

  journey(url, 'creates what a reference needs in place, and knows money and percent', async ({ openConsole }) => {
    const page = await openConsole({ as: admin, at: '/m/sales/opportunities/new' });
    await required(page, 'Name').fill('Big deal');
    await page.getByLabel('Account', { exact: true }).fill('Difference Ltd');
    await page.getByRole('option', { name: 'Create Account “Difference Ltd”' }).click();
    const inner = page.getByRole('dialog', { name: 'New: Account' });
    assert.equal(await required(inner, 'Name').inputValue(), 'Difference Ltd');
    assert.equal(await inner.getByLabel('Create another one').count(), 0);
    await inner.getByRole('button', { name: 'Create', exact: true }).click();
    await inner.waitFor({ state: 'detached' });
    await page.getByPlaceholder('Difference Ltd').waitFor();

    await page.getByLabel('Value', { exact: true }).fill('1234567.5');
    await page.getByLabel('Currency', { exact: true }).fill('eur');
    await page.getByRole('option', { name: 'EUR', exact: true }).click();
    await page.getByText('€', { exact: true }).waitFor();
    await page.getByLabel('Probability').fill('150');
    await page.getByText('At most 100.').waitFor();
    await page.getByLabel('Probability').fill('40');
    await page.keyboard.press('ControlOrMeta+Enter');
    await page.getByRole('heading', { level: 1, name: 'Big deal' }).waitFor();
    await page.getByText('€1,234,567.50').first().waitFor();
    await page.getByText('40%').first().waitFor();
    const [stored] = (await read('/api/sales/opportunities?include=accountId')).data;
    assert.deepEqual([stored.value, stored.currency, stored.probability], [1_234_567.5, 'EUR', 40]);
    assert.equal((await read(`/api/sales/accounts/${stored.accountId}`)).name, 'Difference Ltd');
  });

  journey(url, 'never shows a secret, and puts refusals at their field', async ({ openConsole, expectRefusal }) => {
    expectRefusal(409, /^\/api\/ui\/settings/);
    expectRefusal(422, /^\/api\/ui\/settings/);
    await admin.create('/api/ui/settings', { key: 'taken' });
    const page = await openConsole({ as: admin, at: '/m/ui/settings/new' });
    await page.getByRole('button', { name: /more fields$/ }).click();
    await required(page, 'Key').fill('taken');
    await page.getByLabel('Secret value', { exact: true }).fill('hunter2');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await required(page, 'Key').and(page.locator('[aria-invalid="true"]')).waitFor();
    await required(page, 'Key').fill('mine');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'mine' }).waitFor();
    assert.ok(!(await page.content()).includes('hunter2'));

    // The value is kept, replaced or removed.
    const [stored] = (await read('/api/ui/settings?filter[key]=mine')).data;
    const isSet = async () => (await read(`/api/ui/settings/${stored._id}`)).secretValue?.set ?? false;
    assert.equal(await isSet(), true);
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    const form = page.getByRole('dialog');
    await form.getByRole('button', { name: 'Replace' }).click();
    await form.getByLabel('Secret value', { exact: true }).fill('x');
    await form.getByLabel('Secret value', { exact: true }).fill('');
    await form.getByLabel('Label', { exact: true }).fill('Named');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.waitFor({ state: 'detached' });
    assert.equal(await isSet(), true);
    await page.getByRole('button', { name: 'Edit Secret value' }).click();
    await page.getByRole('button', { name: 'Remove' }).click();
    await until('the secret to be removed', async () => !(await isSet()));
  });

  journey(url, 'works with keys alone, in German, on a phone', async ({ openConsole }) => {
    const page = await openConsole({ as: admin, at: '/m/sales/tasks/new', viewport: 'phone', language: 'de' });
    await page.getByRole('heading', { name: 'Neu: Aufgabe' }).waitFor();
    await assertFits(page);
    await assertAccessible(page);
    await page.keyboard.type('Blumen schicken');
    const due = page.getByLabel('Fälligkeitsdatum', { exact: true });
    for (let tabs = 0; tabs < 30 && (await due.and(page.locator(':focus')).count()) === 0; tabs += 1)
      await page.keyboard.press('Tab');
    await page.keyboard.type('nächsten Freitag');
    await page.keyboard.press('ControlOrMeta+Enter');
    await page.getByRole('heading', { level: 1, name: 'Blumen schicken' }).waitFor();
    const [task] = (await read('/api/sales/tasks')).data;
    assert.equal(task.title, 'Blumen schicken');
    assert.equal(dayOfWeek(task.dueDate), friday);
    assert.ok(Date.parse(task.dueDate) > Date.now() - 86_400_000);
  });

  journey(url, 'saves a date in words although the code that reads it comes late', async ({ openConsole }) => {
    const page = await openConsole({ as: admin, at: '/m/sales/tasks/new' });
    const sendParser = await withholdParser(page);
    await required(page, 'Title').fill('Send the offer');
    const due = page.getByLabel('Due date', { exact: true });
    await due.fill('next friday');
    await page.keyboard.press('ControlOrMeta+Enter');
    // Longer than the pause after which errors appear.
    await page.waitForTimeout(800);
    assert.notEqual(await due.getAttribute('aria-invalid'), 'true');
    await sendParser();
    await page.getByRole('heading', { level: 1, name: 'Send the offer' }).waitFor();
    const stored = async () => (await read('/api/sales/tasks?filter[title]=Send the offer')).data[0];
    const task = await stored();
    assert.equal(dayOfWeek(task.dueDate), friday);

    const record = await openConsole({ as: admin, at: `/m/sales/tasks/${task._id}` });
    const sendParserAgain = await withholdParser(record);
    const details = record.getByRole('tabpanel', { name: 'Details' });
    await details.getByRole('button', { name: 'Edit Due date' }).click();
    await details.getByLabel('Due date', { exact: true }).fill('next monday');
    await record.keyboard.press('Enter');
    await record.waitForTimeout(800);
    assert.equal(await record.getByRole('alert').count(), 0);
    await sendParserAgain();
    await eventually(async () => assert.equal(dayOfWeek((await stored()).dueDate), monday));
  });
});
