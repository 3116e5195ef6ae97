import assert from 'node:assert/strict';
import { appForFile, type Json } from '../harness.ts';
import { until } from '../process.ts';
import { assertAccessible, journey, journeys } from './harness.ts';
import { settled } from './open-page.ts';

const { url, admin, user } = await appForFile();
const permissions = ['sales:*', 'ui:read', 'ui:write', 'identity:read'];
const screens: Json[] = (await admin.get('/api/ui/screens?limit=200')).body.data;
const screenId = (name: string): string => screens.find((screen) => screen.name === name)._id;

journeys('the sidebar', () => {
  journey(url, 'shows workspaces with their screens; parts and all of it can be closed', async ({ openConsole }) => {
    const person = await user({ permissions });
    const page = await openConsole({ as: person });
    const sidebar = page.getByRole('navigation', { name: 'Sidebar' });
    const sales = sidebar.getByRole('button', { name: 'Sales', exact: true });
    const contacts = sidebar.getByRole('region', { name: 'Sales' }).getByRole('link', { name: 'Contacts' });
    await contacts.click();
    await page.getByRole('heading', { level: 1, name: 'Contacts' }).waitFor();
    await sales.click();
    await contacts.waitFor({ state: 'hidden' });
    await page.reload();
    await settled(page);
    assert.equal(await sales.getAttribute('aria-expanded'), 'false');
    assert.equal(await contacts.isVisible(), false);
    await sales.click();
    await contacts.waitFor();
    const toggle = page.getByRole('button', { name: 'Sidebar' });
    await toggle.click();
    await sidebar.waitFor({ state: 'hidden' });
    await page.reload();
    await settled(page);
    assert.equal(await toggle.getAttribute('aria-expanded'), 'false');
    assert.equal(await sidebar.isVisible(), false);
    await page.keyboard.press('Control+b');
    await contacts.waitFor();
    // A screen added by somebody else appears without a reload, for users who may see it.
    const workspace = (await admin.get('/api/ui/workspaces?filter[name]=Sales')).body.data[0];
    const add = async (name: string, more: object) =>
      (await admin.create('/api/ui/screens', { name, modelKey: 'sales.contacts', layout: 'list', ...more }))._id;
    const added = [await add('Only for admins', { roleNames: ['admin'] }), await add('Fresh leads', {})];
    await admin.patch(`/api/ui/workspaces/${workspace._id}`, { screenIds: [...workspace.screenIds, ...added] });
    await sidebar.getByRole('link', { name: 'Fresh leads' }).waitFor();
    assert.equal(await sidebar.getByRole('link', { name: 'Only for admins' }).count(), 0);
    await sidebar.getByRole('link', { name: 'Home' }).click();
    await page.getByRole('heading', { level: 1 }).filter({ hasText: 'Welcome' }).waitFor();
    await assertAccessible(page, { withShell: true });
  });

  journey(url, 'names each thing once, and finds what is in closed workspaces', async ({ openConsole }) => {
    const page = await openConsole({ as: admin });
    const sidebar = page.getByRole('navigation', { name: 'Sidebar' });
    await sidebar.getByRole('link', { name: 'Contacts' }).waitFor();
    const names = async () => [
      ...(await sidebar.getByRole('link').allInnerTexts()),
      ...(await sidebar.getByRole('button', { expanded: false }).allInnerTexts()),
      ...(await sidebar.getByRole('button', { expanded: true }).allInnerTexts()),
    ];
    const twice = (all: readonly string[]) => all.filter((name, n) => all.indexOf(name) !== n);
    assert.deepEqual(twice(await names()), []);
    assert.equal((await names()).filter((name) => name === 'Marketing').length, 1);
    assert.ok((await sidebar.getByRole('link').count()) <= 16);
    const star = await sidebar.getByRole('button', { name: 'Add Contacts to favourites' }).boundingBox();
    assert.ok(star && star.width >= 24 && star.height >= 24, JSON.stringify(star));
    // The page of an area belongs to the workspace with its name.
    await sidebar.getByRole('button', { name: 'Administration', exact: true }).click();
    await sidebar.getByRole('region', { name: 'Administration' }).getByRole('link', { name: 'Overview' }).click();
    await page.waitForURL(/\/app\/admin$/);
    await page.getByRole('heading', { level: 1, name: 'Administration' }).waitFor();
    await until('the tab has its title', async () => (await page.title()) === 'Administration · Atrium');
    const find = sidebar.getByRole('textbox', { name: 'Find in the sidebar' });
    await find.fill('ticket');
    await sidebar.getByRole('link', { name: /^Tickets/ }).waitFor();
    await find.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Tickets' }).waitFor();
    assert.equal(await find.inputValue(), '');
    // Its workspace is open now.
    await sidebar.getByRole('region', { name: 'Support' }).getByRole('link', { name: 'Tickets' }).waitFor();
    await page.goto('/app/nowhere/at/all');
    await page.getByRole('heading', { level: 1, name: 'There is nothing here' }).waitFor();
    await until('the tab has its title', async () => (await page.title()) === 'There is nothing here · Atrium');
  });

  journey(url, 'loses what is withdrawn from a person or deleted, without a reload', async ({ openConsole }) => {
    const person = await user({ permissions: ['sales:read', 'ui:read'] });
    const add = async (name: string) =>
      (await admin.create('/api/ui/screens', { name, modelKey: 'sales.contacts', layout: 'list' }))._id;
    const screenIds = [await add('Tides'), await add('Moorings'), await add('Cranes')];
    const docks = await admin.create('/api/ui/workspaces', { name: 'Docks', screenIds });
    const page = await openConsole({ as: person });
    const sidebar = page.getByRole('navigation', { name: 'Sidebar' });
    const link = (name: string) => sidebar.getByRole('link', { name, exact: true });
    await sidebar.getByRole('button', { name: 'Docks', exact: true }).click();
    await link('Tides').waitFor();
    await admin.patch(`/api/ui/screens/${screenIds[0]}`, { roleNames: ['admin'] });
    await link('Tides').waitFor({ state: 'detached' });
    await link('Moorings').waitFor();
    await admin.delete(`/api/ui/screens/${screenIds[1]}`);
    await link('Moorings').waitFor({ state: 'detached' });
    await link('Cranes').waitFor();
    const { _id: teamId } = await admin.create('/api/identity/teams', { name: 'Dockers' });
    await admin.patch(`/api/ui/workspaces/${docks._id}`, { teamIds: [teamId] });
    await sidebar.getByRole('region', { name: 'Docks' }).waitFor({ state: 'detached' });
  });

  journey(url, 'keeps favourites in an order of one’s own, and what was opened last', async ({ openConsole }) => {
    const person = await user({ permissions });
    const record = await admin.create('/api/sales/contacts', { firstName: 'Ada', lastName: 'Opened' });
    const page = await openConsole({ as: person });
    const sidebar = page.getByRole('navigation', { name: 'Sidebar' });
    const favourites = sidebar.getByRole('region', { name: 'Favourites' });
    const names = ['Contacts', 'Accounts', 'Tickets'];
    for (const [n, name] of names.entries()) {
      // The sidebar opens one workspace at a time, and a favourite is no longer in its workspace.
      if (name === 'Tickets') await sidebar.getByRole('button', { name: 'Support', exact: true }).click();
      await sidebar.getByRole('button', { name: `Add ${name} to favourites` }).click();
      await until(`${name} is a favourite`, async () => (await favourites.getByRole('link').count()) === n + 1);
    }
    const stored = async () =>
      (await person.get('/api/ui/user-screens')).body.data.map((entry: Json) => entry.screenId);
    assert.deepEqual(await stored(), names.map(screenId));
    // Use the keyboard: space picks up, arrows move, space drops.
    await favourites.getByRole('button', { name: 'Move Tickets', exact: true }).focus();
    for (const key of ['Space', 'ArrowUp', 'ArrowUp', 'Space']) {
      await page.keyboard.press(key);
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    }
    const order = async (wanted: string[]) => {
      await until(`the order ${wanted}`, async () => (await stored()).join() === wanted.map(screenId).join());
      assert.deepEqual(await favourites.getByRole('link').allInnerTexts(), wanted);
    };
    await order(['Tickets', 'Contacts', 'Accounts']);
    const grip = favourites.getByRole('button', { name: 'Move Accounts', exact: true });
    await favourites.getByRole('link', { name: 'Accounts' }).hover();
    await grip.hover();
    const box = await favourites.getByRole('link', { name: 'Tickets' }).boundingBox();
    assert.ok(box);
    await page.mouse.down();
    await page.mouse.move(box.x, box.y + box.height, { steps: 4 });
    await page.mouse.move(box.x, box.y + 4, { steps: 4 });
    await page.mouse.up();
    await order(['Accounts', 'Tickets', 'Contacts']);
    await page.goto(`/app/m/sales/contacts/${record._id}`);
    const recents = sidebar.getByRole('region', { name: 'Recently viewed' });
    await recents.getByRole('link', { name: 'Ada Opened' }).waitFor();
    await favourites
      .getByRole('link')
      .nth(names.length - 1)
      .waitFor();
    assert.deepEqual(await favourites.getByRole('link').allInnerTexts(), ['Accounts', 'Tickets', 'Contacts']);
    await favourites.getByRole('button', { name: 'Remove Tickets from favourites' }).click();
    await favourites.getByRole('link', { name: 'Tickets' }).waitFor({ state: 'hidden' });
    assert.deepEqual(await stored(), ['Accounts', 'Contacts'].map(screenId));
    await sidebar.getByRole('link', { name: 'Home' }).click();
    await page.getByRole('main').getByRole('link', { name: 'Ada Opened' }).click();
    await page.waitForURL(new RegExp(`${record._id}$`));
  });
});

