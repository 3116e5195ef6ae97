import assert from 'node:assert/strict';
import { appForFile, type Json } from '../harness.ts';
import { assertAccessible, assertFits, journey, journeys } from './harness.ts';

const { url, admin } = await appForFile();
const websites = '/api/marketing/websites';
const pages = '/api/marketing/webPages';
const read = async (path: string): Promise<Json> => (await admin.get(path)).body;

journeys('websites', () => {
  journey(url, 'a website is made, written in blocks and published', async ({ openConsole, openTab }) => {
    const page = await openConsole({ as: admin, at: '/marketing/websites' });
    await page.getByText('There are no websites yet').waitFor();
    await page.getByRole('button', { name: 'New website' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Kestrel Coffee');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { level: 1, name: /Kestrel Coffee/ }).waitFor();
    await assertAccessible(page);
    await page.getByRole('table').getByRole('link', { name: 'Home' }).click();
    const preview = page.frameLocator('iframe[title="Preview"]');
    await preview.getByRole('heading', { name: 'Kestrel Coffee' }).waitFor();

    await page.getByRole('button', { name: 'Add block', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Button' }).click();
    await page.getByRole('textbox', { name: 'Text of the button' }).fill('Order now');
    await page.getByRole('textbox', { name: 'Leads to' }).fill('/nowhere');
    await preview.getByRole('link', { name: 'Order now' }).or(preview.getByText('Order now')).first().waitFor();
    await assertAccessible(page);

    // By the keyboard: the button goes above the text.
    const handle = page.getByRole('button', { name: 'Move Button: Order now', exact: true });
    await handle.focus();
    await page.keyboard.press('Space');
    await page
      .getByText(/picked up, place 3 of 3|^Place 3 of 3/)
      .first()
      .waitFor({ state: 'attached' });
    await page.keyboard.press('ArrowUp');
    await page.getByText('Place 2 of 3.').waitFor({ state: 'attached' });
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The page is saved.').waitFor();
    const [home] = (await read(pages)).data;
    assert.deepEqual(
      home.blocks.map(({ type }: Json) => type),
      ['heading', 'button', 'text'],
    );

    await page.getByRole('button', { name: 'Publish' }).click();
    await dialog.getByRole('button', { name: 'Publish now' }).click();
    await dialog.getByText('1 link leads nowhere').waitFor();
    const address = await dialog.getByRole('link', { name: /\/sites\// }).getAttribute('href');
    await assertAccessible(page);
    const visited = await fetch(String(address));
    assert.match(await visited.text(), /Order now/);
    await dialog.getByRole('button', { name: 'Close' }).last().click();

    await page.getByRole('link', { name: 'Website', exact: true }).click();
    await page.getByRole('tab', { name: 'Releases' }).click();
    await page.getByText('Release 1').waitFor();
    await page.getByText('Visitors see this one').waitFor();
    await assertAccessible(page);
    const statistics = await openTab(page, `/marketing/websites/${home.websiteId}?tab=statistics`);
    await statistics.getByText('Views', { exact: true }).first().waitFor();
    await assertAccessible(statistics);
  });

  journey(url, 'blocks are put into columns, copied and removed', async ({ openConsole }) => {
    const site = await admin.create(websites, { name: 'Columns' });
    const { _id } = await admin.create(pages, {
      websiteId: site._id,
      name: 'Two',
      path: '/two',
      blocks: [{ type: 'columns', columns: [[{ type: 'text', text: 'Left' }], []] }],
    });
    const page = await openConsole({ as: admin, at: `/marketing/websites/pages/${_id}` });
    await page.getByRole('button', { name: 'Add block: Column 2' }).click();
    await page.getByRole('menuitem', { name: 'Heading' }).click();
    await page.getByRole('textbox', { name: 'Heading' }).fill('Right');
    const preview = page.frameLocator('iframe[title="Preview"]');
    await preview.getByRole('heading', { name: 'Right' }).waitFor();
    await page.getByRole('button', { name: 'Duplicate Text' }).click();
    await page.getByRole('button', { name: 'Remove Text: Left' }).first().click();
    await page.keyboard.press('ControlOrMeta+S');
    await page.getByText('The page is saved.').waitFor();
    assert.deepEqual((await read(`${pages}/${_id}`)).blocks, [
      { type: 'columns', columns: [[{ type: 'text', text: 'Left' }], [{ type: 'heading', text: 'Right' }]] },
    ]);
    await page.getByRole('button', { name: 'Versions' }).click();
    await page
      .getByRole('dialog', { name: 'Versions' })
      .getByText(/^Version 1 ·/)
      .waitFor();
    await page.getByRole('dialog', { name: 'Versions' }).getByRole('button', { name: 'Compare' }).last().click();
    await page.getByText(/Right/).first().waitFor();
  });

  journey(url, 'hostile content stays text in the preview', async ({ openConsole }) => {
    const site = await admin.create(websites, { name: 'Hostile' });
    const evil = '<script>alert(1)</script><svg onload=alert(2)></svg>';
    const { _id } = await admin.create(pages, {
      websiteId: site._id,
      name: evil,
      path: '/evil',
      blocks: [
        { type: 'heading', text: evil },
        { type: 'html', html: evil },
      ],
    });
    const page = await openConsole({ as: admin, at: `/marketing/websites/pages/${_id}` });
    await page.frameLocator('iframe[title="Preview"]').getByRole('heading', { name: evil }).waitFor();
  });

  journey(url, 'fit a phone, in German', async ({ openConsole }) => {
    const site = await admin.create(websites, { name: 'Klein' });
    const { _id } = await admin.create(pages, { websiteId: site._id, name: 'Seite', path: '/s', blocks: [] });
    const page = await openConsole({
      as: admin,
      at: `/marketing/websites/pages/${_id}`,
      viewport: 'phone',
      language: 'de',
    });
    await page.getByRole('button', { name: 'Block hinzufügen' }).click();
    await page.getByRole('menuitem', { name: 'Überschrift' }).click();
    await page.frameLocator('iframe[title="Vorschau"]').getByText('Eine neue Überschrift').waitFor();
    await assertFits(page);
    await assertAccessible(page);
  });
});
