import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { eventually } from '../eventually.ts';
import { appForFile, type Json } from '../harness.ts';
import { assertAccessible, assertFits, journey, journeys } from './harness.ts';

const { url, admin, sql } = await appForFile({ WEBHOOK_ALLOW_PRIVATE: 'true' });
const connected = await admin.post('/api/marketing/social-connection/connect', {
  platform: 'webhook',
  url: 'http://127.0.0.1:9/posts',
  name: 'Our hook',
});
const { _id: connectionId } = connected.body;

/** The days are in the next month, so that nothing is due. */
const now = new Date();
const next = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1, 12));
const dayOf = (date: number): string => `${next.toISOString().slice(0, 8)}${String(date).padStart(2, '0')}`;
const post = await admin.post('/api/marketing/social-publishing', {
  connectionId,
  content: 'Moves to another day',
  scheduledAt: `${dayOf(10)}T12:00:00.000Z`,
});
const campaign = await admin.create('/api/marketing/campaigns', {
  name: 'Spring sale',
  status: 'planned',
  startDate: dayOf(11),
});
const running = await admin.create('/api/marketing/campaigns', {
  name: 'Runs already',
  status: 'active',
  startDate: dayOf(12),
});

async function drag(page: Page, name: string, day: string): Promise<void> {
  const from = await page.getByRole('link', { name }).boundingBox();
  const to = await page.locator(`[role="gridcell"][data-day="${day}"]`).boundingBox();
  assert.ok(from && to);
  await page.mouse.move(from.x + 20, from.y + 8);
  await page.mouse.down();
  await page.mouse.move(from.x + 40, from.y + 20, { steps: 4 });
  await page.mouse.move(to.x + to.width / 2, to.y + to.height - 10, { steps: 8 });
  await page.locator(`[role="gridcell"][data-day="${day}"][data-target]`).waitFor();
  await page.mouse.up();
}
const entryOn = (page: Page, day: string, name: string) =>
  page.locator(`[role="gridcell"][data-day="${day}"]`).getByRole('link', { name });

journeys('the calendar of marketing', () => {
  journey(url, 'moves what is planned to another day, and back', async ({ openConsole }) => {
    const page = await openConsole({ as: admin, at: '/marketing/calendar' });
    await page.getByRole('button', { name: 'Next month' }).click();
    await entryOn(page, dayOf(10), 'Moves to another day').waitFor();
    await drag(page, 'Moves to another day', dayOf(18));
    await entryOn(page, dayOf(18), 'Moves to another day').waitFor();
    const postNow = async (): Promise<Json> =>
      (await admin.get(`/api/marketing/social-publishing/${post.body._id}`)).body;
    assert.equal((await postNow()).scheduledAt, `${dayOf(18)}T12:00:00.000Z`);
    const [row] = await sql('select next_at from social_outbox where post_id = $1', [post.body._id]);
    assert.equal(row.next_at.toISOString(), `${dayOf(18)}T12:00:00.000Z`);
    await page.getByRole('button', { name: 'Undo' }).click();
    await entryOn(page, dayOf(10), 'Moves to another day').waitFor();
    assert.equal((await postNow()).scheduledAt, `${dayOf(10)}T12:00:00.000Z`);
    await drag(page, 'Spring sale', dayOf(20));
    await entryOn(page, dayOf(20), 'Spring sale').waitFor();
    const { body } = await admin.get(`/api/marketing/campaigns/${campaign._id}`);
    assert.equal(body.startDate, dayOf(20));
    await assertAccessible(page);
  });

  journey(url, 'leaves what has begun where it is', async ({ openConsole }) => {
    const page = await openConsole({ as: admin, at: '/marketing/calendar' });
    await page.getByRole('button', { name: 'Next month' }).click();
    const entry = entryOn(page, dayOf(12), 'Runs already');
    await entry.waitFor();
    assert.equal(await entry.getAttribute('data-moves'), null);
    await entry.click();
    await page.waitForURL(`**/marketing/campaigns/${running._id}`);
  });
});

journeys('results of social accounts', () => {
  journey(url, 'are compared with the period before', async ({ openConsole }) => {
    const account = await admin.get('/api/marketing/socialConnections');
    assert.equal(account.body.data.length, 1);
    const page = await openConsole({ as: admin, at: '/marketing/social?tab=analytics' });
    await page.getByRole('table', { name: 'Results by account' }).getByText('Our hook').waitFor();
    await page.getByText('Followers').waitFor();
    await assertAccessible(page);
    const phone = await openConsole({
      as: admin,
      at: '/marketing/social?tab=analytics',
      viewport: 'phone',
      language: 'de',
    });
    await phone.getByRole('table', { name: 'Ergebnisse nach Konto' }).waitFor();
    await assertFits(phone);
  });
});

journeys('the inbox', () => {
  journey(url, 'shows the conversations of one channel', async ({ openConsole }) => {
    const made = { status: 'open', lastMessageAt: new Date().toISOString() };
    await admin.create('/api/communications/conversations', { ...made, subject: 'By mail', channel: 'email' });
    await admin.create('/api/communications/conversations', { ...made, subject: 'By text', channel: 'sms' });
    const page = await openConsole({ as: admin, at: '/inbox' });
    const list = page.getByRole('region', { name: 'Conversations' });
    await list.getByText('By mail').waitFor();
    await page.getByRole('combobox', { name: 'Channel' }).click();
    await page.getByRole('option', { name: 'SMS' }).click();
    await list.getByText('By mail').waitFor({ state: 'detached' });
    await list.getByText('By text').waitFor();
    await page.waitForURL('**channel=sms**');
    await assertAccessible(page);
    await page.reload();
    await list.getByText('By text').waitFor();
    await eventually(async () => assert.equal(await list.getByText('By mail').count(), 0));
  });
});
