import assert from 'node:assert/strict';
import { appForFile, type Json } from '../harness.ts';
import { until } from '../process.ts';
import { publish, visit } from '../site-tools.ts';
import { answered, assertAccessible, assertFits, journey, journeys } from './harness.ts';

const { url, admin } = await appForFile();
const websites = '/api/marketing/websites';
const pages = '/api/marketing/webPages';
const submitTo = async (form: Json, who: string, pageToken: string): Promise<void> => {
  const reply = await admin.post(`/api/forms/forms/${form._id}/submit`, { data: { who }, pageToken });
  assert.equal(reply.status, 201, reply.text);
};
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

    // Use the keyboard: the button moves above the text.
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

  journey(url, 'blocks go into columns and out of them, by menu and by pointer', async ({ openConsole }) => {
    const site = await admin.create(websites, { name: 'Moving' });
    const text = (value: string) => ({ type: 'text', text: value });
    const { _id } = await admin.create(pages, {
      websiteId: site._id,
      name: 'Moves',
      path: '/moves',
      blocks: [text('Top'), { type: 'columns', columns: [[text('Left')], []] }],
    });
    const page = await openConsole({ as: admin, at: `/marketing/websites/pages/${_id}` });
    const save = async () => {
      await answered(page, 'PATCH', _id, () => page.getByRole('button', { name: 'Save' }).click());
      await page.getByText('The page is saved.').last().waitFor();
      return (await read(`${pages}/${_id}`)).blocks;
    };
    const column = page.getByRole('region', { name: 'Column 2' });
    await column.waitFor();
    await page.getByRole('button', { name: 'Move Text to another place' }).first().press('Enter');
    await page.getByRole('menuitem', { name: 'Columns 1, column 2' }).press('Enter');
    await column.getByText('Top').waitFor();
    await assertAccessible(page);
    assert.deepEqual(await save(), [{ type: 'columns', columns: [[text('Left')], [text('Top')]] }]);

    const drag = async (from: string, to: { x: number; y: number }) => {
      const handle = await page.getByRole('button', { name: `Move Text: ${from}`, exact: true }).boundingBox();
      assert.ok(handle);
      await page.mouse.move(handle.x + handle.width / 2, handle.y + handle.height / 2);
      await page.mouse.down();
      await page.mouse.move(to.x, to.y, { steps: 12 });
      await page.mouse.up();
    };
    const target = await column.boundingBox();
    assert.ok(target);
    await drag('Left', { x: target.x + 60, y: target.y + target.height - 12 });
    await column.getByRole('button', { name: 'Move Text: Left', exact: true }).waitFor();
    assert.deepEqual(await save(), [{ type: 'columns', columns: [[], [text('Top'), text('Left')]] }]);

    // The list of the page ends below the columns.
    const add = await page.getByRole('button', { name: 'Add block', exact: true }).boundingBox();
    assert.ok(add);
    await drag('Top', { x: add.x + 40, y: add.y + add.height / 2 });
    await column.getByRole('button', { name: 'Move Text: Top', exact: true }).waitFor({ state: 'detached' });
    assert.deepEqual(await save(), [{ type: 'columns', columns: [[], [text('Left')]] }, text('Top')]);
  });

  journey(url, 'a page is tested against a version, which becomes the page', async ({ openConsole }) => {
    const site = await admin.create(websites, { name: 'Tested', slug: 'tested' });
    const form = await admin.create('/api/forms/forms', {
      name: 'Ask',
      status: 'published',
      fields: ['who'],
      fieldSettings: { who: { type: 'email' } },
    });
    const blocks = [
      { type: 'heading', text: 'First' },
      { type: 'form', formId: form._id },
    ];
    const { _id } = await admin.create(pages, { websiteId: site._id, name: 'Offer', path: '/', blocks });
    const page = await openConsole({ as: admin, at: `/marketing/websites/${site._id}?tab=tests` });
    await page.getByText('No page is tested').waitFor();
    await page.getByRole('tab', { name: 'Pages' }).click();
    await page.getByRole('button', { name: 'Actions for Offer' }).click();
    await page.getByRole('menuitem', { name: 'Make another version' }).click();
    await page.getByRole('link', { name: 'Offer (version)' }).waitFor();
    const [variant] = (await read(`${pages}?filter[variantOfId]=${_id}`)).data;
    assert.deepEqual([variant.blocks, variant.status], [blocks, 'draft']);
    await admin.patch(`${pages}/${variant._id}`, {
      blocks: [{ type: 'heading', text: 'Second' }, blocks[1]],
      weight: 3,
    });
    await publish(admin, { websiteId: site._id });
    /** Each visitor gets a version of the page. Those with the second version submit its form. */
    for (let n = 0; n < 12; n += 1) {
      const { text } = await visit(url, '/sites/default/tested/', { 'user-agent': `Mozilla/5.0 Firefox/${n}` });
      const pageToken = /data-page="([^"]+)"/.exec(text)?.[1] ?? '';
      if (text.includes('Second')) await submitTo(form, `v${n}@example.com`, pageToken);
    }
    await until('the views', async () => (await read(`${websites}/${site._id}/statistics`)).totals.views === 12);
    await page.getByRole('tab', { name: 'A/B tests' }).click();
    const table = page.getByRole('table', { name: 'Test of Offer' });
    const row = table.getByRole('row', { name: /Offer \(version\)/ });
    await row.getByText('75%').waitFor();
    await row.getByText('100%').waitFor();
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Make it the page: Offer (version)' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Make it the page' }).click();
    await page.getByText('The test has ended.').waitFor();
    await page.getByText('No page is tested').waitFor();
    assert.match((await visit(url, '/sites/default/tested/')).text, /Second/);
    assert.equal((await read(`${pages}/${variant._id}`)).status, 'archived');
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

  journey(url, 'show the words of blocks in columns on a phone', async ({ openConsole }) => {
    const site = await admin.create(websites, { name: 'Narrow' });
    const words = 'A heading that has quite a few words and is shown whole';
    const blocks = [
      { type: 'columns', columns: [[{ type: 'heading', text: words }], [{ type: 'text', text: words }]] },
    ];
    const { _id } = await admin.create(pages, { websiteId: site._id, name: 'N', path: '/n', blocks });
    const page = await openConsole({ as: admin, at: `/marketing/websites/pages/${_id}`, viewport: 'phone' });
    for (const shown of await page.getByText(words, { exact: true }).filter({ visible: true }).all()) {
      const cut = await shown.evaluate((element) => {
        const line = (element as unknown as { parentElement: { scrollWidth: number; clientWidth: number } })
          .parentElement;
        return line.scrollWidth > line.clientWidth + 1;
      });
      assert.equal(cut, false);
    }
    assert.ok((await page.getByText(words, { exact: true }).count()) >= 2);
    await assertFits(page);
    await assertAccessible(page);
  });
});
