import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { systemCaller } from '#core/access/caller.ts';
import { type Context, inTransaction } from '#core/context.ts';
import type { Model } from '#core/models/model.ts';
import { insertMany } from '#core/operations/insert-many.ts';
import { setDerived } from '#core/operations/set-derived.ts';
import { updateMany } from '#core/operations/update-many.ts';
import { fieldsOf } from '#test/custom-fields.ts';
import { eventually } from '#test/eventually.ts';
import { ids } from '#test/expect.ts';
import { addFormulas, assertCopies, waitForIndex } from '#test/formula-indexes.ts';
import { appForFile, type Client, type Json } from '#test/harness.ts';
import { modulesWithoutIndexes } from './wanted-indexes.ts';

const app = await appForFile();
const { sql } = app;
const deals = '/api/sales/opportunities';
const accounts = '/api/sales/accounts';
const model = 'sales/opportunities';
const ofDeals = { path: deals, table: 'sales_opportunities', model: 'sales.opportunities' };

const systemContext = async ({ accountKey }: Client): Promise<Context> => {
  const { services } = app.app;
  const [{ id }] = await sql('select id::text from tenants where account_key = $1', [accountKey]);
  const registry = await services.directory.registry(id);
  return { services, caller: systemCaller(id, accountKey), registry, requestId: 'copies' };
};

/** Formulas over fields that people write, references, statuses, derived amounts and the fields of every record. */
const formulas: Record<string, string> = {
  commission: 'if(stage = "won", value * 0.1, value * -1)',
  owned: 'accountId & "/" & ownerId',
  written: 'updatedAt',
  versions: 'version + len(name)',
  bonus: 'extra * 2',
};
const keys = Object.keys(formulas);

async function tenantWithFormulas(): Promise<Client> {
  const own = await app.tenant();
  await own.create(fieldsOf(model), { key: 'extra', type: 'number' });
  for (const [key, formula] of Object.entries(formulas)) await addFormulas(own, model, key, formula);
  for (const key of keys) await waitForIndex(app, own, model, key);
  return own;
}

/** Asserts that every filter by an indexed formula finds what the same formula finds without an index. */
async function assertSameAnswers(own: Client): Promise<void> {
  await assertCopies(app, own, { ...ofDeals, keys });
  const { body } = await own.get(`${deals}?limit=20&sort=-updatedAt`);
  for (const record of body.data)
    for (const key of keys) {
      const value = record[key];
      const filters = value === null ? [{ null: true }] : [{ eq: value }, { gte: value }, { lte: value }];
      for (const filter of filters) {
        const by = async (field: string) =>
          ids(await own.post(`${deals}/search`, { filter: { [field]: filter }, sort: '_id', limit: 200 }));
        assert.deepEqual(await by(key), await by(`${key}Plain`), `${key} ${JSON.stringify(filter)}`);
      }
    }
}

function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

