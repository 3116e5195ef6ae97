import assert from 'node:assert/strict';
import { assertNoWrites } from '../expect.ts';
import { appForFile } from '../harness.ts';
import { Mailbox } from '../mailbox.ts';
import { type Journey, journey, journeys } from './harness.ts';

const mailbox = new Mailbox();
const { url, admin, anonymous, login, sql } = await appForFile(mailbox.env);
const password = 'correct horse battery';
const good = 'another quiet evening';

const person = async (email: string): Promise<string> =>
  (await admin.create('/api/identity/users', { email, password, roles: ['member'] }))._id;

/** Opens a link of a mail after mail scanners have fetched it. Neither they nor the page may use up the token. */
async function openLink({ openConsole }: Journey, link: string) {
  const { pathname, search } = new URL(link);
  const tokens = () => sql('select * from one_time_tokens order by hash');
  const before = await tokens();
  assert.ok(before.length > 0);
  const page = await assertNoWrites({ sql }, ['identity_users', 'jobs', 'sessions'], async () => {
    for (const method of ['GET', 'HEAD'])
      assert.equal((await anonymous.request(method, pathname + search)).status, 200);
    return openConsole({ at: pathname.replace(/^\/app/, '') + search });
  });
  assert.deepEqual(await tokens(), before);
  // The token is removed from the address.
  await page.waitForURL(`${url}${pathname}`);
  return page;
}

journeys('a link in a mail', () => {
  journey(url, 'confirms an address, once', async (opened) => {
    opened.expectRefusal(422, /\/auth\/verify-email$/);
    const email = 'verify@example.com';
    const id = await person(email);
    const { link } = await mailbox.next(email, /^Confirm your address/);
    const verified = async () => (await admin.get(`/api/identity/users/${id}`)).body.emailVerified;
    const page = await openLink(opened, link);
    assert.equal(await verified(), false);
    await page.getByRole('button', { name: 'Confirm the address' }).click();
    await page.getByText('Your address is confirmed.').waitFor();
    assert.equal(await verified(), true);
    const again = await opened.openConsole({ at: new URL(link).pathname.slice(4) + new URL(link).search });
    await again.getByRole('button', { name: 'Confirm the address' }).click();
    await again.getByRole('alert').waitFor();
  });

  journey(url, 'changes a password, when the new one is good enough', async (opened) => {
    opened.expectRefusal(422, /\/auth\/reset-password$/);
    const email = 'reset@example.com';
    await person(email);
    await anonymous.post('/api/identity/auth/forgot-password', { email });
    const { link } = await mailbox.next(email, /^Choose a new password/);
    const page = await openLink(opened, link);
    await page.getByLabel('New password').fill('Password123');
    await page.getByRole('button', { name: 'Change the password' }).click();
    await page.getByRole('alert').filter({ hasText: 'guessed first' }).waitFor();
    await page.getByLabel('New password').fill(good);
    await page.getByRole('button', { name: 'Change the password' }).click();
    await page.getByText('Your password is changed.').waitFor();
    await login(email, good);
  });

  journey(url, 'creates the user of an invitation and signs them in', async (opened) => {
    const email = 'invited@example.com';
    await admin.create('/api/identity/invitations', { email });
    const { link } = await mailbox.next(email, /^You are invited to default/);
    const page = await openLink(opened, link);
    await page.getByLabel('First name').fill('Ada');
    await page.getByLabel('Last name').fill('Lovelace');
    await page.getByLabel('New password').fill(good);
    await page.getByRole('button', { name: 'Accept the invitation' }).click();
    await page.waitForURL(`${url}/app/`);
    const { userId } = await login(email, good);
    const { name, emailVerified } = (await admin.get(`/api/identity/users/${userId}`)).body;
    assert.deepEqual([name, emailVerified], ['Ada Lovelace', true]);
  });

  journey(url, 'that is not complete says so, and offers no button', async ({ openConsole }) => {
    for (const name of ['verify-email', 'reset-password', 'accept-invitation']) {
      const page = await openConsole({ at: `/${name}` });
      await page.getByText('The address of this page is not complete.').waitFor();
      assert.equal(await page.locator('main button[type=submit]').count(), 0);
    }
  });
});
