import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { appForFile, type Json } from '../harness.ts';
import { answered, assertAccessible, assertFits, journey, journeys } from './harness.ts';

const { url, admin } = await appForFile();
const pages = '/api/marketing/webPages';
const text = (value: string) => ({ type: 'text', text: value });

/** A picture of one pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
/** The header of a WebM file. */
const webm = Buffer.concat([Buffer.from('1a45dfa3934282847765626d', 'hex'), Buffer.alloc(2000)]);

async function pageWith(slug: string, blocks: readonly Json[]): Promise<string> {
  const site = await admin.create('/api/marketing/websites', { name: slug, slug });
  const { _id } = await admin.create(pages, { websiteId: site._id, name: slug, path: '/', blocks });
  return _id;
}

async function saved(page: Page, id: string): Promise<Json> {
  await answered(page, 'PATCH', id, () => page.getByRole('button', { name: 'Save' }).click());
  await page.getByText('The page is saved.').last().waitFor();
  return (await admin.get(`${pages}/${id}`)).body.blocks;
}

/** The list that is marked as the drop position of a block. */
const marked = (page: Page): Locator => page.locator('[data-place][data-target]');

/** Waits until the first of two blocks is picked up, so it reacts to keys and moves. */
const firstPickedUp = (page: Page): Promise<void> =>
  page
    .getByText(/picked up, place 1 of 2|^Place 1 of 2/)
    .first()
    .waitFor({ state: 'attached' });

