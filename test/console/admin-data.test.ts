import assert from 'node:assert/strict';
import { Type } from 'typebox';
import type { Context } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { defineJob } from '#core/jobs/job.ts';
import { adminEmail, adminPassword } from '../cluster.ts';
import { eventually } from '../eventually.ts';
import { appForFile, type Client } from '../harness.ts';
import { assertAccessible, assertFits, journey, journeys } from './harness.ts';

const gate = Promise.withResolvers<void>();
let failing = true;
const counting = defineJob({
  name: 'tests.counting',
  summary: 'x',
  input: Type.Object({}),
  run: async (_context, _input, { progress }) => {
    progress(0.4);
    await gate.promise;
  },
});
const flaky = defineJob({
  name: 'tests.flaky',
  summary: 'x',
  input: Type.Object({}),
  retry: { limit: 0, delay: 0 },
  run: async () => {
    if (failing) throw new AppError('unavailable', 'The other system is away.');
  },
});

const { app, url, admin, login, sql, tenant } = await appForFile({}, [counting, flaky]);
const { services } = app;

async function contextFor(client: Client): Promise<Context> {
  const [{ id }] = await sql('select id from tenants where account_key = $1', [client.accountKey]);
  const caller = await services.directory.actor(id, client.userId);
  assert.ok(caller);
  return { services, caller, registry: await services.directory.registry(id), requestId: 'a test' };
}

journeys('the trash', () => {
  journey(url, 'gives back records with what was deleted along', async ({ openConsole, expectRefusal }) => {
    expectRefusal(409, /\/restore$/);
    const account = await admin.create('/api/sales/accounts', { name: 'Lakeside' });
    const contact = await admin.create('/api/sales/contacts', { lastName: 'Winter', accountId: account._id });
    const note = await admin.create('/api/sales/contactNotes', { contactId: contact._id, content: 'Called.' });
    const others = [];
    for (const name of ['Alder', 'Birch']) others.push(await admin.create('/api/sales/accounts', { name }));
    for (const { _id } of others) await admin.delete(`/api/sales/accounts/${_id}`);
    await admin.delete(`/api/sales/contacts/${contact._id}`);
    const page = await openConsole({ as: admin, at: '/admin/trash' });
    const table = page.getByRole('table', { name: 'Trash' });
    await table
      .getByRole('row')
      .filter({ hasText: 'Winter' })
      .getByRole('button', { name: /Restore/ })
      .click();
    await page.getByText('1 record was restored.').waitFor();
    await table.getByText('Winter').waitFor({ state: 'detached' });
    assert.equal((await admin.get(`/api/sales/contacts/${contact._id}`)).status, 200);
    assert.equal((await admin.get(`/api/sales/contactNotes/${note._id}`)).status, 200);

    await page.getByRole('combobox', { name: 'All models' }).fill('Contacts');
    await page.getByRole('option', { name: 'Contacts', exact: true }).click();
    await page.getByText('The trash is empty').waitFor();
    await page.goto('/app/admin/trash?model=sales.accounts');
    await table.getByText('Alder').waitFor();
    await page.getByLabel('Choose all').check();
    await page.getByRole('button', { name: 'Restore 2 records' }).click();
    await page.getByText('2 records were restored.').waitFor();
    for (const { _id } of others) assert.equal((await admin.get(`/api/sales/accounts/${_id}`)).status, 200);
  });
});

journeys('background jobs', () => {
  journey(url, 'show their progress, and are cancelled and tried again', async ({ openConsole }) => {
    const context = await contextFor(admin);
    const page = await openConsole({ as: admin, at: '/admin/jobs' });
    const table = page.getByRole('table', { name: 'Background jobs' });
    const id = await services.jobs.enqueue(context, counting, {});
    const running = table.getByRole('row').filter({ hasText: 'tests.counting' });
    await running.getByText('40 %').waitFor();
    await running.getByText('Running').waitFor();
    gate.resolve();
    await running.getByText('Done').waitFor();
    assert.equal((await admin.get(`/api/data/jobs/${id}`)).body.state, 'completed');

    await services.jobs.enqueue(context, flaky, {});
    const failed = table.getByRole('row').filter({ hasText: 'tests.flaky' });
    await failed.getByText('The other system is away.').waitFor();
    await assertAccessible(page);
    failing = false;
    await failed.getByRole('button', { name: /Try again/ }).click();
    await page.getByText('The job runs again.').waitFor();
    await failed.getByText('Done').waitFor();

    const later = await services.jobs.enqueue(context, flaky, {}, { runAt: new Date(Date.now() + 3_600_000) });
    await page.getByText('Scheduled', { exact: true }).first().click();
    await failed.getByRole('button', { name: /Cancel/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel', exact: true }).last().click();
    await page.getByText('The job was cancelled.').waitFor();
    assert.equal((await admin.get(`/api/data/jobs/${later}`)).body.state, 'cancelled');
    await page.getByText('No jobs').waitFor();
  });
});

journeys('tenants', () => {
  journey(
    url,
    'are created, found, suspended and reactivated by the operator',
    async ({ openConsole, expectRefusal }) => {
      expectRefusal(409, /\/provision$/);
      await tenant('alder');
      const page = await openConsole({ as: admin, at: '/admin/tenants' });
      const table = page.getByRole('table', { name: 'Tenants' });
      await table.getByText('Account of the operator').waitFor();
      assert.equal(await page.getByRole('button', { name: 'Suspend default' }).count(), 0);
      await page.getByRole('button', { name: 'Create tenant' }).click();
      const dialog = page.getByRole('dialog', { name: 'Create tenant' });
      await dialog.getByLabel('Account key').fill('alder');
      await dialog.getByLabel('Email of the first administrator').fill(adminEmail);
      await dialog.getByLabel('Password of the first administrator').fill(adminPassword);
      await dialog.getByRole('button', { name: 'Create tenant' }).click();
      await dialog.getByText(/alder/).last().waitFor();
      await dialog.getByLabel('Account key').fill('birch-and-sons');
      await dialog.getByRole('button', { name: 'Create tenant' }).click();
      await page.getByText('The tenant birch-and-sons was created.').waitFor();
      const birch = await login(adminEmail, adminPassword, 'birch-and-sons');

      await page.getByLabel('Search by key').fill('birch');
      await page.getByText('1 tenant', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Suspend birch-and-sons' }).click();
      const suspend = page.getByRole('dialog', { name: 'Suspend birch-and-sons?' });
      await suspend.getByLabel('Reason').fill('Unpaid since May');
      await suspend.getByRole('button', { name: 'Suspend' }).click();
      const row = table.getByRole('row').filter({ hasText: 'birch-and-sons' });
      await row.getByText('Suspended').waitFor();
      await row.getByText(/Unpaid since May/).waitFor();
      await assertAccessible(page);
      await eventually(async () => assert.ok((await birch.get('/api/sales/contacts')).status >= 400));
      await page.getByRole('button', { name: 'Reactivate birch-and-sons' }).click();
      await page.getByText('The tenant birch-and-sons was reactivated.').waitFor();
      await row.getByText('Active').waitFor();
      await login(adminEmail, adminPassword, 'birch-and-sons');
      await page.setViewportSize({ width: 360, height: 740 });
      await assertFits(page);
    },
  );

  journey(url, 'are nobody else’s business', async ({ openConsole }) => {
    const page = await openConsole({ as: await tenant('cedar'), at: '/admin/tenants' });
    await page.getByText('You may not see this page').waitFor();
    assert.equal(await page.getByRole('link', { name: 'Tenants' }).count(), 0);
  });
});
