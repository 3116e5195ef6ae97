import assert from 'node:assert/strict';
import { eventually } from '../eventually.ts';
import { appForFile, type Json } from '../harness.ts';
import { addresses, mailEnv } from '../mail-outbox-tools.ts';
import { SmtpSink } from '../smtp-sink.ts';
import { assertAccessible, assertFits, journey, journeys } from './harness.ts';

const { url, admin } = await appForFile(mailEnv);
const sink = await SmtpSink.forFile();
const transport = await admin.create('/api/communications/emailTransports', {
  name: 'Sink',
  position: 1,
  fromEmail: 'ada@sender.example',
  url: `smtp://127.0.0.1:${sink.port}`,
});
for (const [firstName, email] of [
  ['Grace', 'grace@example.org'],
  ['Katherine', 'katherine@example.org'],
])
  await admin.create('/api/sales/contacts', { firstName, lastName: 'Pioneer', email, department: 'Compilers' });
await admin.create('/api/sales/contacts', { lastName: 'Elsewhere', email: 'else@example.org' });
const greeting = await admin.create('/api/communications/emailTemplates', {
  name: 'Greeting',
  subject: 'Hello {{ contact.firstName }}',
  format: 'html',
  html: '<p>Hello {{ contact.firstName }}, your code is {{ code }}.</p>',
  status: 'active',
  sampleData: { code: '0000' },
});
const list = await admin.create('/api/communications/emailLists', { name: 'Readers', type: 'static' });
await admin.post(`/api/communications/email-lists/${list._id}/subscribe`, {
  emails: ['one@example.org', 'two@example.org', 'gone@example.org'],
});
await admin.post('/api/communications/emailSuppressions', { email: 'gone@example.org', reason: 'bounced' });
const batch = async (id: string): Promise<Json> => (await admin.get(`/api/communications/bulk-email/${id}`)).body;

