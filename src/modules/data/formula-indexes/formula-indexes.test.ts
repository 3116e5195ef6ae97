import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fieldsOf, keys as keysOf } from '#test/custom-fields.ts';
import { eventually } from '#test/eventually.ts';
import { ids, invalid, refused } from '#test/expect.ts';
import { addFormulas, assertCopies, stateOf, waitForIndex } from '#test/formula-indexes.ts';
import { appForFile } from '#test/harness.ts';
import { listStatement } from '#test/list-statements.ts';
import { checkFormulaIndexes } from './check-job.ts';

const app = await appForFile();
const { sql } = app;
const deals = '/api/sales/opportunities';
const model = 'sales/opportunities';
const ofDeals = fieldsOf(model);
const checked = { path: deals, table: 'sales_opportunities', model: 'sales.opportunities' };

describe('a formula that is marked as indexed', () => {
  it('tells that its index is built, and then that it is ready', async () => {
    const own = await app.tenant();
    await own.create(deals, { name: 'Old', value: 100 });
    const made = await own.create(ofDeals, { key: 'half', type: 'formula', formula: 'value / 2', index: true });
    assert.deepEqual([made.index, made.indexState], [true, 'building']);
    assert.equal(ids(await own.get(`${deals}?filter[half]=50`)).length, 1);
    await waitForIndex(app, own, model, 'half');
    assert.equal(ids(await own.get(`${deals}?filter[half]=50`)).length, 1);
    assert.ok(!('index' in (await stateOf(own, model, 'value'))));
    await assertCopies(app, own, { ...checked, keys: ['half'] });
  });

  it('finds by all operators the records that the formula finds without an index', async () => {
    const own = await app.tenant();
    await addFormulas(own, model, 'half', 'value / 3');
    await addFormulas(own, model, 'label', 'name & " " & stage');
    await addFormulas(own, model, 'isBig', 'value > 100');
    await addFormulas(own, model, 'due', 'closeDate + 7');
    await addFormulas(own, model, 'seen', 'if(value > 50, createdAt, null)');
    const long = 'Ä'.repeat(220);
    for (const [n, value] of [10, 100, 200, null, 300.5].entries())
      await own.create(deals, {
        name: n === 4 ? long : `Deal ${n}`,
        value,
        ...(n !== 2 && { closeDate: `2026-0${n + 1}-10` }),
      });
    for (const key of ['half', 'label', 'isBig', 'due', 'seen']) await waitForIndex(app, own, model, key);
    await assertCopies(app, own, { ...checked, keys: ['half', 'label', 'isBig', 'due', 'seen'] });
    const { body } = await own.get(`${deals}?sort=_id`);
    const ordered = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in', 'nin', 'between'];
    for (const key of ['half', 'label', 'isBig', 'due', 'seen'])
      for (const operator of key === 'isBig' ? ['eq', 'ne', 'in', 'nin'] : ordered)
        for (const record of body.data) {
          const value = record[`${key}Plain`] ?? body.data[0][`${key}Plain`] ?? body.data[4][`${key}Plain`];
          const given =
            operator === 'between' ? [value, value] : operator === 'in' || operator === 'nin' ? [value] : value;
          for (const wrap of [(filter: object) => filter, (filter: object) => ({ not: filter })]) {
            const found = async (by: string) =>
              ids(await own.post(`${deals}/search`, { filter: wrap({ [by]: { [operator]: given } }), sort: '_id' }));
            assert.deepEqual(await found(key), await found(`${key}Plain`), `${key} ${operator} ${value}`);
          }
        }
    for (const empty of [true, false])
      for (const key of ['half', 'label', 'isBig', 'due', 'seen'])
        assert.deepEqual(
          ids(await own.get(`${deals}?filter[${key}][null]=${empty}&sort=_id`)),
          ids(await own.get(`${deals}?filter[${key}Plain][null]=${empty}&sort=_id`)),
        );
  });

  it('reads its index only when it is ready, and never in a statement that writes', async () => {
    const own = await app.tenant();
    await own.create(ofDeals, { key: 'half', type: 'formula', formula: 'value / 2', index: true });
    const statement = () => listStatement(app, () => own.get(`${deals}?filter[half][gte]=5`));
    assert.doesNotMatch((await statement())[0], /formula_values/);
    await waitForIndex(app, own, model, 'half');
    assert.match((await statement())[0], /formula_values/);
    await own.create('/api/data/models/sales/opportunities/rules', {
      name: 'No halves',
      when: { half: { gte: 50 } },
      forbid: true,
      message: 'Too much.',
    });
    refused(await own.post(deals, { name: 'Much', value: 100 }), 422, 'rule_violated');
    const made = await own.create(deals, { name: 'Less', value: 90 });
    refused(await own.patch(`${deals}/${made._id}`, { value: 110 }), 422, 'rule_violated');
  });

  it('is found through a reference', async () => {
    const own = await app.tenant();
    await addFormulas(own, 'sales/accounts', 'monthly', 'annualRevenue / 12');
    const account = await own.create('/api/sales/accounts', { name: 'A', annualRevenue: 1200 });
    const deal = await own.create(deals, { name: 'D', accountId: account._id });
    await own.create(deals, { name: 'E' });
    await waitForIndex(app, own, 'sales/accounts', 'monthly');
    assert.deepEqual(ids(await own.get(`${deals}?filter[accountId.monthly]=100`)), [deal._id]);
  });

  it('is refused with a reason', async () => {
    const own = await app.tenant();
    const formula = (text: string) => ({ key: 'wrong', type: 'formula', formula: text, index: true });
    const refusal = async (path: string, body: object, reason: RegExp) => {
      const reply = await own.post(path, body);
      invalid(reply, { index: 'not_an_option' });
      assert.match(reply.body.error.message, reason);
    };
    await refusal(ofDeals, formula('accountId.annualRevenue'), /reads sales\.accounts through accountId/);
    await refusal(ofDeals, formula('closeDate - today()'), /depends on the current time/);
    await refusal(ofDeals, formula('lastActivityAt'), /lastActivityAt changes without a version/);
    await refusal(ofDeals, { key: 'wrong', type: 'number', index: true }, /does not apply to a number field/);
    await refusal(fieldsOf('identity/users'), formula('version'), /models of identity/);
    await own.create(ofDeals, { key: 'days', type: 'formula', formula: 'closeDate - today()' });
    await refusal(ofDeals, formula('days + 1'), /depends on the current time/);
    invalid(await own.patch(`${ofDeals}/days`, { index: true }), { index: 'not_an_option' });
    for (const n of [1, 2, 3, 4, 5])
      await own.create(ofDeals, { key: `f${n}`, type: 'formula', formula: `value * ${n}`, index: true });
    invalid(await own.post(ofDeals, { ...formula('value'), key: 'f6' }), { index: 'out_of_range' });
    await own.create(ofDeals, { key: 'base', type: 'formula', formula: 'value' });
    invalid(await own.patch(`${ofDeals}/f1`, { formula: 'now()' }), { index: 'not_an_option' });
    await own.patch(`${ofDeals}/f1`, { formula: 'base + 1' });
    const reply = await own.patch(`${ofDeals}/base`, { formula: 'closeDate - today()' });
    refused(reply, 409, 'still_referenced');
    assert.match(reply.body.error.message, /f1 .* depends on the current time/);
  });

  it('gets a new index when it changes, or a formula that it reads, or the time zone', async () => {
    const own = await app.tenant();
    await own.create(ofDeals, { key: 'base', type: 'formula', formula: 'value + 1' });
    await addFormulas(own, model, 'twice', 'base * 2');
    await addFormulas(own, model, 'madeOn', 'dateOf(createdAt)');
    const deal = await own.create(deals, { name: 'D', value: 10 });
    await waitForIndex(app, own, model, 'twice');
    await waitForIndex(app, own, model, 'madeOn');
    const idOf = async (key: string) =>
      (
        await sql(
          `select i.id from formula_indexes i join custom_fields f on f.id = i.field_id
           where f.key = $1 and i.state <> 'dropped' and i.tenant_id = (select id from tenants where account_key = $2)`,
          [key, own.accountKey],
        )
      )[0]?.id;
    const before = await idOf('twice');
    await own.patch(`${ofDeals}/base`, { formula: 'value + 2' });
    assert.equal((await stateOf(own, model, 'twice')).indexState, 'building');
    assert.deepEqual(ids(await own.get(`${deals}?filter[twice]=24`)), [deal._id]);
    await waitForIndex(app, own, model, 'twice');
    assert.deepEqual(ids(await own.get(`${deals}?filter[twice]=24`)), [deal._id]);
    assert.notEqual(await idOf('twice'), before);
    await eventually(async () =>
      assert.deepEqual(await sql('select 1 from formula_values where index_id = $1', [before]), []),
    );
    const zoned = await idOf('madeOn');
    const moved = await own.patch('/api/identity/account', { settings: { timeZone: 'Pacific/Auckland' } });
    assert.equal(moved.status, 200, moved.text);
    await eventually(async () => assert.equal((await stateOf(own, model, 'madeOn')).indexState, 'building'));
    await runCheck();
    await eventually(async () => assert.notEqual(await idOf('madeOn'), zoned));
    await waitForIndex(app, own, model, 'madeOn');
    await assertCopies(app, own, { ...checked, keys: ['twice', 'madeOn'] });
  });

  it('loses its copies when the mark is removed or the field is deleted, and gets them again when it is restored', async () => {
    const own = await app.tenant();
    await own.create(deals, { name: 'D', value: 10 });
    await own.create(ofDeals, { key: 'half', type: 'formula', formula: 'value / 2', index: true });
    await waitForIndex(app, own, model, 'half');
    const count = async () =>
      (
        await sql(
          'select count(*)::int as count from formula_values where tenant_id = (select id from tenants where account_key = $1)',
          [own.accountKey],
        )
      )[0].count;
    const { body } = await own.patch(`${ofDeals}/half`, { index: false });
    assert.ok(!('index' in body) && !('indexState' in body));
    await eventually(async () => assert.equal(await count(), 0));
    await own.patch(`${ofDeals}/half`, { index: true });
    await waitForIndex(app, own, model, 'half');
    assert.equal(await count(), 1);
    await own.delete(`${ofDeals}/half`);
    await eventually(async () => assert.equal(await count(), 0));
    assert.equal((await own.post(`${ofDeals}/half/restore`, {})).status, 200);
    await waitForIndex(app, own, model, 'half');
    assert.equal(await count(), 1);
  });

  it('of one tenant is not seen by another one', async () => {
    const [one, other] = [await app.tenant(), await app.tenant()];
    for (const own of [one, other]) {
      await own.create(ofDeals, { key: 'half', type: 'formula', formula: 'value / 2', index: true });
      await own.create(deals, { name: own.accountKey, value: 10 });
      await waitForIndex(app, own, model, 'half');
    }
    const { body } = await one.get(`${deals}?filter[half]=5`);
    assert.deepEqual(
      body.data.map(({ name }: { name: string }) => name),
      [one.accountKey],
    );
  });

  it('may belong to a custom model, whose records are deleted and restored with it', async () => {
    const own = await app.tenant();
    const fields = [
      { key: 'title', type: 'text' },
      { key: 'size', type: 'number' },
      { key: 'area', type: 'formula', formula: 'size * size', index: true },
    ];
    await own.create('/api/data/models', { moduleKey: 'sales', slug: 'plots', titleField: 'title', fields });
    const made = [];
    for (const size of [2, 3]) made.push(await own.create('/api/sales/plots', { title: `P${size}`, size }));
    await waitForIndex(app, own, 'sales/plots', 'area');
    assert.deepEqual(ids(await own.get('/api/sales/plots?filter[area][gt]=5')), [made[1]?._id]);
    assert.equal((await own.delete('/api/data/models/sales/plots?withRecords=true')).status, 204);
    assert.equal((await own.post('/api/data/models/sales/plots/restore', {})).status, 200);
    await waitForIndex(app, own, 'sales/plots', 'area');
    assert.deepEqual(ids(await own.get('/api/sales/plots?filter[area][gt]=5')), [made[1]?._id]);
    assert.ok(keysOf((await own.get('/api/data/models/sales/plots')).body).includes('area'));
  });
});

/** Runs the job that renews and repairs indexes, and waits until it has ended. */
async function runCheck(): Promise<void> {
  const { services } = app.app;
  await services.jobs.enqueueForPlatform(services, checkFormulaIndexes);
  await eventually(async () => {
    const open = await sql(
      `select 1 from jobs where name = 'data.check-formula-indexes' and state in ('queued', 'running', 'retrying')`,
    );
    assert.deepEqual(open, []);
  });
}
