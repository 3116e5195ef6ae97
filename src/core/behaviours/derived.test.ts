import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { fieldsOf } from '#test/custom-fields.ts';
import { eventually } from '#test/eventually.ts';
import { ids, invalid, refused } from '#test/expect.ts';
import { appForFile, type Client, type Json } from '#test/harness.ts';

const app = await appForFile();
const deals = '/api/sales/opportunities';
const accounts = '/api/sales/accounts';
const ofDeals = fieldsOf('sales/opportunities');
const ofAccounts = fieldsOf('sales/accounts');

describe('a formula', () => {
  let admin: Client;

  before(async () => {
    admin = await app.tenant();
    await admin.create(ofDeals, {
      key: 'commission',
      type: 'formula',
      formula: 'if(stage = "won", value * 0.1, 0)',
      resultType: 'number',
    });
  });

  it('is shown as it was declared', async () => {
    const { body } = await admin.get('/api/data/models/sales/opportunities');
    const field = body.fields.find(({ key }: Json) => key === 'commission');
    assert.equal(field.type, 'formula');
    assert.equal(field.readOnly, true);
    assert.deepEqual(field.behaviour, {
      kind: 'formula',
      formula: 'if(stage = "won", value * 0.1, 0)',
      resultType: 'number',
    });
    assert.deepEqual([field.filterable, field.sortable], [true, true]);
  });

  it('has its value in the answer of every write, in lists and in events', async () => {
    const made = await admin.create(deals, { name: 'A', value: 100, stage: 'won' });
    assert.equal(made.commission, 10);
    const { body } = await admin.patch(`${deals}/${made._id}`, { value: 250 });
    assert.equal(body.commission, 25);
    assert.equal((await admin.get(`${deals}/${made._id}`)).body.commission, 25);
    const history = (await admin.get(`${deals}/${made._id}/history`)).body.data;
    assert.ok(
      history[0].changes.some(
        ({ field, before, after }: Json) => field === 'commission' && before === 10 && after === 25,
      ),
    );
  });

  it('filters, sorts and sums', async () => {
    const own = await app.tenant();
    await own.create(ofDeals, { key: 'half', type: 'formula', formula: 'value / 2' });
    const made = [];
    for (const value of [10, 30, 20]) made.push(await own.create(deals, { name: `D${value}`, value }));
    assert.deepEqual(ids(await own.get(`${deals}?filter[half][gte]=10&sort=-half`)), [made[1]?._id, made[2]?._id]);
    assert.deepEqual(ids(await own.get(`${deals}?filter[half]=5`)), [made[0]?._id]);
    assert.deepEqual(ids(await own.get(`${deals}?filter[half][in]=5,10&sort=half`)), [made[0]?._id, made[2]?._id]);
    const sum = await own.get(`${deals}/aggregate?sum=half&count=false`);
    assert.deepEqual(sum.body.data, [{ sum: { half: 30 } }]);
  });

  it('is not written: a PATCH that changes it is refused, and a PUT of a record that was read is accepted', async () => {
    const made = await admin.create(deals, { name: 'B', value: 10, stage: 'won' });
    invalid(await admin.patch(`${deals}/${made._id}`, { commission: 5 }), { commission: 'read_only' });
    invalid(await admin.post(deals, { name: 'C', commission: 5 }), { commission: 'read_only' });
    const put = await admin.put(`${deals}/${made._id}`, { ...made, value: 20 });
    assert.deepEqual([put.status, put.body.commission], [200, 2]);
  });

  it('with an error is refused with the position', async () => {
    const reply = await admin.post(ofDeals, { key: 'wrong', type: 'formula', formula: 'value * valeu' });
    invalid(reply, { formula: 'invalid_formula' });
    assert.equal(reply.body.error.details[0].position, 8);
    assert.match(reply.body.error.message, /Did you mean value\?/);
    invalid(await admin.post(ofDeals, { key: 'w', type: 'formula', formula: 'name', resultType: 'number' }), {
      formula: 'invalid_type',
    });
    invalid(await admin.post(ofDeals, { key: 'w', type: 'formula' }), { formula: 'required' });
    invalid(await admin.post(ofDeals, { key: 'w', type: 'text', formula: '1' }), { formula: 'not_an_option' });
  });

  it('reads other formulas, and never itself', async () => {
    await admin.create(ofDeals, { key: 'net', type: 'formula', formula: 'commission - 1' });
    const made = await admin.create(deals, { name: 'N', value: 100, stage: 'won' });
    assert.equal(made.net, 9);
    invalid(await admin.patch(`${ofDeals}/commission`, { formula: 'net + 1' }), { formula: 'circular' });
    refused(await admin.delete(`${ofDeals}/commission`), 409, 'still_referenced');
  });

  it('keeps its type while another formula reads it', async () => {
    await admin.create(ofDeals, { key: 'base', type: 'formula', formula: 'value' });
    await admin.create(ofDeals, { key: 'twice', type: 'formula', formula: 'base * 2' });
    await admin.create(ofDeals, { key: 'copy', type: 'formula', formula: 'base' });
    refused(await admin.patch(`${ofDeals}/base`, { formula: 'name' }), 409, 'still_referenced');
    await admin.delete(`${ofDeals}/twice`);
    refused(await admin.patch(`${ofDeals}/base`, { formula: 'name' }), 409, 'still_referenced');
    assert.equal((await admin.patch(`${ofDeals}/base`, { formula: 'value + 1' })).status, 200);
    assert.equal((await admin.create(deals, { name: 'B', value: 1 })).copy, 2);
  });

  it('reads the records to which the record refers', async () => {
    await admin.create(ofDeals, { key: 'share', type: 'formula', formula: 'value / accountId.annualRevenue * 100' });
    const account = await admin.create(accounts, { name: 'Acme', annualRevenue: 1000 });
    const made = await admin.create(deals, { name: 'S', value: 100, accountId: account._id });
    assert.equal(made.share, 10);
    await admin.patch(`${accounts}/${account._id}`, { annualRevenue: 500 });
    assert.equal((await admin.get(`${deals}/${made._id}`, { 'if-none-match': '"1"' })).body.share, 20);
    assert.deepEqual(ids(await admin.get(`${deals}?filter[share]=20`)), [made._id]);
  });

  it('may depend on the current day, and is then no part of events', async () => {
    await admin.create(ofDeals, { key: 'age', type: 'formula', formula: 'today() - date(2026, 1, 1)' });
    const made = await admin.create(deals, { name: 'T' });
    assert.equal(typeof made.age, 'number');
    assert.equal((await admin.get(`${deals}?filter[age][gt]=0&filter[name]=T`)).body.meta.total, 1);
    const [event] = await app.events(made._id);
    assert.equal(event?.record.age, undefined);
  });
});

