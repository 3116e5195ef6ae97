import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addDays, dayCount } from '#lib/days.ts';
import { appForFile, type Client, type Json } from '#test/harness.ts';

const app = await appForFile();
const { admin } = app;

const day = (offset: number): string => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);

const account = await admin.create('/api/sales/accounts', { name: 'Kestrel' });
const deals: [string, number, string][] = [
  ['won', 100, day(0)],
  ['won', 50, day(0)],
  ['won', 60, day(-1)],
  ['proposal', 7, day(0)],
];
for (const [n, [stage, value, closeDate]] of deals.entries()) {
  const accountId = n === 3 ? undefined : account._id;
  await admin.create('/api/sales/opportunities', { name: `Deal ${n}`, stage, value, closeDate, accountId });
}

const dataOf = async (widgets: Json[], by: Client = admin, query = ''): Promise<Json[]> => {
  const { _id } = await admin.create('/api/ui/dashboards', { name: 'Numbers', widgets });
  const reply = await by.get(`/api/ui/dashboards/${_id}/data${query}`);
  assert.equal(reply.status, 200, reply.text);
  return reply.body.widgets;
};
const model = 'sales.opportunities';

describe('the data of a dashboard', () => {
  it('has the value of a number, that of the period before, and the change', async () => {
    const widget = { type: 'kpi', title: 'Won', model, metric: 'sum:value', filter: { stage: 'won' } };
    const [today, all] = await dataOf([
      { ...widget, period: 'today', dateField: 'closeDate' },
      { ...widget, period: 'all' },
    ]);
    assert.deepEqual(
      [today.type, today.title, today.value, today.previous, today.change],
      ['kpi', 'Won', 150, 60, 1.5],
    );
    assert.deepEqual([today.moduleKey, today.slug], ['sales', 'opportunities']);
    assert.deepEqual(today.filter, { stage: 'won', closeDate: { gte: day(0), lt: day(1) } });
    assert.deepEqual([all.value, all.previous, all.change], [210, null, null]);
  });

  it('compares a period that is not over with the same part of the one before', async (t) => {
    const year = Number(day(0).slice(0, 4));
    const elapsed = dayCount(`${year}-01-01`, day(0));
    const name = 'Compared';
    const path = '/api/sales/opportunities';
    const made: string[] = [];
    t.after(() => Promise.all(made.map((id) => admin.delete(`${path}/${id}`))));
    const close = async (value: number, closeDate: string) => {
      made.push((await admin.create(path, { name, stage: 'won', value, closeDate }))._id);
    };
    await close(40, day(0));
    await close(10, addDays(`${year - 1}-01-01`, elapsed));
    await close(1000, `${year - 1}-12-31`);
    const filter = { stage: 'won', name };
    const won = { type: 'kpi', model, metric: 'sum:value', filter, dateField: 'closeDate', period: 'thisYear' };
    const isLastDay = day(1) > `${year}-12-31`;
    const [sameDays] = await dataOf([won], admin, '?tz=UTC');
    assert.deepEqual(
      [sameDays.value, sameDays.previous, sameDays.comparedWith],
      [40, isLastDay ? 1010 : 10, 'samePart'],
    );
    if (isLastDay) return;
    // The number contains planned dates and so covers its whole period. It is compared with the whole previous period.
    await close(5, `${year}-12-31`);
    const [planned] = await dataOf([won], admin, '?tz=UTC');
    assert.deepEqual([planned.value, planned.previous, planned.comparedWith], [45, 1010, 'wholePeriod']);
    const [over] = await dataOf([{ ...won, period: 'lastMonth' }]);
    assert.equal(over.comparedWith, 'wholePeriod');
  });

  it('has no change when the period before has nothing', async () => {
    const [widget] = await dataOf([{ type: 'kpi', model, period: 'thisYear' }]);
    assert.deepEqual([widget.value, widget.previous, widget.change], [4, 0, null]);
    const [average] = await dataOf([{ type: 'kpi', model, metric: 'avg:value', filter: { stage: 'lost' } }]);
    assert.equal(average.value, null);
  });

  it('has the groups of a chart with the labels of options, in their order', async () => {
    const [chart] = await dataOf([
      { type: 'chart', chartType: 'funnel', model, groupBy: 'stage', metric: 'sum:value' },
    ]);
    assert.deepEqual(
      chart.series.map(({ key, label, value }: Json) => [key, label, value]),
      [
        ['proposal', 'Proposal', 7],
        ['won', 'Won', 210],
      ],
    );
    assert.deepEqual([chart.value, chart.series[1].filter], [217, { stage: 'won' }]);
  });

  it('has the titles of referenced records as labels', async () => {
    const [chart] = await dataOf([{ type: 'chart', chartType: 'pie', model, groupBy: 'accountId' }]);
    assert.deepEqual(
      chart.series.map(({ key, label, value }: Json) => [key, label, value]),
      [
        [account._id, 'Kestrel', 3],
        [null, 'None', 1],
      ],
    );
  });

  it('has every day of a period, also those without records', async () => {
    const widget = { type: 'chart', model, groupBy: 'closeDate:day', dateField: 'closeDate', period: 'last7Days' };
    const [chart] = await dataOf([widget]);
    assert.equal(chart.series.length, 7);
    assert.deepEqual(
      chart.series.slice(-3).map(({ key, value }: Json) => [key, value]),
      [
        [day(-2), 0],
        [day(-1), 1],
        [day(0), 3],
      ],
    );
    assert.deepEqual(chart.series.at(-1).filter, { closeDate: { gte: day(0), lt: day(1) } });
  });

  it('has the records of a list with the titles of references', async () => {
    const widget = { type: 'table', model, columns: ['name', 'accountId', 'value'], sort: '-value', limit: 2 };
    const [table, list] = await dataOf([widget, { type: 'list', model, limit: 1 }]);
    assert.deepEqual(table.columns[1], { key: 'accountId', label: 'Account', type: 'reference' });
    assert.deepEqual(
      table.rows.map(({ name, accountId, value }: Json) => [name, table.titles[accountId], value]),
      [
        ['Deal 0', 'Kestrel', 100],
        ['Deal 2', 'Kestrel', 60],
      ],
    );
    assert.deepEqual([table.value, list.rows.length, list.columns[0].key], [4, 1, 'name']);
  });

  it('takes a period for all widgets', async () => {
    const widgets = [
      { type: 'kpi', model, period: 'all', dateField: 'closeDate' },
      { type: 'text', content: '# Hello' },
    ];
    const [number, text] = await dataOf(widgets, admin, '?period=today&tz=UTC');
    assert.deepEqual([number.period, number.value, text.content], ['today', 3, '# Hello']);
    const { _id } = await admin.create('/api/ui/dashboards', { name: 'Empty' });
    const refused = await admin.get(`/api/ui/dashboards/${_id}/data?period=yesterday`);
    assert.deepEqual([refused.status, refused.body.error.details[0].field], [400, 'period']);
    assert.equal((await admin.get(`/api/ui/dashboards/${_id}/data?tz=Mars`)).status, 400);
  });

  it('has the permissions of the caller: a widget that they may not read has an error, the others their data', async () => {
    const reader = await app.user({ permissions: ['ui:read', 'marketing:read'] });
    const widgets = [
      { type: 'kpi', model },
      { type: 'kpi', model: 'marketing.campaigns' },
    ];
    const [refused, shown] = await dataOf(widgets, reader);
    assert.deepEqual([refused.error.code, refused.value, shown.value, shown.error], ['forbidden', null, 0, undefined]);
    const own = await app.user({ permissions: ['ui:read', 'sales:read:own'] });
    const [mine] = await dataOf([{ type: 'kpi', model, period: 'all' }], own);
    assert.equal(mine.value, 0);
    const blind = await app.user({
      permissions: ['ui:read', 'sales:read'],
      hiddenFields: { 'sales.opportunities': ['value'] },
    });
    const [hidden] = await dataOf([{ type: 'kpi', model, metric: 'sum:value' }], blind);
    assert.equal(hidden.error.code, 'bad_request');
  });

  it('is narrowed by the filters of the dashboard, for the widgets of their model', async () => {
    const filters = { opportunity: { stage: 'won', closeDate: { eq: day(0) } } };
    const widgets = [
      { type: 'kpi', model, metric: 'sum:value' },
      { type: 'kpi', model, metric: 'sum:value', filter: { stage: { in: ['won', 'proposal'] }, value: { gt: 60 } } },
      { type: 'kpi', model, metric: 'sum:value', period: 'today', dateField: 'closeDate' },
      { type: 'kpi', model: 'sales.accounts' },
    ];
    const { _id } = await admin.create('/api/ui/dashboards', { name: 'Won today', widgets, filters });
    const { body } = await admin.get(`/api/ui/dashboards/${_id}/data`);
    assert.deepEqual(
      body.widgets.map(({ value }: Json) => value),
      [150, 100, 150, 1],
    );
    const listed = await admin.post('/api/sales/opportunities/search', { filter: body.widgets[1].filter });
    assert.equal(listed.body.meta.total, 1);
    const preview = await admin.post('/api/ui/dashboards/preview', { widget: widgets[0], filters });
    assert.equal(preview.body.value, 150);
    for (const bad of [{ nothing: {} }, { opportunity: { nothing: 1 } }]) {
      const field = `filters.${Object.keys(bad)[0]}`;
      const refused = await admin.patch(`/api/ui/dashboards/${_id}`, { filters: bad });
      assert.deepEqual([refused.status, refused.body.error.details[0].field], [422, field]);
      assert.equal((await admin.post('/api/ui/dashboards/preview', { widget: widgets[0], filters: bad })).status, 422);
    }
  });

  it('can be previewed before a widget is saved', async () => {
    const widget = { type: 'chart', model, groupBy: 'stage' };
    const reply = await admin.post('/api/ui/dashboards/preview', { widget, period: 'all' });
    assert.deepEqual([reply.status, reply.body.series.length], [200, 2]);
    const refused = await admin.post('/api/ui/dashboards/preview', { widget: { ...widget, groupBy: 'colour' } });
    assert.deepEqual([refused.status, refused.body.error.details[0].field], [422, 'widget.groupBy']);
  });
});

