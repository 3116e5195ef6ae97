import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fieldsOf } from './custom-fields.ts';
import { eventually } from './eventually.ts';
import { ids, invalid } from './expect.ts';
import { appForFile, type Json } from './harness.ts';
import { receiverForFile } from './receiver.ts';
import { quick, WebhookTools } from './webhook-tools.ts';

const receiver = await receiverForFile();
const app = await appForFile(quick);
const { admin } = app;
const tools = new WebhookTools(app, receiver);
const accounts = '/api/sales/accounts';
const contacts = '/api/sales/contacts';
const deals = '/api/sales/opportunities';
const ofAccounts = fieldsOf('sales/accounts');
const ofDeals = fieldsOf('sales/opportunities');

const total = {
  key: 'total',
  type: 'rollup',
  rollup: { model: 'sales.opportunities', by: 'accountId', function: 'sum', field: 'value' },
};

describe('formulas and rollups', () => {
  it('arrive at webhooks as an update with derived: true and the version of the record', async () => {
    await admin.create(ofAccounts, total);
    const webhook = await tools.register(['account.updated']);
    const account = await admin.create(accounts, { name: 'Acme' });
    await admin.create(deals, { name: 'A', value: 12.5, accountId: account._id });
    const [arrival] = await receiver.received(webhook.path);
    const { type, derived, actor, data } = arrival?.body ?? {};
    assert.deepEqual([type, derived, actor], ['account.updated', true, undefined]);
    assert.deepEqual([data.record.total, data.record.version, data.previous], [12.5, 1, { total: 0 }]);
  });

  it('are measured, grouped and listed by dashboards, with the type of their value', async () => {
    await admin.create(ofDeals, { key: 'size', type: 'formula', formula: 'if(value >= 100, "large", "small")' });
    await admin.create(ofDeals, { key: 'tenth', type: 'formula', formula: 'value / 10' });
    for (const value of [100, 300, 20]) await admin.create(deals, { name: 'B', value, stage: 'won' });
    const model = 'sales.opportunities';
    const filter = { stage: 'won' };
    const widgets = [
      { type: 'kpi', model, metric: 'sum:tenth', filter },
      { type: 'chart', model, groupBy: 'size', filter },
      { type: 'table', model, columns: ['name', 'tenth', 'size'], filter: { ...filter, tenth: { gt: 5 } } },
    ];
    const dashboard = await admin.create('/api/ui/dashboards', { name: 'Sizes', widgets });
    const { body } = await admin.get(`/api/ui/dashboards/${dashboard._id}/data?period=all`);
    const [sum, chart, table] = body.widgets;
    assert.equal(sum.value, 42);
    assert.deepEqual(chart.series.map(({ key, value }: Json) => [key, value]).sort(), [
      ['large', 2],
      ['small', 1],
    ]);
    assert.deepEqual(
      table.columns.map(({ type }: Json) => type),
      ['text', 'number', 'text'],
    );
    assert.equal(table.rows.length, 2);
    const groups = await admin.get(`${deals}/aggregate?groupBy=size&avg=tenth&count=true&filter[stage]=won&sort=size`);
    assert.deepEqual(groups.body.data, [
      { size: 'large', count: 2, avg: { tenth: 20 } },
      { size: 'small', count: 1, avg: { tenth: 2 } },
    ]);
  });

  it('are filters and columns of saved views', async () => {
    const view = await admin.create('/api/ui/savedViews', {
      name: 'Large',
      modelKey: 'opportunity',
      columns: ['name', 'size'],
      filter: { size: 'large' },
      sort: ['-tenth'],
    });
    const { filter, sort } = (await admin.get(`/api/ui/savedViews/${view._id}`)).body;
    const found = await admin.post(`${deals}/search`, { filter, sort, fields: ['tenth'] });
    assert.deepEqual(
      found.body.data.map(({ tenth }: Json) => tenth),
      [30, 10],
    );
  });

  it('read formulas of a referenced record, which read formulas and rollups themselves', async () => {
    await admin.create(ofAccounts, { key: 'half', type: 'formula', formula: 'total / 2' });
    await admin.create(ofAccounts, { key: 'quarter', type: 'formula', formula: 'half / 2' });
    await admin.create(fieldsOf('sales/contacts'), {
      key: 'weight',
      type: 'formula',
      formula: 'coalesce(accountId.quarter, 0) + 1',
    });
    const account = await admin.create(accounts, { name: 'Chain' });
    const contact = await admin.create(contacts, { lastName: 'Reader', accountId: account._id });
    assert.equal(contact.weight, 1);
    const deal = await admin.create(deals, { name: 'C', value: 80, accountId: account._id });
    assert.equal((await admin.get(`${contacts}/${contact._id}`)).body.weight, 21);
    assert.deepEqual(ids(await admin.get(`${contacts}?filter[weight]=21`)), [contact._id]);
    await admin.patch(`${deals}/${deal._id}`, { value: 40 });
    assert.equal((await admin.get(`${contacts}/${contact._id}`)).body.weight, 11);
    await eventually(async () => {
      const history = (await admin.get(`${accounts}/${account._id}/history`)).body.data as Json[];
      assert.ok(history.some(({ derived, changes }) => derived && changes.some(({ after }: Json) => after === 10)));
    });
  });

  it('are refused in an import, as every field that cannot be written', async () => {
    const operations = [{ op: 'create', record: { name: 'Imported', tenth: 1 } }];
    const reply = await admin.post(`${deals}/bulk`, { operations, import: true });
    const [result] = reply.body.results ?? [];
    const error = result?.error ?? reply.body.error;
    assert.match(error.message, /tenth is read-only/);
  });

  it('are described to language models by the type of their value', async () => {
    const { body } = await admin.get('/api/data/models/sales/opportunities');
    const field = body.fields.find(({ key }: Json) => key === 'size');
    assert.deepEqual([field.type, field.readOnly], ['formula', true]);
    assert.match(field.help, /Computed by a formula/);
    invalid(await admin.post(deals, { name: 'X', size: 'large' }), { size: 'read_only' });
  });
});
