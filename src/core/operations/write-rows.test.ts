import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Caller } from '#core/access/caller.ts';
import { type Context, inTransaction } from '#core/context.ts';
import type { Model } from '#core/models/model.ts';
import { types } from '#test/expect.ts';
import { appForFile, type Client, type Json } from '#test/harness.ts';
import { authorize, operations } from './index.ts';
import type { RowResult, RowToWrite } from './write-results.ts';
import { writeRows } from './write-rows.ts';

const app = await appForFile();
const { admin, events, sql } = app;
const contacts = '/api/sales/contacts';

async function contextOf({ accountKey, userId }: Client): Promise<Context> {
  const { services } = app.app;
  const [{ id }] = await sql('select id::text from tenants where account_key = $1', [accountKey]);
  const registry = await services.directory.registry(id);
  const caller = (await services.directory.actor(id, userId)) as Caller;
  return { services, caller, registry, requestId: 'rows' };
}

/** Writes rows as a caller. `refused` results become their messages. */
async function write(by: Client, name: string, rows: readonly RowToWrite[], isImport = false): Promise<string[]> {
  const results = await writeAll(by, name, rows, isImport);
  return results.map((result) => (result.outcome === 'refused' ? result.error.message : result.outcome));
}

async function writeAll(
  by: Client,
  name: string,
  rows: readonly RowToWrite[],
  isImport = false,
): Promise<readonly RowResult[]> {
  const context = await contextOf(by);
  const model = context.registry.named(name) as Model;
  return inTransaction(context, (within) =>
    writeRows(within, authorize(within, operations.create, model), rows, { isImport }),
  );
}

const created = (results: readonly RowResult[]): string[] =>
  results.flatMap((result) => (result.outcome === 'refused' ? [] : [result.id]));
const read = async (id: string, by = admin): Promise<Json> => (await by.get(`${contacts}/${id}`)).body;

describe('rows of a plain model', () => {
  it('become the same records and events as single creates', async () => {
    const record = { lastName: 'Lovelace', firstName: 'Ada', email: 'ada@rows.example', tags: ['x'] };
    const single = await admin.create(contacts, record);
    const [id = ''] = created(await writeAll(admin, 'sales.contacts', [{ record }]));
    const changing = ['_id', 'createdAt', 'updatedAt'];
    const comparable = (one: Json) =>
      Object.fromEntries(Object.entries(one).filter(([key]) => !changing.includes(key)));
    assert.deepEqual(comparable(await read(id)), comparable(single));
    const [event, ...others] = await events(id);
    assert.deepEqual([event?.type, others.length, event?.actor_id], ['contact.created', 0, admin.userId]);
    assert.deepEqual(event?.record, await read(id));
  });

  it('are changed with an event each, and without one when nothing differs', async () => {
    const { _id: changed } = await admin.create(contacts, { lastName: 'Old' });
    const { _id: same } = await admin.create(contacts, { lastName: 'Same' });
    const results = await write(admin, 'sales.contacts', [
      { id: changed, record: { lastName: 'New', firstName: 'Ada' } },
      { id: same, record: { lastName: 'Same' } },
      { id: '01930000-0000-7000-8000-000000000000', record: { lastName: 'Nobody' } },
    ]);
    assert.deepEqual(results.slice(0, 2), ['updated', 'unchanged']);
    assert.match(results[2] ?? '', /was not found/);
    assert.deepEqual([(await read(changed)).lastName, (await read(changed)).version], ['New', 2]);
    assert.deepEqual(types(await events(changed)), ['contact.created', 'contact.updated']);
    assert.deepEqual(types(await events(same)), ['contact.created']);
  });

  it('do not suffer from each other: only those that are wrong are refused', async () => {
    const rows = Array.from({ length: 40 }, (_, n) => ({
      record: {
        lastName: `Row ${n}`,
        ...(n === 7 && { email: 'nonsense' }),
        ...(n === 21 && { accountId: '01930000-0000-7000-8000-000000000000' }),
        ...(n === 22 && { nickname: 'x' }),
      },
    }));
    const results = await write(admin, 'sales.contacts', rows);
    const refused = results.flatMap((result, n) => (result === 'created' ? [] : [[n, result]]));
    assert.deepEqual(
      refused.map(([n]) => n),
      [7, 21, 22],
    );
    assert.match(String(refused[1]?.[1]), /accountId names a record that does not exist/);
    const [{ count }] = await sql(`select count(*)::int from sales_contacts where last_name like 'Row %'`);
    assert.equal(count, 37);
  });

  it('that have a unique value of another record are refused alone, also within one call', async () => {
    const other = await app.tenant();
    const fields = '/api/data/models/sales/contacts/fields';
    await other.create(fields, { key: 'code', type: 'text', unique: true });
    await other.create(contacts, { lastName: 'First', code: 'A1' });
    const results = await write(other, 'sales.contacts', [
      { record: { lastName: 'a', code: 'a1' } },
      { record: { lastName: 'b', code: 'B2' } },
      { record: { lastName: 'c', code: 'b2' } },
      { record: { lastName: 'd' } },
    ]);
    assert.deepEqual([results[1], results[3]], ['created', 'created']);
    for (const n of [0, 2]) assert.match(results[n] ?? '', /already has this code/);
  });

  it('set custom fields, and obey the rules of the tenant', async () => {
    const other = await app.tenant();
    await other.create('/api/data/models/sales/contacts/fields', { key: 'size', type: 'number' });
    const rules = '/api/data/models/sales/contacts/rules';
    const rule = await other.post(rules, {
      name: 'Phone of customers',
      when: { lifecycleStage: 'customer' },
      require: ['phone'],
      message: 'Customers need a phone.',
    });
    assert.equal(rule.status, 201, rule.text);
    const results = await writeAll(other, 'sales.contacts', [
      { record: { lastName: 'a', size: 3 } },
      { record: { lastName: 'b', lifecycleStage: 'customer' } },
      { record: { lastName: 'c', lifecycleStage: 'customer', phone: '+49 30 1234567' } },
    ]);
    assert.deepEqual(
      results.map((one) => (one.outcome === 'refused' ? one.error.code : one.outcome)),
      ['created', 'rule_violated', 'created'],
    );
    const [a = '', c = ''] = created(results);
    assert.equal((await read(a, other)).size, 3);
    assert.deepEqual(
      await write(other, 'sales.contacts', [
        { id: a, record: { size: 4 } },
        { id: c, record: { phone: null } },
      ]),
      ['updated', 'Customers need a phone.'],
    );
    assert.deepEqual([(await read(a, other)).size, (await read(c, other)).phone], [4, '+49 30 1234567']);
    assert.deepEqual(await write(other, 'sales.contacts', [{ id: a, record: { size: 4 } }]), ['unchanged']);
  });

  it('keep the dates, and the user, of another system', async () => {
    const dates = { createdAt: '2020-01-02T03:04:05.000Z', updatedAt: '2021-01-02T03:04:05.000Z' };
    const user = await app.user({ permissions: ['sales:read'] });
    const results = await writeAll(
      admin,
      'sales.contacts',
      [{ record: { lastName: 'Past' }, dates: { ...dates, createdBy: user.userId } }, { record: { lastName: 'Now' } }],
      true,
    );
    const [past, now] = await Promise.all(created(results).map((id) => read(id)));
    assert.deepEqual([past.createdAt, past.updatedAt, past.createdBy], [...Object.values(dates), user.userId]);
    assert.ok(Date.now() - Date.parse(now.createdAt) < 60_000);
    assert.equal(now.createdBy, admin.userId);
  });
});

