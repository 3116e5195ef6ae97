import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { browserPath } from '../find-browser.ts';
import { appForFile, type Json } from '../harness.ts';
import { activeWorkflow, enroll, hasStatus, workflowsPath } from '../workflow-tools.ts';
import { answered, assertAccessible, assertFits, journey, journeys } from './harness.ts';

const { url, admin } = await appForFile();

const people: Json[] = [];
if (browserPath !== undefined)
  for (let n = 1; n <= 50; n += 1)
    people.push(
      await admin.create('/api/sales/contacts', { lastName: `Guest ${n}`, ...(n % 5 === 0 && { title: 'VIP' }) }),
    );

const pageOf = ({ _id }: Json): string => `/m/marketing/workflows/${_id}`;
const stored = async ({ _id }: Json): Promise<Json> => (await admin.get(`${workflowsPath}/${_id}`)).body;
const toEnd = { key: 'end', type: 'exit', config: {}, next: null };

async function pick(select: Locator, option: string): Promise<void> {
  await select.fill(option);
  await select.page().getByRole('option', { name: option, exact: true }).click();
}

journeys('the settings of a workflow', () => {
  journey(url, 'are edited in forms, and an incomplete condition is not lost', async ({ openConsole }) => {
    await admin.create('/api/marketing/segments', { name: 'People here', definition: { title: 'VIP' } });
    await admin.create('/api/marketing/segments', { name: 'Firms here', modelKey: 'accounts', definition: {} });
    const workflow = await admin.create(workflowsPath, {
      name: 'Welcome',
      modelKey: 'contacts',
      trigger: 'recordCreated',
      steps: [toEnd],
      goal: { title: 'Done' },
    });
    const page = await openConsole({ as: admin, at: pageOf(workflow) });
    await page.getByRole('button', { name: 'Settings', exact: true }).click();
    const form = page.getByRole('dialog', { name: 'Settings of the workflow' });
    const conditions = form.getByRole('group', { name: 'Only records that match' });
    await conditions.getByRole('button', { name: 'Add conditions' }).click();
    await pick(conditions.getByRole('combobox', { name: 'Field', exact: true }), 'Job title');
    await conditions.getByText('This condition is incomplete.').waitFor();
    await form.getByRole('button', { name: 'Done' }).click();
    await form.getByText(/^A condition is incomplete/).waitFor();
    await conditions.getByRole('textbox', { name: 'Value for Job title' }).fill('VIP');

    const segments = form.getByRole('textbox', { name: 'Only members of these segments' });
    await segments.click();
    await page.getByRole('option', { name: 'People here' }).waitFor();
    assert.equal(await page.getByRole('option', { name: 'Firms here' }).count(), 0, 'a segment of other records');
    await page.getByRole('option', { name: 'People here' }).click();
    await page.keyboard.press('Escape');
    await form.getByRole('checkbox', { name: 'A person who answers a mail leaves' }).uncheck();
    await form.getByRole('switch', { name: 'Only on certain days and at certain times' }).check();
    await form.getByRole('checkbox', { name: 'Fri' }).uncheck();
    await form.getByLabel('From').fill('08:30');
    await assertAccessible(page);
    await form.getByRole('button', { name: 'Done' }).click();
    await form.waitFor({ state: 'detached' });
    await answered(page, 'PATCH', workflowsPath, () => page.getByRole('button', { name: 'Save', exact: true }).click());
    const saved = await stored(workflow);
    assert.deepEqual(saved.conditions, { title: { contains: 'VIP' } });
    assert.deepEqual(saved.goal, { title: 'Done' });
    assert.deepEqual(saved.sendWindow, { weekdays: [1, 2, 3, 4], from: '08:30', to: '17:00', tz: 'contact' });
    assert.equal(saved.exitOnReply, false);
    assert.equal(saved.exitOnUnsubscribe, true);
    assert.equal(saved.segmentIds.length, 1);
    // The page has no JSON beside these forms.
    await page.getByRole('tab', { name: 'Details' }).click();
    await page
      .getByText('Active version')
      .or(page.getByText('Owner', { exact: true }))
      .first()
      .waitFor();
    assert.equal(await page.getByText('"weekdays"').count(), 0);
  });

  journey(url, 'that are wrong are listed with the steps, and each opens its form', async (opened) => {
    const { openConsole, expectRefusal } = opened;
    expectRefusal(422, /\/activate$/);
    const workflow = await admin.create(workflowsPath, {
      name: 'Wrong',
      modelKey: 'contacts',
      trigger: 'manual',
      timezone: 'Atlantis/Capital',
      steps: [
        { key: 'mail', type: 'addTag', config: {}, next: 'ask' },
        { key: 'ask', type: 'branch', config: { branches: [{ filter: { title: 'VIP' }, next: 'mail' }], else: null } },
        { key: 'alone', type: 'wait', config: { for: '1d' }, next: null },
      ],
    });
    const page = await openConsole({ as: admin, at: pageOf(workflow) });
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    const list = page.getByRole('list', { name: 'What needs a look' });
    await list
      .getByText(/leads back to itself without a wait/)
      .first()
      .waitFor();
    await list.getByText(/No other step leads here/).waitFor();
    await answered(page, 'POST', '/activate', () =>
      page.getByRole('button', { name: 'Activate', exact: true }).click(),
    );
    await page
      .getByText(/^The workflow was not activated: \d things/)
      .first()
      .waitFor();
    await list.getByRole('button', { name: 'Add a tag' }).first().click();
    const tag = page.getByRole('dialog', { name: 'Add a tag' }).getByRole('textbox', { name: 'Tag', exact: true });
    await tag.and(page.locator(':focus')).waitFor();
    await tag.fill('gold');
    await page.keyboard.press('Escape');
    await list.getByText(/Tag: This is required/).waitFor({ state: 'detached' });
    const settings = list.getByRole('button', { name: 'Settings of the workflow' });
    await settings.click();
    await page
      .getByRole('dialog', { name: 'Settings of the workflow' })
      .getByText(/time zone such as/)
      .waitFor();
    await assertAccessible(page);
  });

  journey(url, 'show live counts of fifty records, and why one of them waits', async ({ openConsole }) => {
    const workflow = await activeWorkflow(
      admin,
      [
        {
          key: 'vip',
          type: 'branch',
          config: { branches: [{ name: 'VIP', filter: { title: 'VIP' }, next: 'later' }], else: 'end' },
        },
        { key: 'later', name: 'A pause', type: 'wait', config: { for: '3d' }, next: 'end' },
        toEnd,
      ],
      { name: 'Fifty' },
    );
    const page = await openConsole({ as: admin, at: pageOf(workflow), language: 'de' });
    await page.getByText('Von Hand aufgenommen').first().waitFor();
    const reply = await admin.post(`${workflowsPath}/${workflow._id}/enroll`, {
      records: people.map(({ _id }) => _id),
    });
    assert.equal(reply.status, 202, reply.text);
    // The page is not loaded again: the counts come by themselves.
    const graph = page.getByRole('region', { name: 'Diagramm des Workflows' });
    await graph.getByRole('button', { name: 'Die 10 Datensätze bei „A pause“ zeigen' }).click({ timeout: 40_000 });
    const records = page.getByRole('dialog', { name: 'Datensätze im Workflow' });
    await records.getByRole('button', { name: 'Guest 5', exact: true }).waitFor();
    assert.equal(await records.getByRole('button', { name: /^Guest \d+$/ }).count(), 10);
    await records.getByRole('button', { name: 'Guest 5', exact: true }).click();
    await records.getByText('Der Datensatz passt zu „VIP“.').waitFor();
    await records.getByText(/^Wartet bis \d\d\.\d\d\.\d{4}, \d\d:\d\d\.$/).waitFor();
    await page.keyboard.press('Escape');
    await graph.getByText('VIP · 20 %').waitFor();

    const contact = await openConsole({ as: admin, at: `/m/sales/contacts/${people[4]?._id}`, viewport: 'phone' });
    await contact.getByRole('button', { name: 'More actions' }).last().click();
    await contact.getByRole('menuitem', { name: 'Workflows: where and why' }).click();
    const why = contact.getByRole('dialog', { name: 'Workflows of Guest 5' });
    await why.getByRole('link', { name: 'Fifty' }).waitFor();
    await why.getByRole('textbox', { name: 'Workflow' }).fill('Fifty');
    await contact.getByRole('option', { name: 'Fifty' }).click();
    await why.getByText(/^The record is in the workflow, at the step “A pause”\. Waits until /).waitFor();
    await assertFits(contact);
    await assertAccessible(contact);
  });

  journey(url, 'of all workflows are rules of the account', async ({ openConsole }) => {
    const page = await openConsole({ as: admin, at: '/admin/sending', viewport: 'phone' });
    await page.getByRole('switch', { name: 'Only on certain days and at certain times' }).check();
    await page.getByLabel('Day', { exact: true }).fill('2026-12-25');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page
      .getByRole('list', { name: 'Holidays' })
      .getByText(/December 25, 2026/)
      .waitFor();
    await page.getByRole('switch', { name: 'Limit the mails that a person gets from workflows' }).check();
    await page.getByRole('textbox', { name: 'At most (mails)' }).fill('2');
    await assertFits(page);
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The rules are saved.').waitFor();
    const { body } = await admin.get('/api/ui/settings?filter[key]=marketing.sending');
    assert.deepEqual(body.data[0].value, {
      window: { weekdays: [1, 2, 3, 4, 5], from: '09:00', to: '17:00', tz: 'contact' },
      holidays: ['2026-12-25'],
      cap: { count: 2, within: '1w' },
    });
    await page.getByRole('button', { name: /^Remove .*December/ }).click();
    await page.getByText('There are no holidays.').waitFor();
  });

  journey(url, 'and steps differ in two versions, which are shown side by side', async ({ openConsole }) => {
    const workflow = await activeWorkflow(admin, [
      { key: 'tag', type: 'addTag', config: { tag: 'first' }, next: 'end' },
      toEnd,
    ]);
    await enroll(admin, workflow, people[0]).then((one) => hasStatus(admin, one, 'exited'));
    const current = await stored(workflow);
    const change = await admin.patch(`${workflowsPath}/${workflow._id}`, {
      version: current.version,
      exitConditions: { title: 'Out' },
      steps: [{ key: 'tag', type: 'addTag', config: { tag: 'second' }, next: 'end' }, toEnd],
    });
    assert.equal(change.status, 200, change.text);
    const page = await openConsole({ as: admin, at: pageOf(workflow) });
    await page.getByRole('toolbar').getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Versions' }).click();
    const versions = page.getByRole('dialog', { name: 'Versions' });
    const row = versions.getByRole('row', { name: /^Tag/ });
    await row.getByRole('cell', { name: 'first' }).waitFor();
    await row.getByRole('cell', { name: 'second' }).waitFor();
    await versions
      .getByRole('row', { name: /^Records that match leave/ })
      .getByText('Job title is Out')
      .waitFor();
    await assertAccessible(page);
  });
});