describe('the copies of an indexed formula', () => {
  it('are right after every way to write a record', async () => {
    const own = await tenantWithFormulas();
    const check = () => assertCopies(app, own, { ...ofDeals, keys });
    const [first, second] = [await own.create(accounts, { name: 'A' }), await own.create(accounts, { name: 'B' })];
    const deal = await own.create(deals, { name: 'One', value: 10, accountId: first._id, extra: 1.5 });
    await check();
    await own.patch(`${deals}/${deal._id}`, { value: 20, stage: 'won', extra: null });
    await check();
    await own.put(`${deals}/${deal._id}`, { name: 'Put', value: 30 });
    await check();
    const reverted = await own.post(`${deals}/${deal._id}/revert`, { version: 1 });
    assert.equal(reverted.status, 200, reverted.text);
    await check();
    const bulk = await own.post(`${deals}/bulk`, {
      operations: [
        ...[1, 2, 3].map((n) => ({ op: 'create', record: { name: `Bulk ${n}`, value: n, accountId: first._id } })),
        { op: 'update', _id: deal._id, record: { value: 31 } },
      ],
    });
    assert.equal(bulk.status, 200, bulk.text);
    const made = bulk.body.results.map((result: Json) => result._id ?? result.record?._id);
    await check();
    await own.post(`${deals}/bulk`, {
      import: true,
      operations: [{ op: 'create', record: { name: 'Imported', value: 9, createdAt: '2020-01-01T00:00:00Z' } }],
    });
    await check();
    await own.delete(`${deals}/${deal._id}`);
    await check();
    await own.post(`${deals}/${deal._id}/restore`, {});
    await check();
    assert.equal((await own.post(`${deals}/bulk`, { operations: [{ op: 'delete', _id: made[0] }] })).status, 200);
    await check();
    // A delete clears the references of other records, and its restore sets them again.
    await own.patch(`${deals}/${deal._id}`, { accountId: first._id });
    assert.equal((await own.delete(`${accounts}/${first._id}`)).status, 204);
    await check();
    assert.equal((await own.post(`${accounts}/${first._id}/restore`, {})).status, 200);
    await check();
    const merged = await own.post('/api/data/merge', {
      model: 'accounts',
      winnerId: second._id,
      loserIds: [first._id],
    });
    assert.ok(merged.status < 300, merged.text);
    await check();
    const context = await systemContext(own);
    const opportunities = context.registry.named('sales.opportunities') as Model;
    const withoutHooks = true;
    const rows = [1, 2, 3].map((n) => ({ values: { name: `Many ${n}`, value: n, accountId: second._id } }));
    const many = await insertMany(context, opportunities, rows, { withoutHooks });
    await check();
    await updateMany(
      context,
      opportunities,
      many.map((id, n) => ({ id, values: { value: 100 + n } })),
      { withoutHooks },
    );
    await check();
    await inTransaction(context, (within) => setDerived(within, opportunities, many[0] ?? '', { value: 77.25 }));
    await assertSameAnswers(own);
    // A line stores the total of its deal.
    await own.patch(`${deals}/${deal._id}`, { value: null });
    const line = { opportunityId: deal._id, name: 'Line', quantity: 2, unitPrice: 60 };
    await own.create('/api/sales/opportunityProducts', line);
    assert.equal((await own.get(`${deals}/${deal._id}`)).body.value, 120);
    await check();
  });

  it('are right after the conversion of a lead, and the merge of statuses', async () => {
    const own = await tenantWithFormulas();
    await addFormulas(own, 'sales/leads', 'label', 'lastName & " " & status');
    await waitForIndex(app, own, 'sales/leads', 'label');
    const ofLeads = { path: '/api/sales/leads', table: 'sales_leads', model: 'sales.leads', keys: ['label'] };
    const lead = await own.create('/api/sales/leads', { lastName: 'Noether', company: 'Erlangen' });
    await own.create('/api/sales/leads', { lastName: 'Other' });
    await assertCopies(app, own, ofLeads);
    const converted = await own.post('/api/sales/lead-management/convert', { leadId: lead._id });
    assert.equal(converted.status, 200, converted.text);
    await assertCopies(app, own, ofLeads);
    await assertCopies(app, own, { ...ofDeals, keys });
    const unconverted = await own.post('/api/sales/lead-management/unconvert', { leadId: lead._id });
    assert.equal(unconverted.status, 200, unconverted.text);
    await assertCopies(app, own, ofLeads);
    await assertCopies(app, own, { ...ofDeals, keys });
    const stages = '/api/sales/opportunityStatuses';
    const winner = await own.create(stages, { name: 'Signed' });
    const loser = await own.create(stages, { name: 'Nearly signed' });
    for (const value of [1, 2]) await own.create(deals, { name: 'Nearly', stage: loser.key, value });
    const statuses = { model: 'sales.opportunityStatuses', winnerId: winner._id, loserIds: [loser._id] };
    assert.equal((await own.post('/api/data/statuses/merge', statuses)).status, 202);
    await eventually(async () => assert.equal((await own.get(`${stages}/${loser._id}`)).status, 404));
    await assertSameAnswers(own);
  });

  it('are right after random writes at the same time', async () => {
    const own = await tenantWithFormulas();
    const random = randomFrom(Number(process.env.SEED ?? 20_261_119));
    const known: string[] = [];
    const account = await own.create(accounts, { name: 'A' });
    const values = () => ({
      value: [null, 0, -1, random(100), random(1000) / 8, 1e15 + random(9)][random(6)],
      stage: random(2) ? 'won' : 'lost',
      accountId: random(3) ? account._id : null,
      extra: random(2) ? random(50) / 4 : null,
    });
    const any = () => `${deals}/${known[random(known.length)]}`;
    const writes: (() => Promise<unknown>)[] = [
      async () => known.push((await own.create(deals, { name: `Deal ${known.length}`, ...values() }))._id),
      () => own.patch(any(), values()),
      () => own.patch(any(), values()),
      () => own.delete(any()),
      () => own.post(`${any()}/restore`, {}),
      () => own.post(`${any()}/revert`, { version: 1 }),
      () =>
        own.post(`${deals}/bulk`, {
          operations: [1, 2].map((n) => ({ op: 'create', record: { name: `Bulk ${n}`, ...values() } })),
        }),
    ];
    for (let round = 0; round < 4; round += 1) {
      await writes[0]?.();
      for (let n = 0; n < 12; n += 1)
        await Promise.all(Array.from({ length: 5 }, () => writes[random(writes.length)]?.()));
      await assertSameAnswers(own);
    }
  });

  it('are filled while records are written, by writers that know the index and by one that does not', async () => {
    const own = await app.tenant();
    const outdated = await systemContext(own);
    const before = outdated.registry.named('sales.opportunities') as Model;
    await own.create(fieldsOf(model), { key: 'extra', type: 'number' });
    const context = await systemContext(own);
    const opportunities = context.registry.named('sales.opportunities') as Model;
    const rows = Array.from({ length: 3500 }, (_, n) => ({ values: { name: `Deal ${n}`, value: n } }));
    const all = await insertMany(context, opportunities, rows, { withoutHooks: true });
    await addFormulas(own, model, 'bonus', 'value * 3');
    let done = false;
    const random = randomFrom(7);
    const writer = async () => {
      while (!done) await own.patch(`${deals}/${all[random(all.length)]}`, { value: random(100_000) });
    };
    const outdatedWriter = async () => {
      for (const _ of Array(50)) {
        const id = all[random(all.length)] as string;
        await updateMany(outdated, before, [{ id, values: { value: random(100_000) } }], { withoutHooks: true });
      }
      await insertMany(outdated, before, [{ values: { name: 'Unknown', value: 5 } }], { withoutHooks: true });
    };
    const writing = [writer(), writer()];
    await outdatedWriter();
    await waitForIndex(app, own, model, 'bonus');
    done = true;
    await Promise.all(writing);
    await assertCopies(app, own, { ...ofDeals, keys: ['bonus'] });
  });
});

