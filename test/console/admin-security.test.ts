import assert from 'node:assert/strict';
import { adminEmail, adminPassword } from '../cluster.ts';
import { eventually } from '../eventually.ts';
import { appForFile, Client } from '../harness.ts';
import { assertAccessible, journey, journeys } from './harness.ts';

const { url, login, tenant, anonymous } = await appForFile();
const account = await tenant('secure');

journeys('access to an account', () => {
  journey(url, 'a session that somebody ends stops working', async ({ openConsole }) => {
    const others = [await login(adminEmail, adminPassword, 'secure'), await login(adminEmail, adminPassword, 'secure')];
    const page = await openConsole({ as: account, at: `/admin/users/${account.userId}` });
    const sessions = page.getByRole('table', { name: 'Sessions' });
    await sessions.getByText('This one').waitFor();
    assert.equal(await sessions.getByRole('row').count(), 4);
    // The current session cannot be ended here, because that is signing out.
    assert.equal(await sessions.getByRole('button', { name: /^End/ }).count(), 2);
    await sessions.getByRole('button', { name: /^End/ }).first().click();
    await page.getByText('The session was ended.').waitFor();
    await eventually(async () => {
      const answers = await Promise.all(others.map((one) => one.get('/api/identity/me')));
      assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 401]);
    });
    await login(adminEmail, adminPassword, 'secure');
    await page.reload();
    await page.getByRole('button', { name: 'End all 2 other sessions' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'End' }).click();
    await page.getByText('2 sessions were ended.').waitFor();
    await eventually(async () => assert.equal(await sessions.getByRole('row').count(), 2));
    assert.equal((await account.get('/api/identity/sessions')).body.data.length, 1);
  });

  journey(url, 'an API key is shown once, permits what was chosen, and ends', async ({ openConsole }) => {
    const page = await openConsole({ as: account, at: '/admin/api-keys' });
    await page.getByText('No API keys').waitFor();
    await page.getByRole('button', { name: 'Create API key' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create API key' });
    await dialog.getByLabel('Name').fill('Reports');
    await dialog.getByRole('button', { name: '30 days' }).click();
    await dialog.getByLabel('Sales: Read').selectOption('All');
    await dialog.getByRole('button', { name: 'Create API key' }).click();
    const once = page.getByRole('dialog', { name: 'Your new API key' });
    const secret = await once.getByLabel('Your new API key', { exact: true }).last().innerText();
    assert.match(secret, /^ak_/);
    await page.keyboard.press('Escape');
    await once.getByRole('button', { name: 'I have stored it' }).click();
    const program = new Client(url, secret);
    assert.equal((await program.get('/api/sales/contacts')).status, 200);
    assert.equal((await program.post('/api/sales/contacts', { lastName: 'x' })).status, 403);
    assert.equal((await program.get('/api/identity/users')).status, 403);

    const [stored] = (await account.get('/api/identity/apiKeys')).body.data;
    const days = (Date.parse(stored.expiresAt) - Date.now()) / 86_400_000;
    assert.ok(days > 29.9 && days < 31.1, stored.expiresAt);
    assert.ok(!JSON.stringify(stored).includes(secret));
    assert.equal(await page.getByText(secret).count(), 0);

    await page.getByRole('button', { name: 'Change Reports' }).click();
    const change = page.getByRole('dialog', { name: 'Change API key' });
    await change.getByLabel('Sales: Write').selectOption('All');
    await change.getByRole('button', { name: 'Never' }).click();
    await change.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Reports was saved.').waitFor();
    assert.equal((await program.post('/api/sales/contacts', { lastName: 'x' })).status, 201);

    await page.getByRole('button', { name: 'Delete Reports' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Reports was deleted.').waitFor();
    await page.getByText('No API keys').waitFor();
    assert.equal((await program.get('/api/sales/contacts')).status, 401);
  });

  journey(url, 'leaves security events that can be narrowed down', async ({ openConsole }) => {
    const wrong = { email: adminEmail, password: 'wrong-password', accountKey: 'secure' };
    assert.equal((await anonymous.post('/api/identity/auth/login', wrong)).status, 401);
    const page = await openConsole({ as: account, at: '/admin' });
    await page
      .getByRole('navigation', { name: 'Administration' })
      .getByRole('link', { name: 'Security events' })
      .click();
    const table = page.getByRole('table', { name: 'Security events' });
    await table.getByText('API key created').first().waitFor();
    await table.getByText('Scopes: sales:read').first().waitFor();
    await page.getByRole('combobox', { name: 'All kinds' }).click();
    await page.getByRole('option', { name: 'Failed to sign in' }).click();
    await page.keyboard.press('Escape');
    await page.waitForURL(/kind=signInFailed/);
    const failures = table.getByRole('row').filter({ hasText: 'Failed to sign in' });
    await failures.first().getByText('Notable').waitFor();
    await eventually(async () => assert.equal(await table.getByRole('row').count(), 2));
    await page.getByLabel('IP address').fill('203.0.113.9');
    await page.keyboard.press('Enter');
    await page.getByText('No security events').waitFor();
    await assertAccessible(page);
  });

  journey(url, 'opens to strangers only when an administrator says so', async ({ openConsole }) => {
    const page = await openConsole({ as: account, at: '/admin/account', viewport: 'phone' });
    await page.getByText('Account key: secure').waitFor();
    await page.getByText('standard').waitFor();
    const save = page.getByRole('button', { name: 'Save' });
    assert.equal(await save.isDisabled(), true);
    await page.getByRole('switch', { name: 'Anybody may register' }).check();
    await page.getByRole('combobox', { name: 'Role of those who register' }).click();
    await page.getByRole('option', { name: 'admin', exact: true }).click();
    await page.getByText('Everybody who registers would administer this account.').waitFor();
    await page.getByRole('combobox', { name: 'Role of those who register' }).click();
    await page.getByRole('option', { name: 'member', exact: true }).click();
    await save.click();
    await page.getByText('The settings were saved.').waitFor();
    const { registrationOpen, registrationRole } = (await account.get('/api/identity/account')).body.settings;
    assert.deepEqual([registrationOpen, registrationRole], [true, 'member']);
  });
});
