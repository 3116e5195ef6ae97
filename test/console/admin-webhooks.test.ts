import assert from 'node:assert/strict';
import { eventually } from '../eventually.ts';
import { appForFile } from '../harness.ts';
import { receiverForFile, signatureOf } from '../receiver.ts';
import { contacts, webhooks } from '../webhook-tools.ts';
import { assertAccessible, journey, journeys } from './harness.ts';

const { url, admin } = await appForFile({ WEBHOOK_ALLOW_PRIVATE: 'true', WEBHOOK_RETRY_DELAYS: '50ms' });
const receiver = await receiverForFile();

journeys('webhooks', () => {
  journey(
    url,
    'are registered, tested, followed, repeated, rotated and deleted',
    async ({ openConsole, expectRefusal }) => {
      expectRefusal(422, /\/webhooks$/);
      const page = await openConsole({ as: admin, at: '/admin/webhooks' });
      await page.getByText('No webhooks').waitFor();
      await page.getByRole('button', { name: 'Register webhook' }).click();
      const dialog = page.getByRole('dialog', { name: 'Register webhook' });
      await dialog.getByRole('textbox', { name: 'Address' }).fill('ftp://example.com/');
      await dialog.getByRole('combobox', { name: 'Add events of a model' }).fill('(contact)');
      await page.getByRole('option', { name: 'Contacts (contact)' }).click();
      await dialog.getByLabel('contact.created', { exact: true }).check();
      await dialog.getByLabel('contact.updated', { exact: true }).check();
      await dialog.getByRole('button', { name: 'Register webhook' }).click();
      await dialog
        .getByText(/https?/)
        .last()
        .waitFor();
      await dialog.getByRole('textbox', { name: 'Address' }).fill(receiver.url('/hook'));
      await dialog.getByRole('button', { name: 'Register webhook' }).click();
      const once = page.getByRole('dialog', { name: 'Signing secret' });
      const secret = await once.getByLabel('Signing secret', { exact: true }).last().innerText();
      await once.getByRole('button', { name: 'I have stored it' }).click();
      await page
        .getByRole('heading', { level: 1 })
        .filter({ hasText: receiver.url('/hook') })
        .waitFor();
      const [webhook] = (await admin.get(webhooks)).body.data;
      assert.deepEqual(webhook.events, ['contact.created', 'contact.updated']);

      await page.getByRole('button', { name: 'Send test' }).click();
      const [test] = await receiver.received('/hook');
      assert.equal(test?.headers['x-platform-signature'], signatureOf(secret, test?.raw as Buffer));
      const log = page.getByRole('table', { name: 'Deliveries' });
      await log.getByRole('row').filter({ hasText: 'Delivered' }).waitFor();

      receiver.answer(503, 'come back later', { 'x-why': 'maintenance' });
      await admin.create(contacts, { lastName: 'Lovelace' });
      const failed = log.getByRole('row').filter({ hasText: 'contact.created' });
      await failed.getByText('Failed').waitFor();
      await failed.getByText('503').waitFor();
      await failed.getByRole('button', { name: 'contact.created' }).click();
      const drawer = page.getByRole('dialog', { name: 'Delivery' });
      await drawer.getByText('"lastName": "Lovelace"').waitFor();
      const attempts = drawer.getByRole('button', { name: /^503/ });
      assert.equal(await attempts.count(), 2);
      await attempts.first().click();
      await drawer.getByText('come back later').first().waitFor();
      await drawer.getByText('x-why: maintenance').first().waitFor();
      await assertAccessible(page);

      receiver.well();
      await drawer.getByRole('button', { name: 'Send again' }).click();
      await drawer.getByText('Delivered', { exact: true }).waitFor();
      await page.keyboard.press('Escape');
      await page.getByLabel('Status').selectOption('Failed');
      await page.getByText('No deliveries').waitFor();

      await page.getByRole('button', { name: 'Actions' }).click();
      await page.getByRole('menuitem', { name: 'Rotate the secret' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Rotate the secret' }).click();
      const next = await once.getByLabel('Signing secret', { exact: true }).last().innerText();
      assert.notEqual(next, secret);
      await once.getByRole('button', { name: 'I have stored it' }).click();

      await page.getByRole('button', { name: 'Pause' }).click();
      await page.getByText('This webhook is paused').waitFor();
      assert.equal((await admin.get(`${webhooks}/${webhook._id}`)).body.active, false);
      assert.equal(await page.getByRole('button', { name: 'Send test' }).isDisabled(), true);
      await page.getByRole('button', { name: 'Resume' }).click();
      await page.getByText('The webhook is active.').waitFor();

      await page.getByRole('tab', { name: 'Settings' }).click();
      await page.getByRole('textbox', { name: 'Description' }).fill('Our warehouse');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('The webhook was saved.').waitFor();
      assert.equal((await admin.get(`${webhooks}/${webhook._id}`)).body.description, 'Our warehouse');

      await page.getByRole('button', { name: 'Actions' }).click();
      await page.getByRole('menuitem', { name: 'Delete webhook' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete webhook' }).click();
      await page.getByText('No webhooks').waitFor();
      assert.deepEqual((await admin.get(webhooks)).body.data, []);
    },
  );

  journey(url, 'send again what failed since a time', async ({ openConsole }) => {
    receiver.answer(500);
    const webhook = await admin.create(webhooks, { url: receiver.url('/recover'), events: ['contact.created'] });
    for (const lastName of ['Hopper', 'Hamilton']) await admin.create(contacts, { lastName });
    const statuses = async () =>
      (await admin.get(`${webhooks}/${webhook._id}/deliveries`)).body.data.map(
        ({ status }: { status: string }) => status,
      );
    await eventually(async () => assert.deepEqual(await statuses(), ['failed', 'failed']));
    receiver.well();
    const page = await openConsole({ as: admin, at: `/admin/webhooks/${webhook._id}`, viewport: 'phone' });
    await page.getByRole('button', { name: 'Recover' }).click();
    await page.getByRole('dialog', { name: 'Send again what failed' }).getByRole('button', { name: 'Recover' }).click();
    await page.getByText('2 deliveries are sent again.').waitFor();
    await eventually(async () => assert.deepEqual(await statuses(), ['delivered', 'delivered']));
    const log = page.getByRole('table', { name: 'Deliveries' });
    await eventually(async () => assert.equal(await log.getByText('Delivered').count(), 2));
  });
});