describe('a context with the models of the product only', () => {
  it('exists in modules whose models take no index, and where nothing is written', () => {
    // They write no records of a tenant: an anonymous caller, a count of invalid links, definitions, and the documentation.
    const withoutWrites = [
      'src/http/auth/session.ts',
      'src/http/docs/openapi.ts',
      'src/http/server.ts',
      'src/http/api/actions.ts',
      'src/modules/sales/quotes/pages/find-quote.ts',
      'src/modules/data/schema/add-schema.ts',
      'src/modules/data/schema/schema-store.ts',
      'src/modules/data/jobs/duplicates-cleaning.ts',
      'src/modules/data/duplicates/key-keeper.ts',
      'src/core/models/tenant-registry.ts',
      'src/core/access/directory.ts',
    ];
    const found = globSync('src/**/*.ts').filter(
      (file) => !file.endsWith('.test.ts') && /\bdirectory\.base\b/.test(readFileSync(file, 'utf8')),
    );
    const others = found.filter(
      (file) => !withoutWrites.includes(file) && !modulesWithoutIndexes.has(file.split('/')[2] ?? ''),
    );
    assert.ok(found.length > 5);
    assert.deepEqual(others, []);
  });
});

describe('an event of a record', () => {
  it('is written only by statements that also copy the values of indexed formulas', () => {
    const files = globSync('src/**/*.ts').filter((file) => !file.endsWith('.test.ts'));
    const writers = files.filter((file) => /\b(?:insertEvent|eventSql)\(/.test(readFileSync(file, 'utf8')));
    assert.deepEqual(writers.sort(), [
      // It writes events of values that changed with other records, which indexed formulas do not read.
      'src/core/behaviours/derived-events/write-changes.ts',
      'src/core/behaviours/write-steps.ts',
      'src/core/events/events.ts',
    ]);
  });
});