describe('a dashboard that is saved', () => {
  it('keeps a widget that names no model yet, whose data says so', async () => {
    const widgets = [{ type: 'kpi', metric: 'revenue', period: 'month' }];
    const created = await admin.create('/api/ui/dashboards', { name: 'Unfinished', widgets });
    assert.deepEqual(created.widgets, widgets);
    const { status, body } = await admin.get(`/api/ui/dashboards/${created._id}/data`);
    assert.equal(status, 200);
    assert.equal(body.widgets[0].error.message, 'This widget names no model.');
  });

  it('is refused when a widget names something unknown', async () => {
    const good = { type: 'chart', model, groupBy: 'stage' };
    const bad: [string, Json][] = [
      ['model', { model: 'sales.nothing' }],
      ['type', { type: 'gauge' }],
      ['groupBy', { groupBy: 'colour' }],
      ['groupBy', { groupBy: 'stage:month' }],
      ['groupBy', { groupBy: undefined }],
      ['metric', { metric: 'sum:name' }],
      ['metric', { metric: 'median:value' }],
      ['period', { period: 'yesterday' }],
      ['chartType', { chartType: 'radar' }],
      ['filter', { filter: { colour: 'red' } }],
      ['dateField', { dateField: 'stage' }],
      ['limit', { limit: 1000 }],
      ['w', { w: -1 }],
      ['columns', { type: 'table', columns: ['colour'] }],
      ['sort', { type: 'table', sort: 'colour' }],
      ['content', { type: 'text' }],
    ];
    for (const [key, change] of bad) {
      const reply = await admin.post('/api/ui/dashboards', {
        name: 'Bad',
        widgets: [good, good, { ...good, ...change }],
      });
      assert.deepEqual(
        [reply.status, reply.body.error?.details?.[0]?.field],
        [422, `widgets[2].${key}`],
        JSON.stringify(change),
      );
    }
    const { _id } = await admin.create('/api/ui/dashboards', { name: 'Good', widgets: [good] });
    assert.equal((await admin.patch(`/api/ui/dashboards/${_id}`, { widgets: [{ type: '' }] })).status, 422);
    assert.equal((await admin.patch(`/api/ui/dashboards/${_id}`, { widgets: ['x'] })).status, 422);
  });

  it('is refused when the title or the place of a widget cannot be shown, also of one that names no model', async () => {
    for (const bad of [{ title: { text: 'Revenue' } }, { x: 'left' }]) {
      const reply = await admin.post('/api/ui/dashboards', { name: 'Bad', widgets: [{ type: 'kpi', ...bad }] });
      const [key] = Object.keys(bad);
      assert.deepEqual([reply.status, reply.body.error?.details?.[0]?.field], [422, `widgets[0].${key}`]);
    }
  });
});