journeys('writing mail', () => {
  journey(url, 'to one person, with a template and its values', async ({ openConsole }) => {
    const page = await openConsole({ as: admin, at: '/mail/compose' });
    const send = page.getByRole('button', { name: 'Send', exact: true });
    assert.equal(await send.isDisabled(), true);
    await page.getByRole('textbox', { name: 'To', exact: true }).fill('Grace');
    await page.getByRole('option', { name: /grace@example\.org/ }).click();
    await page.getByText('Template', { exact: true }).first().click();
    await page.getByRole('textbox', { name: 'Template' }).fill('Greeting');
    await page.getByRole('option', { name: /^Greeting Hello/ }).click();
    await page.getByRole('textbox', { name: 'code' }).fill('4711');
    // The form keeps its values after a reload.
    await page.reload();
    assert.equal(await page.getByRole('textbox', { name: 'code' }).inputValue(), '4711');
    await send.click();
    await page.getByText('The mail is on its way.').waitFor();
    await page.waitForURL(/\/mail\/sent\/[0-9a-f-]+$/);
    await page.getByRole('heading', { name: /Hello Grace/, level: 1 }).waitFor();
    await page.frameLocator('iframe').getByText('Hello Grace, your code is 4711.').waitFor();
    await eventually(async () => assert.equal(sink.arrived('grace@example.org').length, 1));
    await page.getByRole('main').getByText('Sent', { exact: true }).first().waitFor();
  });

  journey(url, 'for later, which is moved and taken back', async ({ openConsole }) => {
    const page = await openConsole({ as: admin, at: '/mail/compose?to=later@example.org', viewport: 'phone' });
    await page.getByText('Write it here').click();
    await page.getByRole('textbox', { name: 'Subject' }).fill('See you');
    await page.getByRole('textbox', { name: 'Text' }).fill('Until tomorrow.');
    await page.getByRole('switch', { name: 'Send later' }).click();
    await page.getByRole('button', { name: 'Tomorrow, 8:00' }).click();
    await assertFits(page);
    await page.getByRole('button', { name: 'Schedule' }).click();
    await page.waitForURL(/\/mail\/scheduled/);
    const [mail] = (await admin.get('/api/communications/emails?filter[status]=scheduled')).body.data;
    assert.equal(mail.subject, 'See you');
    await page.getByRole('button', { name: 'Actions' }).click();
    await page.getByRole('menuitem', { name: 'Change time' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'In a week, 8:00' }).click();
    await dialog.getByRole('button', { name: /Change time|Save/ }).click();
    await dialog.waitFor({ state: 'detached' });
    const moved = (await admin.get(`/api/communications/emails/${mail._id}`)).body;
    assert.ok(Date.parse(moved.scheduledAt) > Date.parse(mail.scheduledAt));
    await page.getByRole('button', { name: 'Actions' }).click();
    await page.getByRole('menuitem', { name: 'Do not send' }).click();
    await dialog.getByRole('button', { name: 'Do not send' }).click();
    await page.getByText('No mails are scheduled').waitFor();
    assert.equal((await admin.get(`/api/communications/emails/${mail._id}`)).body.status, 'cancelled');
  });

  journey(url, 'to a list, with the count before it is sent', async ({ openConsole }) => {
    const page = await openConsole({ as: admin, at: `/mail/compose?mode=bulk&emailListId=${list._id}` });
    await page.getByText('2 recipients').waitFor();
    await page.getByText('Write it here').click();
    await page.getByRole('textbox', { name: 'Subject' }).fill('News');
    await page.getByRole('textbox', { name: 'Text' }).fill('All is well.');
    await page.getByRole('button', { name: 'Review and send' }).click();
    const dialog = page.getByRole('dialog', { name: 'Send this mail?' });
    await dialog.getByText('2 recipients', { exact: true }).waitFor();
    await dialog.getByRole('button', { name: 'Send to 2 recipients' }).click();
    await page.waitForURL(/\/mail\/batches\/[0-9a-f-]+$/);
    await page.getByText('2 of 2 done').waitFor();
    const recipients = page.getByRole('table', { name: 'Recipients' });
    for (const email of ['one@example.org', 'two@example.org'])
      await recipients.getByRole('row').filter({ hasText: email }).getByText('Sent').waitFor();
    assert.deepEqual([sink.arrived('one@example.org').length, sink.arrived('gone@example.org').length], [1, 0]);
    await assertAccessible(page);
  });

  journey(url, 'to a list with a template, which asks for the values that are missing', async (opened) => {
    opened.expectRefusal(422, /\/bulk-email\/send$/);
    const at = `/mail/compose?mode=bulk&emailListId=${list._id}&templateId=${greeting._id}`;
    const page = await opened.openConsole({ as: admin, at });
    await page.getByText('2 recipients').waitFor();
    await page.getByRole('button', { name: 'Review and send' }).click();
    const missing = page.getByRole('dialog', { name: 'Values are missing' });
    const next = missing.getByRole('button', { name: 'Continue' });
    await missing.getByRole('textbox', { name: 'code' }).waitFor();
    assert.equal(await next.isDisabled(), true);
    await assertAccessible(page);
    await missing.getByRole('textbox', { name: 'code' }).fill('4712');
    await next.click();
    const dialog = page.getByRole('dialog', { name: 'Send this mail?' });
    await dialog.getByRole('button', { name: 'Send to 2 recipients' }).click();
    await page.waitForURL(/\/mail\/batches\/[0-9a-f-]+$/);
    // Values that differ between recipients have a mark in the title.
    await page.getByRole('heading', { name: /^Hello …/, level: 1 }).waitFor();
    await page.getByText('2 of 2 done').waitFor();
  });

  journey(url, 'to contacts that match a filter, and to pasted addresses', async ({ openConsole }) => {
    const page = await openConsole({ as: admin, at: '/mail/compose?mode=bulk' });
    await page.getByText('Filter of contacts').click();
    await page.getByText('3 recipients').waitFor();
    await page.getByRole('combobox', { name: 'Field' }).fill('Department');
    await page.getByRole('option', { name: 'Department', exact: true }).click();
    await page.getByRole('textbox', { name: 'Department' }).fill('Compilers');
    await page.getByText('2 recipients').waitFor();
    await page.getByText('Addresses', { exact: true }).click();
    await page
      .getByRole('textbox', { name: 'Addresses' })
      .fill('a@example.org, a@example.org\ngone@example.org, nobody');
    await page.getByText(/2 recipients · 1 duplicate · Not an address: nobody/).waitFor();
    await page.getByRole('textbox', { name: 'Addresses' }).fill('a@example.org, a@example.org\ngone@example.org');
    await page.getByRole('textbox', { name: 'Subject' }).fill('News');
    await page.getByText('Write it here').click();
    await page.getByRole('textbox', { name: 'Text' }).fill('All is well.');
    await page.getByRole('button', { name: 'Review and send' }).click();
    const dialog = page.getByRole('dialog', { name: 'Send this mail?' });
    await dialog.getByText('1 suppressed address gets no mail').waitFor();
    await dialog.getByText('gone@example.org').waitFor();
    await dialog.getByRole('button', { name: 'Send to 1 recipient' }).click();
    await page.getByText('1 of 1 done').waitFor();
  });
});