journeys('the page editor', () => {
  journey(url, 'shows where a block would land while it is dragged to a column', async ({ openConsole }) => {
    const id = await pageWith('landing', [
      text('Top'),
      { type: 'columns', columns: [[text('Left')], [text('Right'), text('Last')]] },
    ]);
    const page = await openConsole({ as: admin, at: `/marketing/websites/pages/${id}` });
    const right = page.getByRole('region', { name: 'Column 2' });
    const handle = await page.getByRole('button', { name: 'Move Text: Left', exact: true }).boundingBox();
    const last = await right.getByText('Last', { exact: true }).boundingBox();
    assert.ok(handle && last);
    await page.mouse.move(handle.x + handle.width / 2, handle.y + handle.height / 2);
    await page.mouse.down();
    await page.mouse.move(last.x + 20, last.y - 1, { steps: 12 });
    await right.locator('[data-place][data-target]').waitFor();
    await right.locator('[data-landing]').getByText('Last', { exact: true }).waitFor();
    assert.equal(await marked(page).count(), 1);
    await page.getByRole('status').getByText('Columns 1, column 2, before Text: Last').waitFor({ state: 'attached' });
    await page.mouse.up();
    await marked(page).waitFor({ state: 'detached' });
    assert.deepEqual(await saved(page, id), [
      text('Top'),
      { type: 'columns', columns: [[], [text('Right'), text('Left'), text('Last')]] },
    ]);
  });

  journey(url, 'moves a block between columns by the keyboard', async ({ openConsole }) => {
    const id = await pageWith('keys', [text('Top'), { type: 'columns', columns: [[text('Left')], []] }]);
    const page = await openConsole({ as: admin, at: `/marketing/websites/pages/${id}` });
    const handle = page.getByRole('button', { name: 'Move Text: Top', exact: true });
    await handle.focus();
    await page.keyboard.press('Space');
    await firstPickedUp(page);
    await page.keyboard.press('ArrowRight');
    const status = page.getByRole('status');
    await status.getByText('Columns 1, column 1, at the end').waitFor({ state: 'attached' });
    await page.keyboard.press('ArrowUp');
    await status.getByText('Columns 1, column 1, before Text: Left').waitFor({ state: 'attached' });
    await page.locator('[data-landing]').getByText('Left', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await marked(page).waitFor({ state: 'detached' });
    await page.getByText('Text: Top stays where it was.').waitFor({ state: 'attached' });

    await handle.focus();
    await page.keyboard.press('Space');
    await firstPickedUp(page);
    await page.keyboard.press('ArrowLeft');
    await status.getByText('Columns 1, column 2, at the end').waitFor({ state: 'attached' });
    await assertAccessible(page);
    await page.keyboard.press('Space');
    await marked(page).waitFor({ state: 'detached' });
    assert.deepEqual(await saved(page, id), [{ type: 'columns', columns: [[text('Left')], [text('Top')]] }]);
  });

  journey(url, 'marks the place under a finger, too', async ({ openConsole }) => {
    const id = await pageWith('touch', [text('Top'), { type: 'columns', columns: [[text('Left')], []] }]);
    const page = await openConsole({ as: admin, at: `/marketing/websites/pages/${id}`, viewport: 'phone' });
    const left = page.getByRole('region', { name: 'Column 1' });
    const from = await page.getByRole('button', { name: 'Move Text: Top', exact: true }).boundingBox();
    const to = await left.getByText('Left', { exact: true }).boundingBox();
    assert.ok(from && to);
    const devtools = await page.context().newCDPSession(page);
    const touch = (type: string, touchPoints: { x: number; y: number }[]) =>
      devtools.send('Input.dispatchTouchEvent', { type: type as 'touchMove', touchPoints });
    const start = { x: from.x + from.width / 2, y: from.y + from.height / 2 };
    await touch('touchStart', [start]);
    // A long touch picks up the block.
    await firstPickedUp(page);
    for (const part of [0.3, 0.6, 0.9, 1])
      await touch('touchMove', [{ x: start.x + 20, y: start.y + (to.y - 2 - start.y) * part }]);
    // The columns have moved, because the list of the page has made room for the block.
    const now = await left.boundingBox();
    assert.ok(now);
    await touch('touchMove', [{ x: start.x + 20, y: now.y + now.height / 2 }]);
    await left.locator('[data-place][data-target]').waitFor();
    await touch('touchEnd', []);
    await left.getByRole('button', { name: 'Move Text: Top', exact: true }).waitFor();
    const [block] = await saved(page, id);
    assert.equal(block.columns[0].length, 2);
  });

  journey(url, 'takes an uploaded video with a poster, or one that is uploaded already', async ({ openConsole }) => {
    const id = await pageWith('film', [{ type: 'heading', text: 'Films' }]);
    const page = await openConsole({ as: admin, at: `/marketing/websites/pages/${id}` });
    const addVideo = async () => {
      await page.getByRole('button', { name: 'Add block', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Video' }).click();
    };
    await addVideo();
    const [video, picture] = [page.locator('input[type=file]').first(), page.locator('input[type=file]').last()];
    await video.setInputFiles({ name: 'Tour.webm', mimeType: 'video/webm', buffer: webm });
    await page.getByLabel('The video', { exact: true }).waitFor();
    assert.equal(await page.getByLabel('Title of the video').inputValue(), 'Tour');
    assert.equal(await page.getByLabel('Address of the video').count(), 0);
    const inPreview = page.waitForResponse((reply) => /\/f\/[\w.-]{40,}/.test(reply.url()) && reply.ok());
    await picture.setInputFiles({ name: 'Poster.png', mimeType: 'image/png', buffer: png });
    await page.getByAltText('The picture').waitFor();
    await inPreview;
    const preview = page.frameLocator('iframe[title="Preview"]');
    await preview.locator('video[poster]').waitFor();
    await assertAccessible(page);
    const [, block] = await saved(page, id);
    assert.deepEqual(Object.keys(block).sort(), ['posterFileId', 'storedFileId', 'title', 'type']);

    await page.getByRole('button', { name: 'Done with Video' }).click();
    await addVideo();
    await page.getByRole('combobox', { name: 'Choose an uploaded video' }).click();
    await page.getByRole('option', { name: 'Tour.webm' }).click();
    await page.getByLabel('The video', { exact: true }).waitFor();
    const blocks = await saved(page, id);
    assert.deepEqual([blocks.length, blocks[2].storedFileId], [3, block.storedFileId]);
    await preview.locator('video').nth(1).waitFor();
    const phone = await openConsole({ as: admin, at: `/marketing/websites/pages/${id}`, viewport: 'phone' });
    await phone.getByRole('button', { name: 'Edit Video' }).first().click();
    await phone.getByLabel('The video', { exact: true }).waitFor();
    await assertFits(phone);
  });
});
