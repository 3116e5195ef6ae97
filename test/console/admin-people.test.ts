import assert from 'node:assert/strict';
import { appForFile, type Json } from '../harness.ts';
import { answered, assertAccessible, assertFits, journey, journeys } from './harness.ts';

const { url, login, tenant } = await appForFile();
const account = await tenant('people');

const password = 'a-quite-unusual-phrase';
const one = async (path: string, filter: string): Promise<Json> => {
  const { body } = await account.get(`${path}?${filter}`);
  assert.equal(body.data.length, 1, `${path}?${filter}`);
  return body.data[0];
};

journeys('people', () => {
  journey(url, 'are created, changed, sent a link, deactivated and found', async ({ openConsole, expectRefusal }) => {
    expectRefusal(409, /\/users$/);
    expectRefusal(422, /\/users$/);
    const page = await openConsole({ as: account, at: '/admin' });
    const sections = page.getByRole('navigation', { name: 'Administration' });
    await sections.getByRole('link', { name: 'Users' }).click();
    await page.getByRole('button', { name: 'Create user' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create user' });
    await dialog.getByLabel('Email').fill('grace@example.com');
    await dialog.getByLabel('First name').fill('Grace');
    await dialog.getByLabel('Last name').fill('Hopper');
    await dialog.getByLabel('First password').fill('short');
    await dialog.getByRole('radio', { name: 'member', exact: true }).check();
    await dialog.getByRole('button', { name: 'Create user' }).click();
    await dialog
      .getByText(/at least 10/i)
      .last()
      .waitFor();
    await dialog.getByLabel('First password').fill(password);
    await dialog.getByRole('button', { name: 'Create user' }).click();
    await page.getByRole('heading', { name: 'Grace Hopper', level: 1 }).waitFor();
    const grace = await one('/api/identity/users', 'filter[email]=grace@example.com');
    assert.deepEqual(grace.roles, ['member']);
    await login('grace@example.com', password, 'people');

    await page.getByLabel('Job title').fill('Admiral');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Grace Hopper was saved.').waitFor();
    assert.equal((await account.get(`/api/identity/users/${grace._id}`)).body.title, 'Admiral');

    await page.getByRole('button', { name: 'Actions for Grace Hopper' }).click();
    await page.getByRole('menuitem', { name: 'Send a password reset link' }).click();
    await page.getByText('A link to choose a new password is on its way to Grace Hopper.').waitFor();
    await page.getByRole('button', { name: 'Actions for Grace Hopper' }).click();
    await page.getByRole('menuitem', { name: 'Deactivate' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click();
    await page.getByText('Grace Hopper was deactivated.').waitFor();
    // The records of somebody who leaves are offered to somebody else. Grace has none.
    const handOver = page.getByRole('dialog', { name: /Grace Hopper/ });
    await handOver.getByRole('button', { name: 'Cancel' }).click();
    await handOver.waitFor({ state: 'hidden' });
    await assert.rejects(login('grace@example.com', password, 'people'), /401|403/);

    await sections.getByRole('link', { name: 'Users' }).click();
    const table = page.getByRole('table', { name: 'Users' });
    await table.getByRole('row').filter({ hasText: 'Grace Hopper' }).getByText('Inactive').waitFor();
    await page.getByLabel('Search users').fill('nobody-here');
    await page.getByText('No users found').waitFor();
    await page.getByLabel('Search users').fill('grace');
    await table.getByRole('link', { name: 'Grace Hopper' }).waitFor();
    await page.getByText('1 user', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Actions for Grace Hopper' }).click();
    await page.getByRole('menuitem', { name: 'Reactivate' }).click();
    await page.getByText('Grace Hopper was reactivated.').waitFor();
    await login('grace@example.com', password, 'people');
  });

  journey(url, 'are invited, invited again and uninvited', async ({ openConsole, expectRefusal }) => {
    expectRefusal(409, /\/invitations$/);
    const team = await account.create('/api/identity/teams', { name: 'Harbour' });
    const page = await openConsole({ as: account, at: '/admin/users?tab=invitations', viewport: 'phone' });
    await page.getByText('No open invitations').waitFor();
    await page.getByRole('button', { name: 'Invite' }).click();
    const dialog = page.getByRole('dialog', { name: 'Invite' });
    await dialog.getByLabel('Email').fill('grace@example.com');
    // No role is preselected, and a person gets only the chosen one.
    assert.equal(await dialog.getByRole('radio', { checked: true }).count(), 0);
    assert.equal(await dialog.getByRole('button', { name: 'Send invitation' }).isDisabled(), true);
    await dialog.getByText('May do everything.').waitFor();
    await dialog.getByRole('radio', { name: 'member', exact: true }).check();
    await dialog.getByRole('radio', { name: 'admin', exact: true }).check();
    await dialog.getByLabel('Teams').fill('harb');
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Send invitation' }).click();
    await dialog.getByText(/already|exists/).waitFor();
    await dialog.getByLabel('Email').fill('new@example.com');
    await dialog.getByRole('button', { name: 'Send invitation' }).click();
    await page.getByText('new@example.com was invited.').waitFor();
    const [invited] = (await account.get('/api/identity/invitations')).body.data;
    assert.deepEqual([invited.roles, invited.teamIds], [['admin'], [team._id]]);
    const row = page.getByRole('row').filter({ hasText: 'new@example.com' });
    await row.getByRole('button', { name: /Resend/ }).click();
    await page.getByText(/The invitation of new@example\.com was renewed/).waitFor();
    await assertFits(page);
    await row.getByRole('button', { name: /Revoke/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('No open invitations').waitFor();
    assert.deepEqual((await account.get('/api/identity/invitations')).body.data, []);
  });

  journey(url, 'may do what their roles say, by module, reach and field', async ({ openConsole }) => {
    const page = await openConsole({ as: account, at: '/admin/roles' });
    await page.getByRole('button', { name: 'Create role' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create role' });
    await dialog.getByLabel('Name').fill('seller');
    await dialog.getByRole('button', { name: 'Create role' }).click();
    await page.getByRole('heading', { name: 'seller', level: 1 }).waitFor();
    const matrix = page.getByRole('table', { name: 'Permissions' });
    await matrix.getByLabel('Sales: Read').selectOption('Team');
    await matrix.getByLabel('Sales: Write').selectOption('Own');
    await page.getByRole('combobox', { name: 'Restrict fields of a model' }).fill('sales.contacts');
    await page.getByRole('option', { name: 'Contacts (sales.contacts)' }).click();
    const restricted = page.getByRole('table', { name: 'Restricted fields' });
    const fields = restricted.getByRole('row').filter({ hasText: 'Contacts' });
    await fields.getByRole('combobox').first().fill('Phone');
    await page.getByRole('option', { name: 'Phone', exact: true }).click();
    await page.keyboard.press('Escape');
    await fields.getByRole('combobox').last().fill('Email');
    await page.getByRole('option', { name: 'Email', exact: true }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The role seller was saved. It applies at once.').waitFor();
    const role = await one('/api/identity/roles', 'filter[name]=seller');
    assert.deepEqual(role.permissions.toSorted(), ['sales:read:team', 'sales:write:own']);
    assert.deepEqual(role.hiddenFields, { 'sales.contacts': ['phone'] });
    assert.deepEqual(role.readOnlyFields, { 'sales.contacts': ['email'] });

    await page.getByRole('combobox', { name: 'Add a member' }).fill('grace');
    await page.getByRole('option', { name: /Grace Hopper/ }).click();
    await page.getByText('Grace Hopper has the role seller.').waitFor();
    const grace = await one('/api/identity/users', 'filter[email]=grace@example.com');
    assert.deepEqual(grace.roles.toSorted(), ['member', 'seller']);
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Take the role seller from Grace Hopper' }).click();
    await page.getByText('Grace Hopper no longer has the role seller.').waitFor();

    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('The role seller was deleted.').waitFor();
    await page.getByRole('link', { name: 'admin', exact: true }).click();
    await page.getByText(/This role administers the account/).waitFor();
    assert.equal(await matrix.getByRole('combobox').count(), 0);
  });

  journey(url, 'work in teams and departments', async ({ openConsole }) => {
    const page = await openConsole({ as: account, at: '/admin/teams' });
    await page.getByRole('button', { name: 'Create team' }).first().click();
    const drawer = page.getByRole('dialog');
    await drawer.getByLabel('Name').fill('North');
    await drawer.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('heading', { name: 'North', level: 1 }).waitFor();
    await page.getByRole('combobox', { name: 'Add a member' }).fill('grace');
    await page.getByRole('option', { name: /Grace Hopper/ }).click();
    const members = page.getByRole('table', { name: 'Members' });
    await members.getByText('Grace Hopper').waitFor();
    const team = await one('/api/identity/teams', 'filter[name]=North');
    const member = await one('/api/identity/teamUsers', `filter[teamId]=${team._id}`);
    await answered(page, 'PATCH', '/teamUsers/', async () => {
      await members.getByRole('combobox', { name: /Role/ }).selectOption({ index: 1 });
    });
    await page.getByRole('button', { name: 'Remove Grace Hopper' }).click();
    await members.getByText('Grace Hopper').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await members.getByText('Grace Hopper').waitFor();
    const after = await one('/api/identity/teamUsers', `filter[teamId]=${team._id}`);
    assert.equal(after._id, member._id);
    assert.notEqual(after.role, member.role);

    await page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: 'Departments' }).click();
    await page.getByRole('button', { name: 'Create department' }).first().click();
    await drawer.getByLabel('Name').fill('Engineering');
    await drawer.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('heading', { name: 'Engineering', level: 1 }).waitFor();
    await page.getByLabel('Description').fill('Builds it.');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Engineering was saved.').waitFor();
    assert.equal((await one('/api/identity/departments', 'filter[name]=Engineering')).description, 'Builds it.');
  });

  journey(url, 'are not shown to those who may not see them', async ({ openConsole }) => {
    await account.create('/api/identity/roles', { name: 'reader', permissions: ['sales:read', 'ui:read', 'ui:write'] });
    await account.create('/api/identity/users', { email: 'reader@example.com', password, roles: ['reader'] });
    const reader = await login('reader@example.com', password, 'people');
    const page = await openConsole({ as: reader, at: '/admin/users' });
    await page.getByText('You may not see this page').waitFor();
    assert.equal(await page.getByRole('table').count(), 0);
  });
});