describe('rows of a caller with few permissions', () => {
  it('cannot set fields that roles hide or make read-only', async () => {
    const user = await app.user({
      permissions: ['sales:read', 'sales:write'],
      hiddenFields: { 'sales.contacts': ['score'] },
      readOnlyFields: { 'sales.contacts': ['rating'] },
    });
    const { _id } = await admin.create(contacts, { lastName: 'Open' });
    const results = await write(user, 'sales.contacts', [
      { record: { lastName: 'a', score: 1 } },
      { record: { lastName: 'b', rating: 'hot' } },
      { record: { lastName: 'c' } },
      { id: _id, record: { rating: 'hot' } },
    ]);
    assert.deepEqual(await write(user, 'sales.contacts', [{ id: _id, record: { score: 5 } }]), [
      'score is not a field of contacts.',
    ]);
    assert.match(results[0] ?? '', /score is not a field/);
    assert.match(results[1] ?? '', /rating is read-only/);
    assert.deepEqual(results[2], 'created');
    assert.match(results[3] ?? '', /rating is read-only/);
  });

  it('reach only their own records', async () => {
    const user = await app.user({ permissions: ['sales:read', 'sales:write:own'] });
    const { _id: theirs } = await admin.create(contacts, { lastName: 'Theirs' });
    const { _id: own } = await user.create(contacts, { lastName: 'Own' });
    const results = await write(user, 'sales.contacts', [
      { id: theirs, record: { lastName: 'x' } },
      { id: own, record: { lastName: 'x' } },
      { record: { lastName: 'x', ownerId: admin.userId } },
    ]);
    assert.match(results[0] ?? '', /does not reach/);
    assert.equal(results[1], 'updated');
    assert.match(results[2] ?? '', /needs ownerId to be yourself/);
    assert.equal((await read(theirs)).lastName, 'Theirs');
  });
});

describe('rows of a model with hooks', () => {
  it('are written one at a time, and a refused one leaves nothing', async () => {
    const context = await contextOf(admin);
    assert.ok((context.registry.named('sales.activities') as Model).hooks.beforeSave);
    const deal = await admin.create('/api/sales/accounts', { name: 'Deal' });
    const results = await write(admin, 'sales.activities', [
      { record: { subject: 'Call', type: 'call', accountId: deal._id } },
      { record: { subject: 'Bad', type: 'call', accountId: '01930000-0000-7000-8000-000000000000' } },
    ]);
    assert.equal(results[0], 'created');
    assert.match(results[1] ?? '', /does not exist/);
  });
});
