import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { eventually } from '../eventually.ts';
import { appForFile, type Json } from '../harness.ts';
import { assertAccessible, assertFits, journey, journeys } from './harness.ts';

const { url, tenant } = await appForFile();
const deals = '/api/sales/opportunities';
const board = '/m/sales/opportunities?view=board&sort=name';

const seller = await tenant();
const made = new Map<string, string>();
const deal = (stage: string, value: number) => ({ stage, value, currency: 'EUR' });
const start = {
  Alpha: deal('prospecting', 100),
  Beta: deal('prospecting', 20),
  Gamma: deal('prospecting', 3),
  Delta: deal('qualification', 1000),
};
for (const [name, values] of Object.entries(start))
  made.set(name, (await seller.create(deals, { name, ...values }))._id);

/** Resets the cards, so that every journey begins with the same ones, in the order of their names. */
async function reset(): Promise<void> {
  for (const [name, values] of Object.entries(start)) await seller.patch(`${deals}/${made.get(name)}`, values);
  await seller.patch('/api/identity/me', { preferences: {} });
}

const stored = async (name: string): Promise<Json> => (await seller.get(`${deals}/${made.get(name)}`)).body;
const assertStage = (name: string, stage: string): Promise<void> =>
  eventually(async () => assert.equal((await stored(name)).stage, stage));

const column = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
const card = (page: Page, name: string): Locator => page.getByRole('link', { name, exact: true });
const assertCards = (page: Page, name: string, ...wanted: string[]): Promise<void> =>
  eventually(async () => assert.deepEqual(await column(page, name).getByRole('link').allInnerTexts(), wanted));

