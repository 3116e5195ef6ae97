import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { fieldsOf } from '#test/custom-fields.ts';
import { invalid, nobody, refused } from '#test/expect.ts';
import { appForFile, type Client, type Json } from '#test/harness.ts';

const app = await appForFile();
const deals = '/api/sales/opportunities';
const accounts = '/api/sales/accounts';
const language = '/api/data/models/sales/opportunities/formulas';
const preview = `${language}/preview`;

describe('the preview of a formula', () => {
  let admin: Client;
  let account: Json;
  let deal: Json;

  before(async () => {
    admin = await app.tenant();
    account = await admin.create(accounts, { name: 'Acme', annualRevenue: 2000 });
    deal = await admin.create(deals, { name: 'A', value: 100, accountId: account._id, closeDate: '2026-03-31' });
  });

  const resultOf = async (formula: string, client = admin) => {
    const { status, body, text } = await client.post(preview, { formula, recordId: deal._id });
    assert.equal(status, 200, text);
    return [body.resultType, body.result];
  };

  it('has the result for a record, and its type', async () => {
    assert.deepEqual(await resultOf('value * 0.1'), ['number', 10]);
    assert.deepEqual(await resultOf('name & "!"'), ['text', 'A!']);
    assert.deepEqual(await resultOf('value > 50'), ['boolean', true]);
    assert.deepEqual(await resultOf('addMonths(closeDate, 1)'), ['date', '2026-04-30']);
    assert.deepEqual(await resultOf('createdAt'), ['datetime', deal.createdAt]);
    assert.deepEqual(await resultOf('value / accountId.annualRevenue'), ['number', 0.05]);
    assert.deepEqual(await resultOf('value / 0'), ['number', null]);
  });

  it('is what a field with the formula shows, also over other formulas and rollups', async () => {
    const own = await app.tenant();
    await own.create(fieldsOf('sales/accounts'), {
      key: 'total',
      type: 'rollup',
      rollup: { model: 'sales.opportunities', by: 'accountId', function: 'sum', field: 'value' },
    });
    await own.create(fieldsOf('sales/accounts'), { key: 'tenth', type: 'formula', formula: 'total / 10' });
    const { _id: accountId } = await own.create(accounts, { name: 'B' });
    for (const value of [10.5, 20]) await own.create(deals, { name: 'D', value, accountId });
    const formula = 'round(value + accountId.tenth, 2)';
    const shown = (await own.post(preview, { formula })).body;
    await own.create(fieldsOf('sales/opportunities'), { key: 'sum', type: 'formula', formula });
    const stored = (await own.get(`${deals}/${shown.recordId}`)).body;
    assert.equal(shown.result, stored.sum);
    assert.equal(shown.result, 23.05);
  });

  it('takes the newest record when none is named, and none when there is none', async () => {
    const newest = await admin.create(deals, { name: 'Newest', value: 7 });
    const { body } = await admin.post(preview, { formula: 'value' });
    assert.deepEqual(body, { resultType: 'number', result: 7, recordId: newest._id });
    const empty = await app.tenant();
    const without = await empty.post(preview, { formula: 'name' });
    assert.deepEqual([without.status, without.body], [200, { resultType: 'text', result: null, recordId: null }]);
  });

  it('refuses what a field would refuse, with the position and the length of the part', async () => {
    const reply = await admin.post(preview, { formula: 'value * valeu' });
    invalid(reply, { formula: 'invalid_formula' });
    const [{ position, length, message }] = reply.body.error.details;
    assert.deepEqual([position, length], [8, 5]);
    assert.match(message, /Did you mean value\?/);
    invalid(await admin.post(preview, { formula: 'tags' }), { formula: 'invalid_formula' });
    invalid(await admin.post(preview, {}), { formula: 'required' });
    invalid(await admin.post(preview, { formula: 'value', recordId: 'x' }), { recordId: 'invalid_format' });
    refused(await admin.post(preview, { formula: 'value', recordId: nobody }), 404, 'not_found');
    refused(await admin.post('/api/data/models/sales/nothing/formulas/preview', { formula: '1' }), 404, 'not_found');
    await admin.create(fieldsOf('sales/opportunities'), { key: 'doubled', type: 'formula', formula: 'value * 2' });
    invalid(await admin.post(preview, { formula: 'doubled + 1', key: 'doubled' }), { formula: 'circular' });
    assert.equal((await admin.post(preview, { formula: 'doubled + 1' })).status, 200);
  });

  it('reads only what the caller may read: hidden fields are unknown, and other records are empty', async () => {
    const role = async (more: Json) => app.user({ permissions: ['data:admin'], ...more }, admin);
    const blind = await role({
      permissions: ['data:admin', 'sales:read'],
      hiddenFields: { 'sales.opportunities': ['value'], 'sales.accounts': ['annualRevenue'] },
    });
    for (const formula of ['value', 'valeu', 'accountId.annualRevenue', 'accountId.annualRevenu']) {
      const reply = await blind.post(preview, { formula });
      invalid(reply, { formula: 'invalid_formula' });
      assert.doesNotMatch(reply.body.error.message, /mean (value|accountId\.annualRevenue)\?/);
    }
    const paths = (await blind.get(language)).body.fields.map(({ path }: Json) => path);
    assert.ok(paths.includes('name') && paths.includes('accountId.name'));
    assert.ok(!paths.includes('value') && !paths.includes('accountId.annualRevenue'));
    const own = await role({ permissions: ['data:admin', 'sales:read:own'] });
    refused(await own.post(preview, { formula: 'value', recordId: deal._id }), 404, 'not_found');
    const schemaOnly = await role({});
    refused(await schemaOnly.post(preview, { formula: 'value', recordId: deal._id }), 403, 'forbidden');
    assert.deepEqual((await schemaOnly.post(preview, { formula: 'value' })).body.recordId, null);
    refused(await (await role({ permissions: ['sales:read'] })).post(preview, { formula: '1' }), 403, 'forbidden');
    const theirs = await app.tenant();
    refused(await theirs.post(preview, { formula: 'value', recordId: deal._id }), 404, 'not_found');
  });

  it('shows null for the values of a record that the caller may not read', async () => {
    const member = await app.user({ permissions: ['data:admin', 'sales:read:own'] }, admin);
    const own = await admin.create(deals, { name: 'Own', accountId: account._id, ownerId: member.userId });
    const reply = await member.post(preview, { formula: 'accountId.name', recordId: own._id });
    assert.deepEqual([reply.status, reply.body.result], [200, null], reply.text);
  });
});

describe('the language of formulas', () => {
  it('is listed with the help and an example of each function, and the fields of a model', async () => {
    const admin = await app.tenant();
    const { status, body } = await admin.get(language);
    assert.equal(status, 200);
    const condition = body.functions.find(({ name }: Json) => name === 'if');
    assert.deepEqual(
      condition.parameters.map(({ name, optional }: Json) => [name, optional]),
      [
        ['condition', undefined],
        ['then', undefined],
        ['else', true],
      ],
    );
    assert.ok(body.functions.every(({ help, example }: Json) => help && example));
    const field = (path: string) => body.fields.find((one: Json) => one.path === path);
    assert.deepEqual(field('value'), { path: 'value', label: 'Value', type: 'number' });
    assert.deepEqual(field('accountId.annualRevenue'), {
      path: 'accountId.annualRevenue',
      label: 'Account › Annual revenue',
      type: 'number',
    });
  });
});