journeys('mail to a segment', () => {
  journey(url, 'goes to its contacts, those who get none left out', async ({ openConsole }) => {
    const contacts: Json[] = [];
    const names = ['ida', 'ben', 'zoe'];
    for (const name of names)
      contacts.push(await admin.create('/api/sales/contacts', { lastName: name, email: `${name}@segment.example` }));
    await admin.post('/api/communications/emailSuppressions', { email: 'zoe@segment.example', reason: 'bounced' });
    await admin.create('/api/marketing/segments', {
      name: 'Harbour people',
      type: 'static',
      contactIds: contacts.map(({ _id }) => _id),
    });
    const page = await openConsole({ as: admin, at: '/mail/compose?mode=bulk' });
    await page.getByText('Segment', { exact: true }).click();
    await page.getByRole('textbox', { name: 'Segment' }).fill('Harbour');
    await page.getByRole('option', { name: /Harbour people/ }).click();
    await page.getByText('2 recipients').waitFor();
    await page.getByText('Write it here').click();
    await page.getByRole('textbox', { name: 'Subject' }).fill('High tide');
    await page.getByRole('textbox', { name: 'Text' }).fill('At noon.');
    await page.getByRole('button', { name: 'Review and send' }).click();
    const dialog = page.getByRole('dialog', { name: 'Send this mail?' });
    await dialog.getByRole('button', { name: 'Send to 2 recipients' }).click();
    await page.waitForURL(/\/mail\/batches\/[0-9a-f-]+$/);
    await page.getByText('2 of 2 done').waitFor();
    assert.deepEqual(
      names.map((name) => sink.arrived(`${name}@segment.example`).length),
      [1, 1, 0],
    );
  });
});