describe('a rollup', () => {
  let admin: Client;
  const rollup = { model: 'sales.opportunities', by: 'accountId' };

  before(async () => {
    admin = await app.tenant();
    await admin.create(ofAccounts, { key: 'dealCount', type: 'rollup', rollup: { ...rollup, function: 'count' } });
    await admin.create(ofAccounts, {
      key: 'wonValue',
      type: 'rollup',
      rollup: { ...rollup, function: 'sum', field: 'value', filter: { stage: 'won' } },
    });
    await admin.create(ofAccounts, {
      key: 'lastClose',
      type: 'rollup',
      rollup: { ...rollup, function: 'max', field: 'closeDate' },
    });
  });

  it('is computed of the records that refer to the record, after every write, delete and restore', async () => {
    const account = await admin.create(accounts, { name: 'Acme' });
    assert.deepEqual([account.dealCount, account.wonValue, account.lastClose], [0, 0, null]);
    const path = `${accounts}/${account._id}`;
    const shown = async () => {
      const { body } = await admin.get(path);
      return [body.dealCount, body.wonValue, body.lastClose, body.version];
    };
    const first = await admin.create(deals, {
      name: 'A',
      accountId: account._id,
      value: 10,
      stage: 'won',
      closeDate: '2026-05-01',
    });
    const second = await admin.create(deals, {
      name: 'B',
      accountId: account._id,
      value: 5.5,
      stage: 'won',
      closeDate: '2026-04-01',
    });
    assert.deepEqual(await shown(), [2, 15.5, '2026-05-01', 1]);
    await admin.patch(`${deals}/${second._id}`, { stage: 'lost' });
    assert.deepEqual(await shown(), [2, 10, '2026-05-01', 1]);
    await admin.delete(`${deals}/${first._id}`);
    assert.deepEqual(await shown(), [1, 0, '2026-04-01', 1]);
    await admin.post(`${deals}/${first._id}/restore`, {});
    assert.deepEqual(await shown(), [2, 10, '2026-05-01', 1]);
    assert.deepEqual(ids(await admin.get(`${accounts}?filter[wonValue][gte]=10`)), [account._id]);
  });

  it('that does not fit the models is refused', async () => {
    const post = (change: Json) =>
      admin.post(ofAccounts, {
        key: 'w',
        type: 'rollup',
        rollup: { ...rollup, function: 'sum', field: 'value', ...change },
      });
    invalid(await post({ model: 'sales.nothing' }), { rollup: 'unknown_model' });
    invalid(await post({ by: 'contactId' }), { rollup: 'unknown_field' });
    invalid(await post({ field: 'name' }), { rollup: 'unknown_field' });
    invalid(await post({ filter: { nothing: 1 } }), { rollup: 'invalid_format' });
    invalid(await post({ filter: { closeDate: { between: 'thisMonth' } } }), { rollup: 'not_an_option' });
  });
});

