import assert from 'node:assert/strict';
import { adminEmail, adminPassword } from '../cluster.ts';
import { appForFile, type Client } from '../harness.ts';
import { until } from '../process.ts';
import { assertAccessible, journey, journeys } from './harness.ts';

const { url, admin, login, tenant, user } = await appForFile();
const contacts = '/api/sales/contacts';

const emailOf = async (client: Client): Promise<string> => (await client.get('/api/identity/me')).body.user.email;

/** Signs in again, and ends all other sessions of the person. */
async function endElsewhere(client: Client): Promise<void> {
  const elsewhere = await login(await emailOf(client), adminPassword);
  for (const { _id, current } of (await elsewhere.get('/api/identity/sessions')).body.data)
    if (!current) assert.equal((await elsewhere.delete(`/api/identity/sessions/${_id}`)).status, 204);
}

journeys('a session', () => {
  journey(url, 'that ended elsewhere opens a sign-in dialog, and what was typed is kept', async (opened) => {
    opened.expectRefusal(401, /^\/api\//);
    const person = await user({ permissions: ['sales:read', 'sales:write', 'ui:read', 'ui:write'] });
    const page = await opened.openConsole({ as: person, at: '/m/sales/contacts/new' });
    await page.getByLabel('Last name').fill('Typed before the end');
    await endElsewhere(person);
    const create = page.getByRole('button', { name: 'Create', exact: true });
    // Not a click of the mouse: another request of the page may have opened the dialog already, in front of the button.
    await create.dispatchEvent('click');
    const notice = page.getByRole('dialog', { name: 'Your session has ended' });
    await notice.getByText('What you typed is still here').waitFor();
    await assertAccessible(page);
    const password = notice.getByRole('textbox', { name: 'Password' });
    await password.fill('not the password');
    await password.press('Enter');
    await notice.getByRole('alert').filter({ hasText: 'not right' }).waitFor();
    await password.fill(adminPassword);
    await password.press('Enter');
    await notice.waitFor({ state: 'hidden' });
    assert.equal(await page.getByLabel('Last name').inputValue(), 'Typed before the end');
    await create.click();
    await page.waitForURL(/\/m\/sales\/contacts\/[0-9a-f-]{36}$/);
    const { data } = (await admin.get(`${contacts}?filter[lastName]=Typed before the end`)).body;
    assert.deepEqual(
      data.map(({ createdBy }: { createdBy: string }) => createdBy),
      [person.userId],
    );
  });

  journey(url, 'goes on when the person has signed in again in another tab', async (opened) => {
    opened.expectRefusal(401, /^\/api\//);
    const person = await user({ permissions: ['sales:read', 'ui:read', 'ui:write'] });
    const email = await emailOf(person);
    const page = await opened.openConsole({ as: person, at: '/m/sales/accounts' });
    await endElsewhere(person);
    // Dispatch the event instead of a mouse click: the change feed may notice the end of the session first, and then
    // the dialog covers the link.
    await page.getByRole('link', { name: 'Dashboards', exact: true }).dispatchEvent('click');
    const notice = page.getByRole('dialog', { name: 'Your session has ended' });
    await notice.waitFor();
    const [other] = await Promise.all([
      page.waitForEvent('popup'),
      notice.getByRole('link', { name: 'Sign in another way' }).click(),
    ]);
    await other.getByLabel('Email').fill(adminEmail);
    await other.getByRole('textbox', { name: 'Password' }).fill(adminPassword);
    await other.getByRole('button', { name: 'Sign in', exact: true }).click();
    await other.getByRole('heading', { level: 1 }).filter({ hasText: 'Welcome' }).waitFor();
    await page.evaluate("dispatchEvent(new Event('focus'))");
    await notice.getByRole('alert').filter({ hasText: 'Somebody else is signed in' }).waitFor();
    const { token = '' } = await login(email, adminPassword);
    await page.context().addCookies([{ name: 'platform_access', value: token, url, httpOnly: true }]);
    await page.evaluate("dispatchEvent(new Event('focus'))");
    await notice.waitFor({ state: 'hidden' });
  });

  journey(url, 'ends with the sign-out, and nothing of it is left', async ({ openConsole, expectRefusal }) => {
    expectRefusal(401, /^\/api\//);
    const person = await user({ permissions: ['sales:read', 'ui:read', 'ui:write'] });
    await admin.create(contacts, { lastName: 'Confidential' });
    const page = await openConsole({ as: person, at: '/m/sales/contacts' });
    await page.getByText('Confidential').first().waitFor();
    await page.getByRole('button', { name: /^Menu of / }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await until('the session is over', async () => (await person.get('/api/identity/me')).status === 401);
    await page.goBack();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    assert.equal(await page.getByText('Confidential').count(), 0);
  });
});

journeys('a sign-in that is refused', () => {
  journey(url, 'says so in words: locked, deactivated, suspended', async ({ openConsole, expectRefusal }) => {
    expectRefusal(401, /\/auth\/login$/);
    expectRefusal(423, /\/auth\/login$/);
    expectRefusal(403, /\/auth\/login$/);
    const gone = await user({ permissions: ['sales:read'] });
    const [email, goneEmail] = [await emailOf(await user({ permissions: ['sales:read'] })), await emailOf(gone)];
    await admin.delete(`/api/identity/users/${gone.userId}`);
    const closed = await tenant();
    const suspended = await admin.post('/api/sales/account-management/suspend', {
      accountKey: closed.accountKey,
      reason: 'unpaid',
    });
    assert.equal(suspended.status, 200, suspended.text);
    const page = await openConsole({ at: '/sign-in' });
    const signIn = async (address: string, password: string) => {
      await page.getByLabel('Email').fill(address);
      await page.getByRole('textbox', { name: 'Password' }).fill(password);
      const [answer] = await Promise.all([
        page.waitForResponse(/\/auth\/login$/),
        page.getByRole('button', { name: 'Sign in', exact: true }).click(),
      ]);
      return answer.status();
    };
    const says = (text: RegExp) => page.getByRole('alert').filter({ hasText: text }).waitFor();
    for (let tries = 0; (await signIn(email, `wrong ${tries}`)) === 401; tries += 1) assert.ok(tries < 20);
    await says(/Too many failed sign-ins: try again in \d+ (?:minutes|seconds)/);
    await signIn(goneEmail, adminPassword);
    await says(/not right|deactivated/);
    await page.getByRole('button', { name: 'Sign in to another account' }).click();
    await page.getByRole('textbox', { name: 'Account' }).fill(closed.accountKey);
    await signIn(adminEmail, adminPassword);
    await says(/suspended/);
  });
});
