import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { browserPath } from '../find-browser.ts';
import { appForFile, type Json } from '../harness.ts';
import { activeWorkflow, enroll, hasStatus, workflowsPath } from '../workflow-tools.ts';
import { answered, assertAccessible, assertFits, journey, journeys } from './harness.ts';

const { url, admin } = await appForFile();

const ada: Json =
  browserPath === undefined
    ? {}
    : await admin.create('/api/sales/contacts', {
        firstName: 'Ada',
        lastName: 'Byron',
        email: 'ada@example.com',
        title: 'VIP',
      });

const pageOf = ({ _id }: Json): string => `/m/marketing/workflows/${_id}`;

const draft = (name: string, steps: readonly Json[] = []): Promise<Json> =>
  admin.create(workflowsPath, { name, modelKey: 'contacts', trigger: 'manual', steps });

const stored = async ({ _id }: Json): Promise<Json> => (await admin.get(`${workflowsPath}/${_id}`)).body;

async function pick(select: Locator, option: string): Promise<void> {
  await select.fill(option);
  await select.page().getByRole('option', { name: option, exact: true }).click();
}

/** The option of a record names its address too. */
async function pickRecord(input: Locator, name: string): Promise<void> {
  await input.fill(name);
  await input
    .page()
    .getByRole('option', { name: new RegExp(`^${name}`) })
    .click();
}

/** Adds a step in the dialog that a button opens. Its form is open afterwards. */
async function choose(page: Page, type: RegExp, title: string): Promise<Locator> {
  const dialog = page.getByRole('dialog', { name: 'Add a step' });
  await dialog.getByRole('button', { name: type }).click();
  const form = page.getByRole('dialog', { name: title });
  await form.waitFor();
  return form;
}

const close = async (form: Locator): Promise<void> => {
  await form.getByRole('button', { name: 'Done' }).click();
  await form.waitFor({ state: 'detached' });
};

const save = (page: Page) =>
  answered(page, 'PATCH', workflowsPath, () => page.getByRole('button', { name: 'Save', exact: true }).click());

