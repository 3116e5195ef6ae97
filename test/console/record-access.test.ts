import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { eventually } from '../eventually.ts';
import { appForFile } from '../harness.ts';
import { journey, journeys } from './harness.ts';

const { url, tenant, user } = await appForFile();
const deals = '/api/sales/opportunities';
const list = '/m/sales/opportunities';

const admin = await tenant();
const seller = await user({ permissions: ['*:read', 'sales:write:team'] }, admin);
const mate = await user({ permissions: ['*:read'] }, admin);
const team = await admin.create('/api/identity/teams', { name: 'North' });
for (const { userId } of [seller, mate]) await admin.create('/api/identity/teamUsers', { teamId: team._id, userId });
const deal = (name: string, ownerId: string) =>
  admin.create(deals, { name, stage: 'proposal', value: 5, ownerId, tags: ['a'] });
const ours = await deal('Ours', mate.userId);
const theirs = await deal('Theirs', admin.userId);
await admin.create('/api/sales/opportunityNotes', { opportunityId: theirs._id, content: 'By the admin' });

const buttons = (page: Page, name: string | RegExp) => page.getByRole('main').getByRole('button', { name });

journeys('somebody who may write the records of their team', () => {
  journey(url, 'gets no controls to change a record of others', async ({ openConsole }) => {
    const page = await openConsole({ as: seller, at: `${list}/${ours._id}` });
    await page.getByRole('heading', { name: 'Ours' }).waitFor();
    await buttons(page, 'Edit').first().waitFor();
    assert.ok((await page.getByRole('main').locator('[data-edit]').count()) > 0);

    const other = await openConsole({ as: seller, at: `${list}/${theirs._id}` });
    await other.getByRole('heading', { name: 'Theirs' }).waitFor();
    await buttons(other, 'More actions').click();
    await other.getByRole('menuitem', { name: 'Copy link' }).or(other.getByRole('menuitem').first()).first().waitFor();
    assert.equal(await other.getByRole('menuitem', { name: 'Delete' }).count(), 0);
    assert.equal(await buttons(other, 'Edit').count(), 0);
    assert.equal(await other.getByRole('main').locator('[data-edit]').count(), 0);
    await other.keyboard.press('Escape');
    await other.getByRole('tab', { name: /Notes/ }).click();
    await other.getByText('By the admin').waitFor();
    assert.equal(await buttons(other, /Edit|Delete/).count(), 0);
  });

  journey(url, 'edits and changes only rows that they may write', async ({ openConsole }) => {
    const page = await openConsole({ as: seller, at: `${list}?columns=name,value&sort=name` });
    const row = (name: string) => page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) });
    await row('Theirs').getByText('5').click();
    await page.keyboard.press('F2');
    assert.equal(await page.getByRole('grid').getByRole('textbox').count(), 0);
    await row('Ours').getByText('5').click();
    await page.getByRole('grid').getByRole('textbox').waitFor();
    await page.keyboard.press('Escape');

    const bar = page.getByRole('region', { name: 'Selected records' });
    await row('Theirs').getByRole('checkbox').click();
    await bar.getByText('1 selected').waitFor();
    assert.equal(await bar.getByRole('button', { name: 'Edit' }).count(), 0);
    await row('Ours').getByRole('checkbox').click();
    await bar.getByText('You may change 1 of them.').waitFor();
    await bar.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Change 1 record' }).waitFor();
  });

  journey(url, 'drags only cards that they may write', async ({ openConsole }) => {
    const page = await openConsole({ as: seller, at: `${list}?view=board&groupBy=stage` });
    const cardOf = (name: string) => page.locator('[data-card]').filter({ hasText: name });
    const won = page
      .getByRole('region', { name: 'Won' })
      .or(page.getByRole('button', { name: /Won/ }))
      .first();
    const drag = async (name: string) => {
      const from = await cardOf(name).boundingBox();
      const to = await won.boundingBox();
      assert.ok(from && to);
      await page.mouse.move(from.x + 20, from.y + from.height - 6);
      await page.mouse.down();
      await page.mouse.move(from.x + 40, from.y + from.height, { steps: 4 });
      await page.mouse.move(to.x + to.width / 2, to.y + 80, { steps: 8 });
      const isDragged = await page.locator('[data-overlay]').count();
      await page.keyboard.press('Escape');
      await page.mouse.up();
      return isDragged;
    };
    await cardOf('Theirs').waitFor();
    assert.equal(await drag('Theirs'), 0);
    await eventually(async () => assert.equal(await drag('Ours'), 1));
    await page.getByRole('button', { name: 'Move Theirs' }).or(cardOf('Theirs').getByRole('button')).first().click();
    await page.getByRole('menuitem').first().waitFor();
    assert.equal(await page.getByRole('menuitem', { name: 'Won' }).count(), 0);
    assert.equal((await admin.get(`${deals}/${theirs._id}`)).body.stage, 'proposal');
  });
});

journeys('somebody who may only read', () => {
  journey(url, 'stars a screen and finds what they opened', async ({ openConsole }) => {
    const page = await openConsole({ as: mate, at: `${list}/${ours._id}` });
    await page.getByRole('heading', { name: 'Ours' }).waitFor();
    await eventually(async () => {
      const { data } = (await mate.get('/api/ui/record-recent-views')).body;
      assert.equal(data[0]?.recordTitle, 'Ours');
    });
    const star = page.getByRole('button', { name: /^Add .* to favourites$/ }).first();
    await star.click({ force: true });
    await eventually(async () => assert.equal((await mate.get('/api/ui/user-screens')).body.meta.total, 1));
  });
});
