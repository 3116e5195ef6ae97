import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { appForFile, type Json } from '../harness.ts';
import { until } from '../process.ts';
import { assertAccessible, journey, journeys } from './harness.ts';
import { settled } from './open-page.ts';

const { url, admin, user } = await appForFile();
const path = '/api/ui/dashboards';
const model = 'sales.opportunities';
const person = await user({ permissions: ['sales:*', 'ui:read', 'ui:write'] });

/** A day in the time zone of the browser. */
const day = (offset: number): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Berlin' }).format(Date.now() + offset * 86_400_000);
const deals: [string, string, number, string][] = [
  ['Windmill', 'won', 100, day(0)],
  ['Tower', 'won', 50, day(0)],
  ['Bridge', 'won', 60, day(-1)],
  ['Harbour', 'proposal', 7, day(0)],
];
for (const [name, stage, value, closeDate] of deals)
  await admin.create('/api/sales/opportunities', { name, stage, value, closeDate });

const widgetsOf = async (id: string): Promise<Json[]> => (await admin.get(`${path}/${id}`)).body.widgets;
const newDashboard = async (widgets: Json[], more: Json = {}): Promise<string> =>
  (await admin.create(path, { name: 'Numbers', widgets, ...more }))._id;
const widget = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });

/** Chooses an option of a select by its label. */
async function choose(within: Locator, label: string, option: string): Promise<void> {
  await within.getByRole('combobox', { name: label, exact: true }).click();
  await within.page().getByRole('option', { name: option, exact: true }).click();
}

const won = { type: 'kpi', title: 'Won', model, metric: 'sum:value', filter: { stage: 'won' }, dateField: 'closeDate' };