journeys('a workflow', () => {
  journey(url, 'is built as a graph, activated once it is right, and shows what it did', async (opened) => {
    const { openConsole, expectRefusal } = opened;
    expectRefusal(422, /\/activate$/);
    const workflow = await draft('Welcome');
    const page = await openConsole({ as: admin, at: pageOf(workflow) });
    const graph = page.getByRole('region', { name: 'Graph of the workflow' });
    await graph.getByText('Add a first step.').waitFor();
    await graph.getByRole('button', { name: 'Add a step after Trigger' }).click();
    const branch = await choose(page, /^Branch/, 'Branch');
    await branch.getByRole('textbox', { name: 'Name', exact: true }).fill('VIP');
    await pick(branch.getByRole('combobox', { name: 'Field', exact: true }), 'Job title');
    await branch.getByRole('textbox', { name: 'Value for Job title' }).fill('VIP');
    await close(branch);

    // By keyboard: the end of the way has the focus, and Enter adds a step.
    await graph.getByRole('button', { name: 'Add a step after Branch, VIP' }).focus();
    await page.keyboard.press('Enter');
    const tag = await choose(page, /^Add a tag/, 'Add a tag');
    await tag.getByText('This is required.').waitFor();
    await tag.getByRole('textbox', { name: 'Tag', exact: true }).fill('gold');
    await page.keyboard.press('Escape');
    await tag.waitFor({ state: 'detached' });
    await graph.getByRole('button', { name: 'Add a step after Branch, Otherwise' }).click();
    const task = await choose(page, /^Create a task/, 'Create a task');
    await task.getByRole('textbox', { name: 'Title' }).fill('Call {{ nothing');
    await close(task);
    await assertAccessible(page);

    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Redo' }).click();
    await save(page);
    const { steps } = await stored(workflow);
    assert.deepEqual(
      steps.map(({ key, type }: Json) => [key, type]),
      [
        ['branch', 'branch'],
        ['createTask', 'createTask'],
        ['addTag', 'addTag'],
      ],
    );
    const config = {
      branches: [{ name: 'VIP', filter: { title: { contains: 'VIP' } }, next: 'addTag' }],
      else: 'createTask',
    };
    assert.deepEqual(steps[0].config, config);

    await answered(page, 'POST', '/activate', () => page.getByRole('button', { name: 'Activate' }).click());
    const wrong = graph.locator('[data-step="createTask"]');
    await wrong.locator('[class*=problem]').waitFor();
    await wrong.click();
    await task.getByRole('textbox', { name: 'Title' }).fill('Call {{ contact.firstName }}');
    await close(task);
    await answered(page, 'POST', '/activate', () => page.getByRole('button', { name: 'Activate' }).click());
    await page.getByText('Version 1 is active.').waitFor();

    await page.getByRole('button', { name: 'Test', exact: true }).click();
    const test = page.getByRole('dialog', { name: 'Test with a record' });
    await pickRecord(test.getByRole('textbox', { name: /^Contact/ }), 'Ada Byron');
    await test.getByRole('button', { name: 'Run the test' }).click();
    await test.getByText('Adds the tag gold.').waitFor();
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'Enroll', exact: true }).click();
    const people = page.getByRole('dialog', { name: 'Enroll records' });
    await pickRecord(people.getByRole('textbox', { name: /^Contacts/ }), 'Ada Byron');
    await people.getByRole('heading', { name: 'Enroll records' }).click();
    await answered(page, 'POST', '/enroll', () => people.getByRole('button', { name: 'Enroll' }).click());
    await page.getByText('1 record was enrolled.').waitFor();
    await page.getByRole('button', { name: 'Records in it' }).click();
    const records = page.getByRole('dialog', { name: 'Records in the workflow' });
    await records.getByRole('button', { name: 'Ada Byron' }).click();
    const log = records.getByRole('list', { name: 'What happened' });
    await log.getByText('The tag was added.').waitFor({ timeout: 15_000 });
    await assertAccessible(page);
  });

  journey(url, 'is a list by keyboard, also on a phone and in German', async ({ openConsole }) => {
    const workflow = await draft('Liste', [
      { key: 'w', type: 'wait', config: { for: '3d' }, next: 't' },
      { key: 't', type: 'addTag', config: { tag: 'neu' }, next: null },
    ]);
    const page = await openConsole({ as: admin, at: pageOf(workflow), viewport: 'phone', language: 'de' });
    const list = page.getByRole('list', { name: 'Schritte des Workflows' });
    await list.getByText('3 Tage').waitFor();
    await list.getByRole('button', { name: 'Schritt hinzufügen nach „Warten“' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Schritt hinzufügen' });
    await dialog.getByRole('button', { name: /^Ende/ }).click();
    await page.getByRole('dialog', { name: 'Ende' }).getByRole('button', { name: 'Fertig' }).click();
    await list.getByText('Kein anderer Schritt führt hierher.').waitFor();
    await assertFits(page);
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Rückgängig' }).click();
    await list.getByText('Kein anderer Schritt führt hierher.').waitFor({ state: 'detached' });
  });

  journey(
    url,
    'lets a person decide about an enrollment, and asks before records move to a new version',
    async (opened) => {
      const { openConsole } = opened;
      const me = (await admin.get('/api/identity/me')).body;
      const workflow = await activeWorkflow(admin, [
        { key: 'ask', type: 'approval', config: { by: { userId: me.user._id } }, next: 'end' },
        { key: 'end', type: 'exit', config: { reason: 'Approved' }, next: null },
      ]);
      const enrollment = await hasStatus(admin, await enroll(admin, workflow, ada), 'waiting');
      const page = await openConsole({ as: admin, at: pageOf(workflow) });
      await page.getByRole('button', { name: 'Activate changes' }).click();
      const dialog = page.getByRole('dialog', { name: 'Activate the new version?' });
      await dialog.getByText('One record is in the workflow.').waitFor();
      await dialog.getByRole('radio', { name: 'They move to the new version' }).check();
      await dialog.getByRole('button', { name: 'Activate' }).click();
      await page.getByText('Version 2 is active.').waitFor();
      await page.getByRole('button', { name: 'More actions' }).last().click();
      await page.getByRole('menuitem', { name: 'Versions' }).click();
      const versions = page.getByRole('dialog', { name: 'Versions' });
      await versions.getByText('There is no difference.').waitFor();
      await versions.getByText('1 record follows it').waitFor();

      const run = await openConsole({ as: admin, at: `/m/marketing/workflowEnrollments/${enrollment._id}` });
      const section = run.getByRole('region', { name: 'What happened' });
      await section.getByRole('textbox', { name: 'Comment' }).fill('Fine');
      await section.getByRole('button', { name: 'Approve' }).click();
      await section.getByText('Approved', { exact: true }).waitFor({ timeout: 15_000 });
      await assertAccessible(run);
    },
  );
});