describe('a value that other records change', () => {
  it('is noted in the history, in the feed and by webhooks as derived, without a new version', async () => {
    const admin = await app.tenant();
    await admin.create(ofAccounts, {
      key: 'open',
      type: 'rollup',
      rollup: { model: 'sales.opportunities', by: 'accountId', function: 'sum', field: 'value' },
    });
    await admin.create(ofDeals, { key: 'part', type: 'formula', formula: 'accountId.annualRevenue / 2' });
    const account = await admin.create(accounts, { name: 'Acme', annualRevenue: 100 });
    const deal = await admin.create(deals, { name: 'A', value: 7, accountId: account._id });
    const historyOf = async (path: string) => (await admin.get(`${path}/history`)).body.data;
    const [rolled] = await eventually(async () => {
      const found = (await historyOf(`${accounts}/${account._id}`)).filter(({ derived }: Json) => derived);
      assert.equal(found.length, 1);
      return found;
    });
    assert.deepEqual([rolled.version, rolled.action, rolled.actor], [1, 'updated', null]);
    assert.deepEqual(rolled.changes, [{ field: 'open', before: 0, after: 7 }]);
    await admin.patch(`${accounts}/${account._id}`, { annualRevenue: 50 });
    const [formula] = await eventually(async () => {
      const found = (await historyOf(`${deals}/${deal._id}`)).filter(({ derived }: Json) => derived);
      assert.equal(found.length, 1);
      return found;
    });
    assert.deepEqual(formula.changes, [{ field: 'part', before: 50, after: 25 }]);
    const feed = (await admin.get('/api/data/changes?limit=100')).body.data;
    const derived = feed.filter((change: Json) => change.derived);
    assert.deepEqual(
      derived.map((change: Json) => [change.type, change.changedFields]),
      [
        ['account.updated', ['open']],
        ['opportunity.updated', ['part']],
      ],
    );
    await admin.delete(`${deals}/${deal._id}`);
    await eventually(async () => assert.equal((await historyOf(`${accounts}/${account._id}`))[0].changes[0]?.after, 0));
    assert.equal((await admin.get(`${accounts}/${account._id}`)).body.version, 2);
  });
});
