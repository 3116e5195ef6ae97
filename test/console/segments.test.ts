import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { eventually } from '../eventually.ts';
import { browserPath } from '../find-browser.ts';
import { appForFile, type Json } from '../harness.ts';
import { answered, assertAccessible, assertFits, journey, journeys } from './harness.ts';

const { url, admin } = await appForFile();
const segments = '/api/marketing/segments';

const people: Json[] = [];
if (browserPath !== undefined)
  for (let n = 1; n <= 25; n += 1) {
    const number = String(n).padStart(2, '0');
    people.push(await admin.create('/api/sales/contacts', { lastName: `Guest ${number}`, title: 'Guest', score: n }));
  }

const call = (contactId: string, subject = 'Call') =>
  admin.create('/api/sales/activities', { type: 'call', subject, contactId });

async function pick(page: Page, select: Locator, option: string): Promise<void> {
  await select.fill(option);
  await page.getByRole('option', { name: option, exact: true }).click();
}

journeys('a segment', () => {
  journey(
    url,
    'is built from conditions, counted while it is built, and shows its members',
    async ({ openConsole }) => {
      const [first, second] = people as [Json, Json];
      for (const { _id } of [first, first, second]) await call(_id);
      const other = await admin.create(segments, { name: 'Second one', definition: { lastName: 'Guest 02' } });
      const page = await openConsole({ as: admin, at: '/m/marketing/segments/new' });
      const builder = page.getByRole('group', { name: 'Who belongs to it' });
      const field = builder.getByRole('combobox', { name: 'Field', exact: true });
      await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Callers');
      let running = 0;
      let most = 0;
      await page.route('**/segment-preview', async (route) => {
        running += 1;
        most = Math.max(most, running);
        const response = await route.fetch();
        running -= 1;
        await route.fulfill({ response });
      });

      await pick(page, field, 'Job title');
      await builder.getByRole('textbox', { name: 'Value for Job title' }).pressSequentially('Guest', { delay: 50 });
      await builder.getByText('25 Contacts').waitFor();
      await builder.getByText(/Guest 25.*and others/).waitFor();

      await builder.getByRole('button', { name: 'Condition', exact: true }).click();
      await pick(page, field.nth(1), 'Event, such as a mail that was opened');
      await pick(page, builder.getByRole('combobox', { name: 'Event', exact: true }), 'Activity: Created at');
      await builder.getByText('2 Contacts').waitFor();
      await builder.getByRole('textbox', { name: 'At least (times)' }).fill('2');
      await builder.getByRole('textbox', { name: 'Within' }).fill('30');
      await builder.getByText('1 Contact', { exact: true }).waitFor();
      await builder.getByRole('textbox', { name: 'At least (times)' }).fill('1');
      await builder.getByText('2 Contacts').waitFor();

      await builder.getByRole('button', { name: 'Group', exact: true }).click();
      const nested = builder.getByRole('group').last();
      await nested.getByText('None of these').click();
      await nested.getByRole('button', { name: 'Remove the condition' }).last().click();
      await pick(page, nested.getByRole('combobox', { name: 'Field' }), 'In another segment');
      await pick(page, nested.getByRole('textbox', { name: 'Value for In another segment' }), 'Second one');
      await builder.getByText('1 Contact', { exact: true }).waitFor();
      await builder.getByText('Guest 01').waitFor();
      assert.equal(most, 1, 'previews ran at the same time');
      await assertAccessible(page);

      await page.getByRole('button', { name: 'Create', exact: true }).click();
      await page.getByRole('heading', { name: 'Callers', level: 1 }).waitFor();
      const [stored] = (await admin.get(`${segments}?filter[name]=Callers`)).body.data;
      assert.deepEqual(stored.definition, {
        title: { contains: 'Guest' },
        event: { type: 'activity.created', within: '30d' },
        not: { segment: other._id },
      });
      await page.getByText('not (in the segment Second one) and Activity: Created at within 30 days').waitFor();
      const members = page.getByRole('region', { name: 'Members' });
      await members.getByRole('link', { name: 'Guest 01' }).waitFor();
      await call((people[2] as Json)._id);
      await answered(page, 'POST', '/refresh', () => members.getByRole('button', { name: 'Refresh' }).click());
      await members.getByText('2 Contacts').waitFor();
      await assertAccessible(page);
      await members.getByRole('link', { name: 'Guest 03' }).click();
      await page.getByRole('heading', { name: 'Guest 03', level: 1 }).waitFor();
    },
  );

  journey(url, 'keeps conditions that the builder cannot show, and says what is wrong with them', async (opened) => {
    const { openConsole, expectRefusal } = opened;
    expectRefusal(422, /\/preview$/);
    for (const { _id } of people.slice(0, 3)) await call(_id, 'Kept');
    const event = { type: 'activity.created', filter: { subject: 'Kept' } };
    const definition = { or: [{ event }, { title: 'Guest' }], createdAt: { gte: '2020-01-01T00:00:00Z' } };
    const { _id } = await admin.create(segments, { name: 'Kept', definition });
    const page = await openConsole({ as: admin, at: `/m/marketing/segments/${_id}` });
    const form = page.getByRole('dialog', { name: /Kept/ });
    const builder = form.getByRole('group', { name: 'Who belongs to it' });
    const json = builder.getByRole('textbox', { name: 'Condition as JSON' });
    const save = async (name: string) => {
      await form.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
      await form.getByRole('button', { name: 'Save' }).click();
      await form.waitFor({ state: 'detached' });
    };
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    assert.deepEqual(JSON.parse(await json.inputValue()), { event });
    await builder.getByText('25 Contacts').waitFor();
    await save('Kept still');
    assert.deepEqual((await admin.get(`${segments}/${_id}`)).body.definition, definition);

    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await builder.getByRole('textbox', { name: 'Value for Job title' }).fill('Nobody');
    await builder.getByText('3 Contacts').waitFor();
    await json.fill('{"event": {"type": "moon.risen"}}');
    await builder.getByText(/^Must be an event of records that refer to contacts/).waitFor();
    await json.fill('{"event": ');
    await builder
      .getByText(/^This is not JSON: look at line 1/)
      .first()
      .waitFor();
    await form.getByRole('button', { name: 'Save' }).click();
    await eventually(async () => assert.ok(await form.isVisible()), 500);
    await json.fill(JSON.stringify({ event }));
    await builder.getByText('3 Contacts').waitFor();
    await save('Kept again');
    const stored = (await admin.get(`${segments}/${_id}`)).body.definition;
    assert.deepEqual(stored, { ...definition, or: [{ event }, { title: 'Nobody' }] });
  });

  journey(url, 'is not saved without a condition that is incomplete', async ({ openConsole }) => {
    await admin.create(segments, { name: 'Firms', modelKey: 'accounts', definition: { name: 'A' } });
    await admin.create(segments, { name: 'Fifth one', definition: { lastName: 'Guest 05' } });
    const page = await openConsole({ as: admin, at: '/m/marketing/segments/new' });
    const builder = page.getByRole('group', { name: 'Who belongs to it' });
    const field = builder.getByRole('combobox', { name: 'Field', exact: true });
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Unfinished');
    await pick(page, field, 'Job title');
    await builder.getByRole('textbox', { name: 'Value for Job title' }).fill('Guest');
    await builder.getByText('25 Contacts').waitFor();
    await builder.getByRole('button', { name: 'Condition', exact: true }).click();
    await pick(page, field.nth(1), 'In another segment');
    await builder.getByText('This condition is incomplete.').waitFor();
    await builder.getByText('25 Contacts').waitFor();
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await builder.getByText('A condition is incomplete. Complete or remove it.').waitFor();
    assert.deepEqual((await admin.get(`${segments}?filter[name]=Unfinished`)).body.data, []);
    await assertAccessible(page);
    const choice = builder.getByRole('textbox', { name: 'Value for In another segment' });
    await choice.click();
    await page.getByRole('option', { name: 'Fifth one' }).waitFor();
    assert.equal(await page.getByRole('option', { name: 'Firms' }).count(), 0, 'a segment of other records');
    await page.getByRole('option', { name: 'Fifth one' }).click();
    await builder.getByText('1 Contact', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('heading', { name: 'Unfinished', level: 1 }).waitFor();
  });

  journey(url, 'has its members page by page, on a phone too, and says its problem', async ({ openConsole }) => {
    const { _id } = await admin.create(segments, { name: 'All guests', definition: { title: 'Guest' } });
    const reader = await openConsole({ as: admin, at: `/m/marketing/segments/${_id}`, viewport: 'phone' });
    const members = reader.getByRole('region', { name: 'Members' });
    await eventually(async () => {
      await members.getByRole('button', { name: 'Refresh' }).click();
      await members.getByText('25 Contacts').waitFor({ timeout: 2000 });
    }, 10_000);
    await eventually(async () => assert.equal(await members.getByRole('link').count(), 20), 20_000);
    // A click while the list is read again has no effect.
    await eventually(async () => {
      const more = members.getByRole('button', { name: 'Show more' });
      if (await more.isVisible()) await more.click();
      assert.equal(await members.getByRole('link').count(), 25);
    }, 20_000);
    await assertFits(reader);
    await reader.getByRole('button', { name: 'Edit', exact: true }).click();
    await reader.getByText('25 Contacts').last().waitFor();
    await assertFits(reader);

    const fields = '/api/data/models/sales/contacts/fields';
    await admin.post(fields, { key: 'grade', type: 'text' });
    const broken = await admin.create(segments, { name: 'Graded', definition: { grade: 'A' } });
    await admin.delete(`${fields}/grade`);
    const page = await openConsole({ as: admin, at: `/m/marketing/segments/${broken._id}` });
    await page.getByRole('button', { name: 'Refresh' }).click();
    const problem = page.getByRole('alert').filter({ hasText: 'The segment cannot be evaluated' });
    await problem.getByText(/grade is not a field/).waitFor();
  });
});
