import assert from 'node:assert/strict';
import { eventually } from '../eventually.ts';
import { appForFile } from '../harness.ts';
import { mailEnv } from '../mail-outbox-tools.ts';
import { NameServer } from '../name-server.ts';
import { SmtpSink } from '../smtp-sink.ts';
import { assertAccessible, assertFits, journey, journeys } from './harness.ts';

const names = await NameServer.forFile({ 'sender.example': { txt: ['v=spf1 -all'] } });
const { url, admin } = await appForFile({ ...mailEnv, WEBHOOK_DNS_SERVERS: names.address });
const sink = await SmtpSink.forFile();
const path = (model: string) => `/api/communications/${model}`;

journeys('mail', () => {
  journey(url, 'servers are set up, tested and told with their DNS records', async ({ openConsole }) => {
    const page = await openConsole({ as: admin, at: '/mail/transports' });
    await page.getByText('No mail server is set up').waitFor();
    await page.getByRole('button', { name: 'New mail server' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'New mail server' });
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Our server');
    await dialog.getByRole('combobox', { name: 'Security' }).click();
    await page.getByRole('option', { name: 'STARTTLS if the server offers it' }).click();
    await dialog.getByRole('textbox', { name: 'Host' }).fill('127.0.0.1');
    await dialog.getByRole('textbox', { name: 'Port' }).fill(String(sink.port));
    await dialog.getByRole('textbox', { name: 'Sender address' }).fill('ada@sender.example');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The mail server was added. Test it now.').waitFor();
    await page.getByRole('button', { name: 'Test connection' }).click();
    await page.getByText('Works').first().waitFor();
    await page.getByRole('textbox', { name: 'Send a test mail to' }).fill('me@example.org');
    await page.getByRole('button', { name: 'Send test mail' }).click();
    await eventually(async () => assert.equal(sink.arrived('me@example.org').length, 1));

    await page.getByText(/Mails are signed for sender\.example/).waitFor();
    await page.getByText('DNS has now: v=spf1 -all').waitFor();
    await page.getByText('Different value').first().waitFor();
    await page.getByText('Missing').first().waitFor();
    await page.getByText(/_domainkey\.sender\.example/).waitFor();
    await assertAccessible(page);
    const [stored] = (await admin.get(path('emailTransports'))).body.data;
    assert.deepEqual(stored.url, { set: true });

    await page.goto('/app/mail/transports');
    await page.getByRole('link', { name: 'Our server' }).waitFor();
    await page.setViewportSize({ width: 360, height: 740 });
    await assertFits(page);
  });

  journey(url, 'lists get members by hand and by file', async ({ openConsole }) => {
    const page = await openConsole({ as: admin, at: '/mail/lists' });
    await page.getByText('There are no lists yet').waitFor();
    await page.getByRole('button', { name: 'New list' }).first().click();
    const drawer = page.getByRole('dialog');
    await drawer.getByRole('textbox', { name: 'Name' }).fill('Readers');
    await drawer.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('heading', { name: /^Readers/, level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Add members' }).first().click();
    await drawer.getByRole('textbox', { name: 'Addresses' }).fill('one@example.org, two@example.org');
    await drawer.getByRole('button', { name: /Add/ }).last().click();
    await page.getByText('2 addresses added').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Import CSV' }).first().click();
    const csv = 'email,name\nthree@example.org,Three\nnot-an-address,Four\none@example.org,One\n';
    await drawer
      .locator('input[type=file]')
      .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
    await drawer.getByText('3 addresses found').waitFor();
    await drawer.getByRole('button', { name: 'Import', exact: true }).click();
    await drawer.getByText('1 address added').waitFor();
    await drawer.getByText('1 address was not added').waitFor();
    await drawer.getByText('1 address was a member already').waitFor();
    await page.keyboard.press('Escape');
    const members = page.getByRole('table');
    await members.getByText('three@example.org').waitFor();
    await page.getByRole('button', { name: 'Unsubscribe two@example.org' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Unsubscribe' }).click();
    await page.getByText('two@example.org is unsubscribed.').waitFor();
    const [list] = (await admin.get(path('emailLists'))).body.data;
    const rows = (await admin.get(`${path('emailListMembers')}?filter[emailListId]=${list._id}&sort=email`)).body.data;
    assert.deepEqual(
      rows.map(({ email, status }: Record<string, string>) => [email, status]),
      [
        ['one@example.org', 'subscribed'],
        ['three@example.org', 'subscribed'],
        ['two@example.org', 'unsubscribed'],
      ],
    );
  });

  journey(url, 'addresses are suppressed and freed, and both are kept', async ({ openConsole, expectRefusal }) => {
    expectRefusal(409, /emailSuppressions/);
    const page = await openConsole({ as: admin, at: '/mail/suppressions', viewport: 'phone' });
    await page.getByRole('button', { name: 'Add addresses' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Add addresses' });
    const input = dialog.getByRole('textbox', { name: 'Addresses' });
    await input.fill('nobody');
    await dialog.getByText('Not an address: nobody').waitFor();
    await input.fill('gone@example.org\nspam@example.org');
    await dialog.getByRole('button', { name: 'Add 2 addresses' }).click();
    await page.getByText('2 addresses added.').waitFor();
    const table = page.getByRole('table');
    await table.getByText('gone@example.org').waitFor();
    const refused = await admin.post('/api/communications/send-email', {
      to: 'gone@example.org',
      subject: 'x',
      text: 'x',
    });
    assert.equal(refused.status, 422, refused.text);
    await page.getByRole('button', { name: 'Remove the suppression of gone@example.org' }).click();
    const lift = page.getByRole('dialog');
    await lift.getByRole('textbox', { name: 'Why' }).fill('Asked for it by phone');
    await lift.getByRole('button', { name: 'Remove suppression' }).click();
    await page.getByText('gone@example.org gets mail again.').waitFor();
    await table.getByText('gone@example.org').waitFor({ state: 'detached' });
    await page.getByText('Removed', { exact: true }).first().click();
    await table.getByText('gone@example.org').waitFor();
    await assertFits(page);
  });

  journey(url, 'numbers are shown for a period, by day and by domain', async ({ openConsole }) => {
    for (const to of ['a@north.example', 'b@north.example', 'c@south.example'])
      await admin.post('/api/communications/send-email', { to, subject: 'News', text: 'Hello' });
    await eventually(async () => assert.equal(sink.arrived('c@south.example').length, 1));
    const analytics = async () => (await admin.get(`${path('email-analytics')}?groupBy=domain`)).body;
    await eventually(async () => assert.ok((await analytics()).sent >= 3));
    const page = await openConsole({ as: admin, at: '/mail/analytics' });
    await page.getByText('By domain').first().waitFor();
    const row = page.getByRole('row').filter({ hasText: 'north.example' });
    await row.getByText('2', { exact: true }).first().waitFor();
    await page.getByText('7 days', { exact: true }).click();
    await page.waitForURL(/7/);
    await page.getByText('Mails by day').waitFor();
    await assertAccessible(page);
    await page.goto('/app/mail');
    await page.getByRole('heading', { name: 'Mail', level: 1 }).waitFor();
    await page.getByText('Sent').first().waitFor();
  });
});