async function middle(place: Locator): Promise<{ x: number; y: number }> {
  const box = await place.boundingBox();
  assert.ok(box);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Drags by mouse in small steps, like a hand. */
async function drag(page: Page, from: Locator, to: { x: number; y: number }): Promise<void> {
  const start = await middle(from);
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(start.x + 10, start.y + 10, { steps: 3 });
  await page.getByText(/picked up/).waitFor({ state: 'attached' });
  await page.mouse.move(to.x, to.y, { steps: 8 });
  await page.mouse.up();
}

journeys('a board', () => {
  journey(url, 'moves cards by mouse, with counts and sums, and back', async ({ openConsole }) => {
    await reset();
    const page = await openConsole({ as: seller, at: board });
    await assertCards(page, 'Prospecting', 'Alpha', 'Beta', 'Gamma');
    await column(page, 'Prospecting').getByText('€123').waitFor();
    await column(page, 'Prospecting').getByText('3', { exact: true }).waitFor();
    await assertAccessible(page);
    await drag(page, card(page, 'Beta'), await middle(column(page, 'Qualification')));
    await column(page, 'Qualification').getByText('€1,020').waitFor();
    await column(page, 'Prospecting').getByText('€103').waitFor();
    await assertStage('Beta', 'qualification');
    await page.getByText('Beta is now in Qualification.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await assertStage('Beta', 'prospecting');
    await column(page, 'Prospecting').getByText('€123').waitFor();
    await assertCards(page, 'Prospecting', 'Alpha', 'Beta', 'Gamma');

    // A card can also be moved by its menu.
    await page.getByRole('button', { name: 'Move Delta' }).click();
    await page.getByRole('menuitem', { name: 'Won' }).click();
    await assertStage('Delta', 'won');
    await column(page, 'Won').getByText('€1,000').first().waitFor();
  });

  journey(url, 'moves cards by keyboard, and keeps their order on every device', async ({ openConsole }) => {
    await reset();
    await seller.patch(`${deals}/${made.get('Delta')}`, { stage: 'won' });
    const { version } = await stored('Gamma');
    const page = await openConsole({ as: seller, at: board });
    await card(page, 'Gamma').focus();
    await page.keyboard.press('Space');
    await page.getByText(/^Gamma picked up: Prospecting, place 3 of 3/).waitFor({ state: 'attached' });
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Space');
    await assertCards(page, 'Prospecting', 'Gamma', 'Alpha', 'Beta');
    assert.equal((await stored('Gamma')).version, version);
    await card(page, 'Alpha').focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Escape');
    await page.getByText('Alpha stays where it was.').waitFor({ state: 'attached' });
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Space');
    await assertStage('Alpha', 'qualification');
    await assertCards(page, 'Qualification', 'Alpha');
    // The focus moves with the card.
    await eventually(async () => assert.equal(await page.evaluate('document.activeElement.innerText'), 'Alpha'));

    const elsewhere = await openConsole({ as: seller, at: board });
    await assertCards(elsewhere, 'Prospecting', 'Gamma', 'Beta');
    await elsewhere.getByRole('button', { name: 'Give up your own order' }).first().click();
    await assertCards(elsewhere, 'Prospecting', 'Beta', 'Gamma');
  });

  journey(url, 'says why a card stays, when somebody was faster', async ({ openConsole, expectRefusal }) => {
    await reset();
    expectRefusal(412, /\/opportunities\//);
    const page = await openConsole({ as: seller, at: board });
    await card(page, 'Beta').waitFor();
    // Delay the answers, as on a bad connection.
    let arrive: () => void = () => {};
    const late = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    await page.route('**/opportunities/search', async (route) => {
      await late;
      await route.continue().catch(() => {});
    });
    await seller.patch(`${deals}/${made.get('Beta')}`, { nextStep: 'Call' });
    await page.getByRole('button', { name: 'Move Beta' }).click();
    await page.getByRole('menuitem', { name: 'Lost' }).click();
    await page.getByText('Beta stays in Prospecting').waitFor();
    assert.equal((await stored('Beta')).stage, 'prospecting');
    arrive();
    await page.unrouteAll({ behavior: 'wait' });
  });

  journey(url, 'adds a card in a column, and takes any choice or reference as columns', async ({ openConsole }) => {
    await reset();
    const page = await openConsole({ as: seller, at: board });
    await column(page, 'Needs analysis').getByRole('button', { name: 'New Opportunity in Needs analysis' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Epsilon');
    await page.keyboard.press('Enter');
    await assertCards(page, 'Needs analysis', 'Epsilon');
    // The next card can be typed at once.
    await page.getByRole('textbox', { name: 'Name' }).fill('Zeta');
    await page.keyboard.press('Enter');
    await eventually(async () =>
      assert.deepEqual((await column(page, 'Needs analysis').getByRole('link').allInnerTexts()).sort(), [
        'Epsilon',
        'Zeta',
      ]),
    );
    const { data } = (await seller.get(`${deals}?filter[stage]=needsAnalysis&sort=name`)).body;
    assert.deepEqual(
      data.map(({ name }: Json) => name),
      ['Epsilon', 'Zeta'],
    );
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: /^Group/ }).click();
    await page.getByRole('combobox', { name: 'Group by' }).click();
    await page.getByRole('option', { name: 'Owner', exact: true }).click();
    await page.waitForURL(/groupBy=ownerId/);
    await eventually(async () =>
      assert.ok((await page.getByRole('region').filter({ hasText: 'Epsilon' }).count()) > 0),
    );
  });

  journey(url, 'moves cards by touch on a phone', async ({ openConsole }) => {
    await reset();
    const page = await openConsole({ as: seller, at: board, viewport: 'phone' });
    await card(page, 'Gamma').scrollIntoViewIfNeeded();
    await assertFits(page);
    const from = await middle(card(page, 'Gamma'));
    const top = await middle(card(page, 'Beta'));
    const touch = await page.context().newCDPSession(page);
    const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
      touch.send('Input.dispatchTouchEvent', { type, touchPoints });
    await send('touchStart', from);
    await page.getByText('Gamma picked up.').waitFor({ state: 'attached' });
    for (let step = 1; step <= 6; step += 1)
      await send('touchMove', { x: from.x, y: from.y + ((top.y - 60 - from.y) * step) / 6 });
    await send('touchEnd');
    await assertCards(page, 'Prospecting', 'Alpha', 'Gamma', 'Beta');
  });
});