journeys('a dashboard', () => {
  journey(url, 'says why a widget cannot be shown, and shows the others', async (opened) => {
    const withoutValue = await user({
      permissions: ['sales:read', 'ui:read'],
      hiddenFields: { 'sales.opportunities': ['value'] },
    });
    const id = await newDashboard([
      { ...won, period: 'today' },
      { type: 'gauge', title: 'Speed' },
      { type: 'kpi', title: 'All deals', model },
    ]);
    const page = await opened.openConsole({ as: withoutValue, at: `/dashboards/${id}` });
    await widget(page, 'Won').getByText('hidden from you').waitFor();
    await widget(page, 'Speed').getByText('not set up yet').waitFor();
    await widget(page, 'All deals').getByRole('link', { name: '4', exact: true }).waitFor();
  });

  journey(url, 'shows numbers with their change, for a period, and the records behind them', async (opened) => {
    const id = await newDashboard([
      { ...won, period: 'today' },
      { type: 'chart', title: 'By stage', model, groupBy: 'stage', chartType: 'bar' },
      { type: 'chart', title: 'Shares', model, groupBy: 'stage', chartType: 'donut', metric: 'sum:value' },
      { type: 'list', title: 'Deals', model, sort: '-value', columns: ['name', 'value'] },
      { type: 'text', title: 'Read me', content: '# Hello\n\n**Numbers** of [ours](https://example.com/)' },
      { type: 'kpi', title: 'Campaigns', model: 'marketing.campaigns' },
    ]);
    const page = await opened.openConsole({ as: person, at: `/dashboards/${id}` });
    const kpi = widget(page, 'Won');
    await kpi.getByRole('link', { name: '$150', exact: true }).waitFor();
    await kpi.getByText('+150%').waitFor();
    await kpi.getByText('yesterday by now: $60').waitFor();
    await widget(page, 'Deals')
      .getByRole('link', { name: /Windmill/ })
      .waitFor();
    await widget(page, 'Shares')
      .getByRole('link', { name: /Won.*\$210.*97%/ })
      .waitFor();
    await widget(page, 'Read me').getByRole('heading', { name: 'Hello' }).waitFor();
    // The person may not read campaigns; the other widgets still show.
    await widget(page, 'Campaigns').getByText('You may not see these records.').waitFor();
    await widget(page, 'By stage').getByRole('button', { name: 'Show the numbers of By stage' }).click();
    await widget(page, 'By stage').getByRole('row', { name: 'Won 3' }).waitFor();
    await assertAccessible(page);
    await choose(page.getByRole('main'), 'Period', 'All time');
    await kpi.getByRole('link', { name: '$210', exact: true }).waitFor();
    assert.match(page.url(), /period=all/);
    await page.reload();
    await kpi.getByRole('link', { name: '$210', exact: true }).waitFor();
    // A number is computed again when somebody changes a record behind it.
    const extra = await admin.create('/api/sales/opportunities', { name: 'Late', stage: 'won', value: 5 });
    await kpi.getByRole('link', { name: '$215', exact: true }).waitFor();
    await admin.delete(`/api/sales/opportunities/${extra._id}`);
    await page.getByRole('button', { name: 'Full screen', exact: true }).click();
    await until('full screen', () => page.evaluate<boolean>('document.fullscreenElement !== null'));
    await page.getByRole('button', { name: 'Leave full screen' }).click();
    await until('no full screen', () => page.evaluate<boolean>('document.fullscreenElement === null'));
    await choose(page.getByRole('main'), 'Period', 'Today');
    await kpi.getByRole('link', { name: '$150', exact: true }).click();
    await page.waitForURL(/\/m\/sales\/opportunities\?/);
    await page.getByRole('heading', { level: 1, name: 'Opportunities' }).waitFor();
    await page.getByText('Windmill').first().waitFor();
    await page.getByText('Tower').first().waitFor();
    for (const other of ['Bridge', 'Harbour']) assert.equal(await page.getByText(other).count(), 0, other);
  });

  const byDay = {
    type: 'chart',
    title: 'By day',
    model,
    groupBy: 'closeDate:day',
    chartType: 'line',
    metric: 'sum:value',
  };

  journey(url, 'tells the values of a chart by mouse and by keys', async ({ openConsole }) => {
    const id = await newDashboard([byDay]);
    const page = await openConsole({ as: person, at: `/dashboards/${id}` });
    const chart = page.getByRole('application', { name: 'By day' });
    const tooltip = chart.locator('[data-tooltip]');
    const announced = chart.locator('[aria-live]');
    await chart.getByRole('img', { name: 'By day' }).waitFor();
    const box = await chart.boundingBox();
    assert.ok(box);
    await page.mouse.move(box.x + box.width - 10, box.y + box.height / 2);
    await tooltip.getByText('$157', { exact: true }).waitFor();
    await page.mouse.move(box.x + 40, box.y + box.height / 2);
    await tooltip.getByText('$60', { exact: true }).waitFor();
    assert.equal(await announced.textContent(), '');
    await page.mouse.move(box.x + box.width / 2, box.y - 60);
    await tooltip.waitFor({ state: 'detached' });

    await chart.focus();
    for (const [key, value] of [
      ['ArrowRight', 60],
      ['ArrowRight', 157],
      ['ArrowRight', 157],
      ['Home', 60],
      ['End', 157],
      ['ArrowLeft', 60],
    ] as const) {
      await page.keyboard.press(key);
      await announced.getByText(`By day $${value}`).waitFor({ state: 'attached' });
      await tooltip.getByText(`$${value}`, { exact: true }).waitFor();
    }
    await assertAccessible(page);
    await page.keyboard.press('Escape');
    await tooltip.waitFor({ state: 'detached' });
    await page.keyboard.press('Home');
    await tooltip.getByText('$60', { exact: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/m\/sales\/opportunities\?/);
    await page.getByText('Bridge').first().waitFor();
    assert.equal(await page.getByText('Windmill').count(), 0);
  });

  journey(url, 'shows the values of a chart at the first touch, and its records at the second', async (opened) => {
    const id = await newDashboard([byDay]);
    const page = await opened.openConsole({ as: person, at: `/dashboards/${id}`, viewport: 'phone' });
    const chart = page.getByRole('application', { name: 'By day' });
    await chart.getByRole('img', { name: 'By day' }).waitFor();
    const box = await chart.boundingBox();
    assert.ok(box);
    const touch = () => page.touchscreen.tap(box.x + 40, box.y + box.height / 2);
    await touch();
    await chart.locator('[data-tooltip]').getByText('$60', { exact: true }).waitFor();
    assert.match(page.url(), /\/dashboards\//);
    await touch();
    await page.waitForURL(/\/m\/sales\/opportunities\?/);
    await page.getByText('Bridge').first().waitFor();
  });

  journey(url, 'is built from widgets of every kind, each with a preview', async ({ openConsole }) => {
    const page = await openConsole({ as: person, at: '/dashboards' });
    await page.getByRole('button', { name: 'New dashboard' }).first().click();
    const settings = page.getByRole('dialog', { name: 'New dashboard' });
    await settings.getByLabel('Name').fill('Built here');
    await choose(settings, 'Who sees it', 'Only me');
    await settings.getByRole('button', { name: 'Create', exact: true }).click();
    await page.waitForURL(/edit=true/);
    const id = /dashboards\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? '';
    const editor = page.getByRole('dialog', { name: 'Add widget' });
    const begin = async (type: string) => {
      await page.getByRole('button', { name: 'Add widget' }).first().click();
      await editor.getByText('Choose what the widget shows.').waitFor();
      await editor.getByText(type, { exact: true }).click();
    };
    const records = async () => {
      await editor.getByRole('combobox', { name: 'Records of' }).fill('Opportunities');
      await page.getByRole('option', { name: /^Opportunities \(sales\)/ }).click();
    };
    const add = async (title: string) => {
      await editor.getByLabel('Title', { exact: true }).fill(title);
      await widget(page, title).first().waitFor();
      await editor.getByRole('button', { name: 'Add', exact: true }).click();
      await editor.waitFor({ state: 'hidden' });
    };

    await begin('Number');
    await records();
    await editor.getByRole('link', { name: '4', exact: true }).waitFor();
    await choose(editor, 'Number', 'Sum');
    await choose(editor, 'Of the field', 'Value');
    await editor.getByRole('link', { name: '$217', exact: true }).waitFor();
    await choose(editor, 'Field', 'Stage');
    await editor.getByLabel(/Stage/).last().click();
    await page.getByRole('option', { name: 'Won', exact: true }).click();
    await editor.getByRole('link', { name: '$210', exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await add('Won so far');

    await begin('Chart');
    await records();
    await choose(editor, 'Grouped by', 'Stage');
    for (const type of ['Line', 'Area', 'Pie', 'Donut', 'Funnel', 'Bars']) {
      await choose(editor, 'Chart', type);
      await editor.getByText('Proposal').filter({ visible: true }).first().waitFor();
    }
    await choose(editor, 'Chart', 'Funnel');
    await add('Funnel of stages');

    await begin('List');
    await records();
    await editor.getByText('Harbour').waitFor();
    await add('Newest');

    await begin('Table');
    await records();
    await editor.getByRole('combobox', { name: 'Columns' }).click();
    for (const column of ['Name', 'Value']) await page.getByRole('option', { name: column, exact: true }).click();
    await page.keyboard.press('Escape');
    await editor.getByRole('columnheader', { name: 'Value' }).waitFor();
    await add('All deals');

    await begin('Text');
    await editor.getByLabel('Text', { exact: true }).last().fill('Ask **Ada**.');
    await editor.getByText('Ada', { exact: true }).first().waitFor();
    await add('Note');

    assert.deepEqual(await widgetsOf(id), []);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('The dashboard was saved.').waitFor();
    const stored = await widgetsOf(id);
    assert.deepEqual(
      stored.map(({ type, title, chartType }) => [type, title, chartType]),
      [
        ['kpi', 'Won so far', undefined],
        ['chart', 'Funnel of stages', 'funnel'],
        ['list', 'Newest', undefined],
        ['table', 'All deals', undefined],
        ['text', 'Note', undefined],
      ],
    );
    assert.deepEqual([stored[0].metric, stored[0].filter], ['sum:value', { stage: { in: ['won'] } }]);
    await widget(page, 'Won so far').getByRole('link', { name: '$210', exact: true }).waitFor();
    await assertAccessible(page);
    const { visibility, ownerId } = (await admin.get(`${path}/${id}`)).body;
    assert.deepEqual([visibility, ownerId], ['private', person.userId]);
  });

  journey(url, 'is arranged by keyboard and by mouse, and asks before changes are lost', async ({ openConsole }) => {
    const id = await newDashboard([
      { ...won, x: 0, y: 0, w: 3, h: 2 },
      { type: 'chart', title: 'By stage', model, groupBy: 'stage', x: 0, y: 2, w: 4, h: 5 },
    ]);
    const page = await openConsole({ as: person, at: `/dashboards/${id}?edit=true` });
    const place = async (n: number) => {
      const { x, y, w, h } = (await widgetsOf(id))[n];
      return { x, y, w, h };
    };
    const save = async () => {
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByRole('button', { name: 'Edit', exact: true }).waitFor();
    };
    await page.getByRole('button', { name: 'Move Won' }).focus();
    for (const key of ['ArrowRight', 'ArrowRight', 'Shift+ArrowRight', 'Shift+ArrowDown'])
      await page.keyboard.press(key);
    await page.getByText('Column 3, row 1, 4 wide, 3 high').waitFor({ state: 'attached' });
    await save();
    assert.deepEqual(await place(0), { x: 2, y: 0, w: 4, h: 3 });

    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    const card = widget(page, 'By stage');
    const before = await card.boundingBox();
    assert.ok(before);
    await page.getByRole('button', { name: 'Move By stage' }).hover();
    await page.mouse.down();
    await page.mouse.move(before.x + 300, before.y + 20, { steps: 8 });
    await page.mouse.move(before.x + 620, before.y + 20, { steps: 8 });
    await page.mouse.up();
    await until('the widget was moved', async () => ((await card.boundingBox())?.x ?? 0) > before.x + 400);
    // The card moves by an animation, so wait until its corner stays in place.
    let moved = await card.boundingBox();
    await until('the widget rests', async () => {
      await page.waitForTimeout(200);
      const now = await card.boundingBox();
      const rests = now?.x === moved?.x && now?.y === moved?.y && now?.height === moved?.height;
      moved = now;
      return rests;
    });
    assert.ok(moved);
    const { height } = moved;
    await page.mouse.move(moved.x + moved.width - 6, moved.y + moved.height - 6);
    await page.mouse.down();
    await page.mouse.move(moved.x + moved.width - 150, moved.y + moved.height + 120, { steps: 8 });
    await page.mouse.up();
    await until('the widget is higher', async () => ((await card.boundingBox())?.height ?? 0) > height + 50);
    await save();
    const arranged = await place(1);
    assert.ok(arranged.x >= 4 && arranged.w < 4 && arranged.h > 5, JSON.stringify(arranged));

    // Unsaved changes: staying keeps them, leaving drops them.
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByRole('button', { name: 'Actions of Won' }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    const home = page.getByRole('link', { name: 'Home', exact: true });
    await home.click();
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await question.getByRole('button', { name: 'Stay' }).click();
    assert.equal(await widget(page, 'Won').count(), 0);
    await home.click();
    await question.getByRole('button', { name: 'Leave', exact: true }).click();
    await page.waitForURL(`${url}/app/`);
    assert.equal((await widgetsOf(id)).length, 2);
  });

  journey(url, 'is put in another order on a phone', async ({ openConsole }) => {
    const id = await newDashboard([
      { ...won, x: 0, y: 0, w: 3, h: 2 },
      { type: 'text', title: 'Read me', content: 'Hello', x: 3, y: 0, w: 3, h: 2 },
      { type: 'chart', title: 'By stage', model, groupBy: 'stage', x: 0, y: 2, w: 12, h: 5 },
    ]);
    const page = await openConsole({ as: person, at: `/dashboards/${id}?edit=true`, viewport: 'phone' });
    const move = async (title: string, action: string) => {
      await page.getByRole('button', { name: `Actions of ${title}` }).click();
      await page.getByRole('menuitem', { name: action, exact: true }).click();
    };
    await page.getByRole('button', { name: 'Actions of Won' }).click();
    assert.equal(await page.getByRole('menuitem', { name: 'Move up' }).isDisabled(), true);
    await page.keyboard.press('Escape');
    await page.getByRole('menuitem', { name: 'Move up' }).waitFor({ state: 'hidden' });
    await move('By stage', 'Move up');
    await page.getByText('By stage is now number 2 of 3.').waitFor({ state: 'attached' });
    await move('Won', 'Move down');
    await page.getByText('Won is now number 2 of 3.').waitFor({ state: 'attached' });
    const order = async () => {
      const tops = ['By stage', 'Won', 'Read me'].map(async (name) => (await widget(page, name).boundingBox())?.y ?? 0);
      return Promise.all(tops);
    };
    const shown = await order();
    assert.deepEqual(
      shown,
      shown.toSorted((a, b) => a - b),
    );
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('The dashboard was saved.').waitFor();
    const [first, second, third] = await widgetsOf(id);
    assert.deepEqual([third.y, first.y > third.y, second.y > third.y && second.x !== first.x], [0, true, true]);
  });

  journey(url, 'that two people change is not overwritten unseen', async ({ openConsole, expectRefusal }) => {
    expectRefusal(412, /^\/api\/ui\/dashboards\//);
    const id = await newDashboard([{ ...won, x: 0, y: 0, w: 3, h: 2 }]);
    const page = await openConsole({ as: person, at: `/dashboards/${id}?edit=true` });
    await page.getByRole('button', { name: 'Move Won' }).focus();
    await page.keyboard.press('ArrowRight');
    await admin.patch(`${path}/${id}`, { description: 'by somebody else' });
    await admin.patch(`${path}/${id}`, { description: 'and again' });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const conflict = page.getByRole('alert').filter({ hasText: 'Somebody else changed this dashboard' });
    await conflict.getByRole('button', { name: 'Save mine' }).click();
    await page.getByText('The dashboard was saved.').waitFor();
    const { widgets, description } = (await admin.get(`${path}/${id}`)).body;
    assert.deepEqual([widgets[0].x, description], [1, 'and again']);

    // These filters apply to all widgets.
    await settled(page);
    await widget(page, 'Won').getByRole('link', { name: '$210', exact: true }).waitFor();
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Filters' }).click();
    const filters = page.getByRole('dialog', { name: 'Filters' });
    await choose(filters, 'Field', 'Name');
    await filters.getByRole('textbox', { name: 'Name' }).fill('Tower');
    await filters.getByRole('button', { name: 'Save', exact: true }).click();
    await widget(page, 'Won').getByRole('link', { name: '$50', exact: true }).waitFor();
    await page.getByText('Filtered: Opportunities').waitFor();
    assert.deepEqual(Object.keys((await admin.get(`${path}/${id}`)).body.filters), [model]);

    // A deleted dashboard can be restored at once.
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Delete dashboard' }).click();
    await page.waitForURL(/\/dashboards$/);
    assert.equal((await admin.get(`${path}/${id}`)).status, 404);
    await page.getByRole('button', { name: 'Undo' }).click();
    await until('it is back', async () => (await admin.get(`${path}/${id}`)).status === 200);
  });
});