describe('the visibility of dashboards', () => {
  it('decides who lists, reads, changes and follows them', async () => {
    const permissions = ['ui:read', 'ui:write', 'data:read'];
    const [anna, ben, cleo] = await Promise.all([1, 2, 3].map(() => app.user({ permissions })));
    assert.ok(anna && ben && cleo);
    const team = await admin.create('/api/identity/teams', { name: 'Pilots' });
    await admin.create('/api/identity/teamUsers', { teamId: team._id, userId: ben.userId });
    const hers = await anna.create('/api/ui/dashboards', { name: 'Hers', visibility: 'private' });
    const teams = await anna.create('/api/ui/dashboards', { name: 'Team’s', visibility: 'team', teamId: team._id });
    const roles = await admin.create('/api/ui/dashboards', { name: 'Admins', roleNames: ['admin'] });
    const names = async (client: Client) =>
      (await client.get('/api/ui/dashboards?limit=200')).body.data.map(({ name }: Json) => name);
    const sees = async (client: Client) => {
      const listed = await names(client);
      return ['Hers', 'Team’s', 'Admins'].filter((name) => listed.includes(name));
    };
    assert.deepEqual(await sees(anna), ['Hers', 'Team’s']);
    assert.deepEqual(await sees(ben), ['Team’s']);
    assert.deepEqual(await sees(cleo), []);
    assert.deepEqual(await sees(admin), ['Hers', 'Team’s', 'Admins']);
    for (const path of [`/${hers._id}`, `/${hers._id}/data`, `/${hers._id}/history`, `/${roles._id}`]) {
      const reply = await ben.get(`/api/ui/dashboards${path}`);
      assert.equal(reply.status, 404, path);
    }
    assert.equal((await ben.get(`/api/ui/dashboards/${teams._id}/data`)).status, 200);
    assert.equal((await ben.patch(`/api/ui/dashboards/${hers._id}`, { name: 'Mine' })).status, 404);
    assert.equal((await ben.delete(`/api/ui/dashboards/${hers._id}`)).status, 404);
    const aggregated = await cleo.get('/api/ui/dashboards/aggregate?filter[visibility]=private');
    assert.equal(aggregated.body.data[0].count, 0);
    const upsert = { operations: [{ op: 'upsert', by: 'name', record: { name: 'Hers', visibility: 'private' } }] };
    assert.equal((await cleo.post('/api/ui/dashboards/bulk', upsert)).body.results[0].status, 201);
    // The user who deleted it may restore it; others do not find it.
    assert.equal((await anna.delete(`/api/ui/dashboards/${hers._id}`)).status, 204);
    assert.equal((await ben.post(`/api/ui/dashboards/${hers._id}/restore`, {})).status, 404);
    assert.equal((await anna.post(`/api/ui/dashboards/${hers._id}/restore`, {})).status, 200);
    await app.settled();
    const followed = async (client: Client) =>
      JSON.stringify((await client.get('/api/data/changes?limit=1000')).body).includes(hers._id);
    assert.deepEqual([await followed(ben), await followed(anna), await followed(admin)], [false, true, true]);
  });
});