journeys('a batch', () => {
  journey(url, 'that the server paused says why, and can be resumed', async ({ openConsole }) => {
    const loops = ['a', 'b', 'c'].map((name) => `{% for ${name} in l %}`).join('');
    const { batchId } = (
      await admin.post('/api/communications/bulk-email/send', {
        recipients: addresses(3, 'slow'),
        subject: 'Slow loops',
        text: `{% assign l = (1..300) %}${loops}{% if a == b %}{% endif %}{% endfor %}{% endfor %}{% endfor %}`,
      })
    ).body;
    await eventually(async () => assert.equal((await batch(batchId)).status, 'paused'), 60_000);
    const page = await openConsole({ as: admin, at: `/mail/batches/${batchId}` });
    const alert = page.getByRole('alert').filter({ hasText: 'The server paused this batch' });
    await alert.getByText(/Rendering (took longer than 50 ms|takes too long)/).waitFor();
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByText('The batch continues.').waitFor();
  });

  journey(url, 'sends failed mails again, those that may have arrived only when asked', async ({ openConsole }) => {
    sink.reactions.set('lost@example.org', { end: 'cut' });
    sink.reactions.set('refused@example.org', { rcpt: 550, text: '5.7.1 Sender address rejected' });
    const { batchId } = (
      await admin.post('/api/communications/bulk-email/send', {
        recipients: ['lost@example.org', 'refused@example.org', 'fine@example.org'],
        // The sender is not the transport's own, so only the mail fails.
        from: 'other@sender.example',
        subject: 'Once more',
        text: 'Hello',
      })
    ).body;
    const page = await openConsole({ as: admin, at: `/mail/batches/${batchId}` });
    const recipients = page.getByRole('table', { name: 'Recipients' });
    const row = (email: string) => recipients.getByRole('row').filter({ hasText: email });
    await row('refused@example.org').getByText('Failed').waitFor();
    await row('lost@example.org').getByText('Failed').waitFor();
    sink.reactions.clear();
    const sendAgain = async (unconfirmed: boolean) => {
      await page.getByRole('button', { name: 'Send failed again' }).click();
      const dialog = page.getByRole('dialog', { name: 'Send failed mails again' });
      if (unconfirmed) await dialog.getByRole('checkbox', { name: 'Also mails that may have arrived' }).check();
      await dialog.getByRole('button', { name: 'Send failed again' }).click();
      await dialog.waitFor({ state: 'hidden' });
    };
    await sendAgain(false);
    await page.getByText('The failed mails are being sent again.').waitFor();
    await row('refused@example.org').getByText('Sent').waitFor();
    await row('lost@example.org').getByText('Failed').waitFor();
    assert.equal(sink.arrived('refused@example.org').length, 1);
    await sendAgain(true);
    await row('lost@example.org').getByText('Sent').waitFor();
    await page.getByRole('button', { name: 'Send failed again' }).waitFor({ state: 'hidden' });
    // The counters are updated after the mails.
    await eventually(async () =>
      assert.deepEqual([(await batch(batchId)).sent, sink.arrived('lost@example.org').length], [3, 2]),
    );
  });

  journey(url, 'is paused, resumed, sent again where it failed, and cancelled', async ({ openConsole }) => {
    sink.delayMs = 150;
    sink.reactions.set('b0@example.org', { rcpt: 550, text: 'no such mailbox' });
    const limit = async (ratePerSecond: number | null) =>
      assert.equal(
        (await admin.patch(`/api/communications/emailTransports/${transport._id}`, { ratePerSecond })).status,
        200,
      );
    await limit(2);
    const start = async (prefix: string, count: number): Promise<string> =>
      (
        await admin.post('/api/communications/bulk-email/send', {
          recipients: addresses(count, prefix),
          subject: 'Slow news',
          text: 'Hello',
        })
      ).body.batchId;
    const page = await openConsole({ as: admin, at: '/mail/batches' });
    const id = await start('b', 40);
    await page.goto(`/app/mail/batches/${id}`);
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByText('The batch is paused.').waitFor();
    assert.equal((await batch(id)).status, 'paused');
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByText('The batch continues.').waitFor();
    sink.delayMs = 0;
    await limit(null);
    await page.getByText('40 of 40 done').waitFor();
    const recipients = page.getByRole('table', { name: 'Recipients' });
    await recipients
      .getByRole('row')
      .filter({ hasText: 'b0@example.org' })
      .getByText(/no such mailbox/)
      .waitFor();
    await recipients.getByRole('row').filter({ hasText: 'b1@example.org' }).getByText('Sent').waitFor();
    assert.equal((await batch(id)).sent, 39);

    await limit(1);
    const second = await start('c', 20);
    await page.goto(`/app/mail/batches/${second}`);
    await page.getByRole('button', { name: 'Cancel batch' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel batch' }).click();
    await page.getByText('The batch is cancelled.').waitFor();
    await eventually(async () => assert.equal((await batch(second)).status, 'cancelled'));
    assert.ok((await batch(second)).sent < 20);
    await page.goto('/app/mail/batches');
    await page.getByRole('table').getByRole('row').filter({ hasText: 'Cancelled' }).waitFor();
  });
});
