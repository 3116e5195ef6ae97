import assert from 'node:assert/strict';
import { appForFile } from '../harness.ts';
import { mailEnv } from '../mail-outbox-tools.ts';
import { addMailbox } from '../mailbox-tools.ts';
import { SmtpSink } from '../smtp-sink.ts';
import { assertAccessible, assertFits, journey, journeys } from './harness.ts';

const test = await appForFile(mailEnv);
const { url, admin, sql } = test;
const sink = await SmtpSink.forFile();

journeys('the mailboxes of a person', () => {
  journey(url, 'are connected by IMAP, with servers that the address suggests', async ({ openConsole }) => {
    const page = await openConsole({ as: admin, at: '/settings/mailboxes' });
    await page.getByText('No mailbox is connected').waitFor();
    await page.getByRole('button', { name: 'Connect by IMAP' }).click();
    const dialog = page.getByRole('dialog', { name: 'Connect a mailbox by IMAP' });
    await dialog.getByRole('textbox', { name: 'Email address' }).fill('ada@gmx.de');
    await dialog.locator('input[type="password"]').fill('secret');
    await page.waitForFunction(`document.querySelector('input[value="imap.gmx.net"]') !== null`);
    await assertAccessible(page);
  });

  journey(url, 'say what is wrong and what to do', async ({ openConsole }) => {
    const id = await addMailbox(test, admin, sink, { email: 'broken@own.example' });
    await sql(
      `update communications_mailbox_connections set status = 'needsReauthorization', error = 'The password was refused.',
         backfill_total = 100, backfill_done = 40 where id = $1`,
      [id],
    );
    const page = await openConsole({ as: admin, at: '/settings/mailboxes', viewport: 'phone' });
    const card = page.getByRole('article', { name: 'broken@own.example' });
    await card.getByText('The password was refused.').waitFor();
    await card.getByText('40 of 100 older mails read').waitFor();
    await assertFits(page);
    await assertAccessible(page);
    await card.getByRole('button', { name: 'Disconnect' }).click();
    await page.getByRole('dialog', { name: 'Disconnect broken@own.example?' }).waitFor();
  });

  journey(url, 'of a team are changed by the person who connected them', async ({ openConsole }) => {
    const member = await test.user({ permissions: ['communications:read', 'communications:write', 'identity:read'] });
    const team = await admin.create('/api/identity/teams', { name: 'Desk' });
    await admin.create('/api/identity/teamUsers', { teamId: team._id, userId: member.userId });
    const id = await addMailbox(test, admin, sink, { email: 'desk@own.example', teamIds: [team._id] });
    await sql('update communications_mailbox_connections set owner_id = $2 where id = $1', [id, admin.userId]);
    const page = await openConsole({ as: member, at: '/settings/mailboxes' });
    const card = page.getByRole('article', { name: 'desk@own.example' });
    await card.getByRole('button', { name: 'Read now' }).waitFor();
    for (const name of ['Settings', 'Disconnect']) assert.equal(await card.getByRole('button', { name }).count(), 0);
    const own = await openConsole({ as: admin, at: '/settings/mailboxes' });
    await own.getByRole('article', { name: 'desk@own.example' }).getByRole('button', { name: 'Settings' }).waitFor();
  });
});
