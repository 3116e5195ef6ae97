import assert from 'node:assert/strict';
import { after } from 'node:test';
import { adminEmail, adminPassword } from '../cluster.ts';
import { appForFile } from '../harness.ts';
import { Mailbox } from '../mailbox.ts';
import { OpenIdServer } from '../oauth-providers.ts';
import { assertAccessible, journey, journeys } from './harness.ts';

const provider = await new OpenIdServer().listen();
after(() => provider.close());
const client = { clientId: 'atrium-client', clientSecret: 'a secret of the client' };
const mailbox = new Mailbox();
const { url, admin, tenant, sql, login } = await appForFile({
  ...mailbox.env,
  OAUTH_GOOGLE_CLIENT_ID: client.clientId,
  OAUTH_GOOGLE_CLIENT_SECRET: client.clientSecret,
  OAUTH_GOOGLE_ISSUER: provider.url,
});
provider.open(client, `${url}/api/identity/auth/google/callback`);
const { accountKey } = await tenant();

journeys('signing in', () => {
  journey(url, 'leads to the page that was asked for', async ({ openConsole, expectRefusal }) => {
    expectRefusal(401, /\/auth\/login$/);
    const page = await openConsole({ at: '/m/sales/contacts?q=ada', viewport: 'phone' });
    await page.waitForURL(/\/app\/sign-in\?/);
    await page.getByLabel('Email').fill(adminEmail);
    await page.getByRole('textbox', { name: 'Password' }).fill('not the password');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    const refusal = page.getByRole('alert');
    await refusal.waitFor();
    assert.match(await refusal.innerText(), /not right/);
    await assertAccessible(page);
    await page.getByRole('textbox', { name: 'Password' }).fill(adminPassword);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL(/\/app\/m\/sales\/contacts\?q=ada/);
  });

  journey(url, 'takes the key of an account', async ({ openConsole }) => {
    const page = await openConsole({ at: '/sign-in' });
    await page.getByLabel('Email').fill(adminEmail);
    await page.getByRole('textbox', { name: 'Password' }).fill(adminPassword);
    await page.getByRole('button', { name: 'Sign in to another account' }).click();
    await page.getByRole('textbox', { name: 'Account' }).fill(accountKey);
    await page.keyboard.press('Enter');
    await page.waitForURL(`${url}/app/`);
    const me = await page.request.get('/api/identity/me');
    assert.equal((await me.json()).tenant.accountKey, accountKey);
  });

  journey(url, 'never leads to another site', async ({ openConsole }) => {
    const page = await openConsole({ at: '/sign-in' });
    for (const elsewhere of ['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)']) {
      await page.goto(`/app/sign-in?returnTo=${encodeURIComponent(elsewhere)}`);
      await page.getByLabel('Email').fill(adminEmail);
      await page.getByRole('textbox', { name: 'Password' }).fill(adminPassword);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.waitForURL((address) => !address.pathname.endsWith('/sign-in'));
      assert.equal(new URL(page.url()).origin, url);
    }
  });

  journey(url, 'works with another provider, and says why it does not', async ({ openConsole, expectRefusal }) => {
    expectRefusal(403, /\/auth\/google\/callback$/);
    const email = 'linked@example.com';
    const { _id } = await admin.create('/api/identity/users', { email, roles: ['member'] });
    await sql('update identity_users set email_verified = true where id = $1', [_id]);
    provider.somebody = { sub: 'stranger', email: 'stranger@example.com', email_verified: true };
    const refused = await openConsole({ at: '/m/sales/accounts' });
    await refused.getByRole('link', { name: 'Continue with Google' }).click();
    await refused.getByText('ask an administrator to invite you').waitFor();
    provider.somebody = { sub: 'linked', email, email_verified: true };
    const page = await openConsole({ at: '/m/sales/accounts' });
    await page.getByRole('link', { name: 'Continue with Google' }).click();
    await page.waitForURL(/\/app\/m\/sales\/accounts$/);
    const me = await page.request.get('/api/identity/me');
    assert.equal((await me.json()).user.email, email);
  });

  journey(url, 'is possible again after a forgotten password', async ({ openConsole }) => {
    const email = 'forgetful@example.com';
    await admin.create('/api/identity/users', { email, password: 'correct horse battery', roles: ['member'] });
    const page = await openConsole({ at: '/sign-in' });
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    // The previous page asks for the address as well.
    await page.getByRole('button', { name: 'Send the link' }).waitFor();
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Send the link' }).click();
    await page.getByText('the link is on its way').waitFor();
    const { link } = await mailbox.next(email, /^Choose a new password/);
    await page.goto(link);
    await page.getByLabel('New password').fill('another quiet evening');
    await page.getByRole('button', { name: 'Change the password' }).click();
    await page.getByText('Your password is changed').waitFor();
    await page.getByRole('link', { name: 'Back to sign-in' }).click();
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
    await login(email, 'another quiet evening');
  });

  journey(url, 'speaks German to those who do', async ({ openConsole }) => {
    const page = await openConsole({ at: '/sign-in', language: 'de' });
    await page.getByRole('button', { name: 'Anmelden', exact: true }).waitFor();
    assert.equal(await page.locator('html').getAttribute('lang'), 'de');
  });
});