journeys('the top bar', () => {
  journey(url, 'shows announcements until they are dismissed', async ({ openConsole }) => {
    const person = await user({ permissions });
    const page = await openConsole({ as: person });
    await page.getByRole('button', { name: '0 announcements' }).click();
    await page.getByText('No announcements').waitFor();
    await page.keyboard.press('Escape');
    await admin.create('/api/ui/enterpriseProductAnnouncements', {
      title: 'A new board',
      summary: 'Deals can be dragged.',
      status: 'published',
      publishedAt: new Date().toISOString(),
      linkUrl: 'https://example.com/board',
      linkLabel: 'How it works',
    });
    await page.getByRole('button', { name: '1 announcement', exact: true }).click();
    const shown = page.getByRole('dialog', { name: '1 announcement' });
    await shown.getByText('Deals can be dragged.').waitFor();
    assert.equal(
      await shown.getByRole('link', { name: 'How it works' }).getAttribute('href'),
      'https://example.com/board',
    );
    await assertAccessible(page, { withShell: true });
    await shown.getByRole('button', { name: 'Dismiss' }).click();
    await page.getByRole('button', { name: '0 announcements' }).waitFor();
    assert.deepEqual((await person.get('/api/ui/announcements')).body.data, []);
  });

  journey(url, 'sets colours, row height and language, and the profile the time zone', async ({ openConsole }) => {
    const person = await user({ permissions });
    const me = async () => (await person.get('/api/identity/me')).body.user;
    const page = await openConsole({ as: person });
    const html = page.locator('html');
    const openMenu = () => page.getByRole('button', { name: /^(?:Menu of|Menü von) / }).click();
    await openMenu();
    await assertAccessible(page, { withShell: true });
    await page.getByRole('dialog').getByText('Dark', { exact: true }).click();
    await page.locator('html[data-mantine-color-scheme="dark"]').waitFor({ state: 'attached' });
    await page.getByRole('dialog').getByText('Compact', { exact: true }).click();
    await until('the row height is stored', async () => (await me()).preferences?.density === 'compact');
    await page.getByRole('dialog').getByText('Deutsch').click();
    await page.getByRole('heading', { level: 1 }).filter({ hasText: 'Willkommen' }).waitFor();
    await until('the language is stored', async () => (await me()).language === 'de');
    // Open another device of the same person.
    const other = await openConsole({ as: person, at: '/profile' });
    await other.getByRole('heading', { level: 1, name: 'Profil und Einstellungen' }).waitFor();
    assert.equal(await other.locator('html').getAttribute('lang'), 'de');
    await other.getByRole('combobox', { name: 'Zeitzone' }).fill('Auckland');
    await other.getByRole('option', { name: 'Pacific/Auckland' }).click();
    await other.getByRole('button', { name: 'Speichern' }).click();
    await until('the time zone is stored', async () => (await me()).timeZone === 'Pacific/Auckland');
    const lastActivityAt = '2026-03-10T20:30:00.000Z';
    const lead = await admin.create('/api/sales/leads', { lastName: 'Kiwi', lastActivityAt });
    await other.goto(`/app/m/sales/leads/${lead._id}`);
    await other.getByText('11.03.2026, 09:30').first().waitFor();
    await page.reload();
    await settled(page);
    assert.equal(await html.getAttribute('data-mantine-color-scheme'), 'dark');
    assert.equal(await html.getAttribute('lang'), 'de');
  });
});
