import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { fieldsOf } from '#test/custom-fields.ts';
import { assertNoWrites, invalid, refused } from '#test/expect.ts';
import { appForFile, Client, type Json } from '#test/harness.ts';
import { secondNode } from '#test/security-tools.ts';

const app = await appForFile();
const { admin, events, tenant, user } = app;
const accounts = '/api/sales/accounts';
const contacts = '/api/sales/contacts';
const opportunities = '/api/sales/opportunities';
const leads = '/api/sales/leads';

const addField = async (model: string, field: Json, by = admin): Promise<Json> => {
  const reply = await by.post(fieldsOf(model), field);
  assert.equal(reply.status, 201, reply.text);
  return reply.body;
};
const year = new Date().getUTCFullYear();

describe('an autonumber', () => {
  const make = async (record: Json = {}): Promise<Json> => admin.create(leads, { lastName: 'L', ...record });
  const numbers = (records: readonly Json[]): string[] => records.map(({ caseNumber }) => caseNumber).sort();
  const expected = (from: number, count: number): string[] =>
    Array.from({ length: count }, (_, n) => `R-${year}-${String(from + n).padStart(4, '0')}`);

  before(async () => {
    const field = await addField('sales/leads', { key: 'caseNumber', type: 'autonumber', pattern: 'R-{yyyy}-{0000}' });
    assert.deepEqual(field.behaviour, { kind: 'autonumber', pattern: 'R-{yyyy}-{0000}' });
    assert.deepEqual([field.type, field.readOnly, field.unique, field.filterable], ['autonumber', true, true, true]);
  });

  it('numbers new records, in the answer, in the event and in lists', async () => {
    const first = await make();
    assert.equal(first.caseNumber, expected(1, 1)[0]);
    const [event] = await events(first._id);
    assert.equal(event?.record.caseNumber, first.caseNumber);
    const { data } = (await admin.get(`${leads}?filter[caseNumber]=${first.caseNumber}`)).body;
    assert.deepEqual(
      data.map(({ _id }: Json) => _id),
      [first._id],
    );
  });

  it('is given once, also to records that are made at the same time on two nodes', async () => {
    const other = await secondNode(app, {}, 4);
    const there = new Client(other.anonymous.url, admin.token, admin.userId);
    const made = await Promise.all(
      Array.from({ length: 20 }, (_, n) => (n % 2 === 0 ? make() : there.create(leads, { lastName: `Other ${n}` }))),
    );
    assert.deepEqual(numbers(made), expected(2, 20));
  });

  it('cannot be written, and a whole record that is sent back keeps it', async () => {
    const record = await make();
    assert.equal(
      (await admin.put(`${leads}/${record._id}`, { ...record, lastName: 'New' })).body.caseNumber,
      record.caseNumber,
    );
    assert.equal((await admin.put(`${leads}/${record._id}`, { lastName: 'Newer' })).body.caseNumber, record.caseNumber);
    invalid(await admin.patch(`${leads}/${record._id}`, { caseNumber: 'R-1' }), { caseNumber: 'read_only' });
    invalid(await admin.post(leads, { lastName: 'L', caseNumber: 'R-1' }), { caseNumber: 'read_only' });
  });

  it('is kept by an import, and counting goes on after it', async () => {
    const importOf = (caseNumber: string) =>
      admin.post(`${leads}/bulk`, {
        import: true,
        operations: [{ op: 'create', record: { lastName: 'I', caseNumber } }],
      });
    const imported = await importOf(`r-${year}-0100`);
    assert.equal(imported.body.results[0].record?.caseNumber, `r-${year}-0100`, imported.text);
    assert.equal((await importOf('R-1999-0007')).body.results[0].status, 201);
    assert.equal((await importOf('anything')).body.results[0].status, 201);
    assert.equal((await make()).caseNumber, expected(101, 1)[0]);
    const again = (await importOf(`R-${year}-0100`)).body.results[0];
    assert.deepEqual(
      [again.status, again.error.code, again.error.details[0].field],
      [409, 'unique_violation', 'caseNumber'],
    );
    const taken = (await importOf(`R-${year}-0001`)).body.results[0];
    assert.equal(taken.error.code, 'unique_violation');
  });

  it('is shown by a dry run, which takes none', async () => {
    const { body } = await admin.post(`${leads}/bulk?dryRun=true`, {
      operations: [1, 2].map((n) => ({ op: 'create', record: { lastName: `Dry ${n}` } })),
    });
    assert.deepEqual(numbers(body.results.map(({ record }: Json) => record)), expected(102, 2));
    assert.equal((await make()).caseNumber, expected(102, 1)[0]);
  });

  it('stays with a record that is deleted and restored, and is not given again', async () => {
    const record = await make();
    await admin.delete(`${leads}/${record._id}`);
    const next = await make();
    assert.notEqual(next.caseNumber, record.caseNumber);
    const restored = await admin.post(`${leads}/${record._id}/restore`, {});
    assert.equal(restored.body.caseNumber, record.caseNumber, restored.text);
  });

  it('counts on after an import of a dry run, too, and finds a number in any case', async () => {
    const last = await make();
    const next = Number(last.caseNumber.slice(-4)) + 1;
    const operations = [{ caseNumber: `R-${year}-${String(next).padStart(4, '0')}` }, {}].map((record) => ({
      op: 'create',
      record: { lastName: 'I', ...record },
    }));
    const { body, text } = await admin.post(`${leads}/bulk?dryRun=true`, { import: true, operations });
    assert.ok(
      body.results?.every(({ status }: Json) => status === 201),
      text,
    );
    assert.deepEqual(numbers(body.results.map(({ record }: Json) => record)), expected(next, 2));
    const upsert = {
      op: 'upsert',
      by: 'caseNumber',
      record: { caseNumber: last.caseNumber.toLowerCase(), lastName: 'U' },
    };
    const { results } = (await admin.post(`${leads}/bulk`, { import: true, operations: [upsert] })).body;
    assert.deepEqual([results[0].status, results[0].record?.caseNumber], [200, last.caseNumber]);
  });

  it('counts for each tenant, and is found by its number in a bulk request', async () => {
    const other = await tenant();
    await addField('sales/leads', { key: 'caseNumber', type: 'autonumber', pattern: 'R-{yyyy}-{0000}' }, other);
    const record = await other.create(leads, { lastName: 'L' });
    assert.equal(record.caseNumber, expected(1, 1)[0]);
    const operations = [{ op: 'update', by: 'caseNumber', record: { caseNumber: record.caseNumber, lastName: 'M' } }];
    const { body } = await other.post(`${leads}/bulk`, { operations });
    assert.equal(body.results[0].record?.lastName, 'M', JSON.stringify(body));
  });

  it('is refused with the remedy when the pattern has no counter, or other braces', async () => {
    await assertNoWrites(app, ['custom_fields'], async () => {
      for (const pattern of ['R', '{0}{0}', '{YYYY}-{0}', '{0', 'é{0}', `${'x'.repeat(50)}{0}`]) {
        invalid(await admin.post(fieldsOf('sales/leads'), { key: 'bad', type: 'autonumber', pattern }), {
          pattern: pattern.length > 50 ? 'out_of_range' : 'invalid_format',
        });
      }
      invalid(await admin.post(fieldsOf('sales/leads'), { key: 'bad', type: 'autonumber' }), { pattern: 'required' });
      invalid(await admin.post(fieldsOf('sales/leads'), { key: 'bad', type: 'text', pattern: '{0}' }), {
        pattern: 'not_an_option',
      });
    });
  });
});

describe('a stamp', () => {
  const make = (record: Json = {}): Promise<Json> => admin.create(opportunities, { name: 'Deal', ...record });
  const change = async ({ _id }: Json, values: Json): Promise<Json> =>
    (await admin.patch(`${opportunities}/${_id}`, values)).body;

  before(async () => {
    const when = { stage: ['won', 'lost'] };
    const field = await addField('sales/opportunities', {
      key: 'endedAt',
      type: 'datetime',
      stamp: { when, set: 'now' },
    });
    assert.deepEqual(field.behaviour, { kind: 'stamp', when, set: 'now' });
    await addField('sales/opportunities', { key: 'endedOn', type: 'date', stamp: { when, set: 'today' } });
    const users = { moduleKey: 'identity', slug: 'users' };
    await addField('sales/opportunities', {
      key: 'bigWinBy',
      type: 'reference',
      reference: users,
      stamp: { when: { stage: ['won'], priority: ['high', 'urgent'] }, set: 'me' },
    });
  });

  it('is set when its condition becomes true, and cleared when it no longer is', async () => {
    const open = await make();
    assert.deepEqual([open.endedAt, open.endedOn, open.bigWinBy], [null, null, null]);
    const won = await change(open, { stage: 'won' });
    assert.ok(Math.abs(Date.parse(won.endedAt) - Date.now()) < 60_000);
    assert.equal(won.endedOn, new Date().toISOString().slice(0, 10));
    assert.equal(won.bigWinBy, null);
    const seller = await user({ permissions: ['sales:*'] });
    const big = (await seller.patch(`${opportunities}/${open._id}`, { priority: 'high' })).body;
    assert.deepEqual([big.bigWinBy, big.endedAt], [seller.userId, won.endedAt]);
    const lost = await change(open, { stage: 'lost' });
    assert.deepEqual([lost.bigWinBy, lost.endedAt], [null, won.endedAt]);
    const reopened = await change(open, { stage: 'proposal' });
    assert.deepEqual([reopened.endedAt, reopened.endedOn], [null, null]);
    const history = (await events(open._id)).map(({ record }) => record.endedAt);
    assert.deepEqual(history, [null, won.endedAt, won.endedAt, won.endedAt, null]);
  });

  it('is set by a create whose values meet the condition', async () => {
    const won = await make({ stage: 'won', priority: 'urgent' });
    assert.ok(won.endedAt && won.endedOn);
    assert.equal(won.bigWinBy, admin.userId);
  });

  it('keeps a value that the same write gives', async () => {
    const endedAt = '2025-03-04T05:06:07.000Z';
    assert.equal((await make({ stage: 'won', endedAt })).endedAt, endedAt);
    const open = await make();
    assert.equal((await change(open, { stage: 'lost', endedAt })).endedAt, endedAt);
    assert.equal((await change(open, { stage: 'won', endedAt: null })).endedAt, null);
  });

  it('is kept by a PUT that leaves it out, and cleared by one that ends its condition', async () => {
    const won = await make({ stage: 'won' });
    const path = `${opportunities}/${won._id}`;
    const put = (await admin.put(path, { name: 'Deal 2', stage: 'won' })).body;
    assert.deepEqual([put.name, put.endedAt], ['Deal 2', won.endedAt]);
    assert.equal((await admin.put(path, { name: 'Deal 3' })).body.endedAt, null);
  });

  it('follows a PUT of the whole record, which contains its former value', async () => {
    const open = await make();
    const path = `${opportunities}/${open._id}`;
    const won = (await admin.put(path, { ...open, stage: 'won' })).body;
    assert.ok(won.endedAt);
    const renamed = (await admin.put(path, { ...won, name: 'Same' })).body;
    assert.equal(renamed.endedAt, won.endedAt);
    const reopened = await admin.put(path, { ...renamed, stage: 'proposal' });
    assert.equal(reopened.body.endedAt, null, reopened.text);
  });

  it('is set by writes of the platform to many records at once', async () => {
    const when = { status: ['cancelled'] };
    await addField('communications/emails', { key: 'stoppedAt', type: 'datetime', stamp: { when, set: 'now' } });
    const scheduling = '/api/communications/email-scheduling';
    const mail = { to: ['a@example.com'], subject: 'Later', text: 'Later' };
    const sendAt = new Date(Date.now() + 3_600_000).toISOString();
    const { body, text } = await admin.post(`${scheduling}/schedule`, { ...mail, sendAt });
    const path = `/api/communications/emails/${body._id}`;
    assert.equal((await admin.get(path)).body.stoppedAt, null, text);
    const cancelled = await admin.delete(`${scheduling}/${body._id}`);
    assert.ok(cancelled.status < 300, cancelled.text);
    const { status, stoppedAt } = (await admin.get(path)).body;
    assert.equal(status, 'cancelled');
    assert.ok(Math.abs(Date.parse(stoppedAt) - Date.now()) < 60_000);
  });

  it('gets the value of the version to which a record is reverted', async () => {
    const won = await make({ stage: 'won', endedAt: '2025-03-04T05:06:07.000Z' });
    await change(won, { stage: 'proposal' });
    const { body } = await admin.post(`${opportunities}/${won._id}/revert`, { version: 1 });
    assert.deepEqual([body.stage, body.endedAt], ['won', won.endedAt]);
  });

  it('is refused when it does not fit the field, or its condition can never be met', async () => {
    const at = (field: Json) => admin.post(fieldsOf('sales/opportunities'), { key: 'bad', ...field });
    const when = { stage: ['won'] };
    await assertNoWrites(app, ['custom_fields'], async () => {
      invalid(await at({ type: 'date', stamp: { when, set: 'now' } }), { stamp: 'not_an_option' });
      invalid(await at({ type: 'text', stamp: { when, set: 'now' } }), { stamp: 'not_an_option' });
      invalid(await at({ type: 'datetime', stamp: { when: {}, set: 'now' } }), { stamp: 'required' });
      invalid(await at({ type: 'datetime', stamp: { when: { nothing: ['a'] }, set: 'now' } }), {
        stamp: 'unknown_field',
      });
      invalid(await at({ type: 'datetime', stamp: { when: { tags: ['a'] }, set: 'now' } }), { stamp: 'not_an_option' });
      invalid(await at({ type: 'datetime', stamp: { when: { value: ['a'] }, set: 'now' } }), { stamp: 'invalid_type' });
      invalid(await at({ type: 'datetime', stamp: { when: { stage: [] }, set: 'now' } }), { stamp: 'out_of_range' });
      invalid(await at({ type: 'datetime', required: true, stamp: { when, set: 'now' } }), { stamp: 'not_an_option' });
    });
  });

  it('keeps the fields on which it depends from being deleted', async () => {
    const fields = fieldsOf('sales/contacts');
    await addField('sales/contacts', { key: 'phase', type: 'choice', options: ['begun', 'ended'] });
    const stamp = { when: { phase: ['ended'] }, set: 'now' };
    await addField('sales/contacts', { key: 'phaseEndedAt', type: 'datetime', stamp });
    refused(await admin.delete(`${fields}/phase`), 409, 'still_referenced');
    const changed = await admin.patch(`${fields}/phaseEndedAt`, { label: 'End', stamp: null });
    assert.deepEqual([changed.body.label, changed.body.behaviour], ['End', undefined]);
    assert.equal((await admin.delete(`${fields}/phase`)).status, 204);
  });
});

describe('a field that follows a reference', () => {
  let rich: Json;
  let poor: Json;

  before(async () => {
    rich = await admin.create(accounts, { name: 'Rich', annualRevenue: 1234567.891 });
    poor = await admin.create(accounts, { name: 'Poor' });
    const field = await addField('sales/contacts', {
      key: 'revenue',
      type: 'number',
      follow: 'accountId.annualRevenue',
    });
    assert.deepEqual(field.behaviour, { kind: 'follow', follow: 'accountId.annualRevenue' });
    await addField('sales/contacts', { key: 'level', type: 'number', default: 7, follow: 'accountId.annualRevenue' });
  });

  const make = (record: Json = {}): Promise<Json> => admin.create(contacts, { firstName: 'A', ...record });

  it('is copied when the reference is set and no value is given', async () => {
    const contact = await make({ accountId: rich._id });
    assert.deepEqual([contact.revenue, contact.level], [1234567.891, 1234567.891]);
    assert.deepEqual([(await make({ accountId: rich._id, revenue: 5 })).revenue, (await make()).revenue], [5, null]);
    const changed = await admin.patch(`${contacts}/${contact._id}`, { accountId: poor._id });
    assert.deepEqual([changed.body.revenue, changed.body.level], [null, null]);
  });

  it('has its default when the other record has no value', async () => {
    const contact = await make({ accountId: poor._id });
    assert.deepEqual([contact.revenue, contact.level], [null, 7]);
  });

  it('does not change with the other record, nor with a write that keeps the reference', async () => {
    const account = await admin.create(accounts, { name: 'Changing', annualRevenue: 1 });
    const contact = await make({ accountId: account._id });
    await admin.patch(`${accounts}/${account._id}`, { annualRevenue: 2 });
    const { body } = await admin.patch(`${contacts}/${contact._id}`, { accountId: account._id, title: 'T' });
    assert.deepEqual([body.revenue, body.title], [1, 'T']);
  });

  it('follows a PUT of the whole record to another reference', async () => {
    const contact = await make({ accountId: rich._id });
    const moved = (await admin.put(`${contacts}/${contact._id}`, { ...contact, accountId: poor._id })).body;
    assert.deepEqual([moved.revenue, moved.level], [1234567.891, 1234567.891]);
    const back = (await admin.put(`${contacts}/${contact._id}`, { firstName: 'B', accountId: rich._id })).body;
    assert.equal(back.revenue, 1234567.891);
  });

  it('copies nothing that the writer may not read, and says nothing about it', async () => {
    const writer = await user({
      permissions: ['sales:read', 'sales:write'],
      hiddenFields: { 'sales.accounts': ['annualRevenue'] },
    });
    const contact = await writer.create(contacts, { firstName: 'A', accountId: rich._id });
    assert.deepEqual([contact.revenue, contact.level], [null, 7]);
    const own = await user({ permissions: ['sales:read:own', 'sales:write:own'] });
    for (const accountId of [rich._id, '01930000-0000-7000-8000-000000000001'])
      invalid(await own.post(contacts, { firstName: 'A', accountId }), { accountId: 'reference_not_found' });
  });

  it('has no value when that of the other record does not fit', async () => {
    await addField('sales/contacts', { key: 'limited', type: 'number', max: 10, follow: 'accountId.annualRevenue' });
    assert.equal((await make({ accountId: rich._id })).limited, null);
  });

  it('is refused with its reason when the reference does not exist, and nothing is written', async () => {
    await assertNoWrites(app, ['sales_contacts'], async () => {
      const accountId = '01930000-0000-7000-8000-000000000001';
      invalid(await admin.post(contacts, { firstName: 'A', accountId }), { accountId: 'reference_not_found' });
    });
    const at = (field: Json) => admin.post(fieldsOf('sales/contacts'), { key: 'bad', ...field });
    invalid(await at({ type: 'text', follow: 'accountId.annualRevenue' }), { follow: 'invalid_type' });
    invalid(await at({ type: 'number', follow: 'accountId.nothing' }), { follow: 'unknown_field' });
    invalid(await at({ type: 'number', follow: 'firstName.annualRevenue' }), { follow: 'unknown_field' });
    invalid(await at({ type: 'number', follow: 'annualRevenue' }), { follow: 'invalid_format' });
  });
});

describe('behaviours of a custom model', () => {
  it('depend on fields of the same request, and work for its records', async () => {
    const reply = await admin.post('/api/data/models', {
      moduleKey: 'sales',
      slug: 'visits',
      titleField: 'number',
      fields: [
        { key: 'number', type: 'autonumber', pattern: 'V{yy}{mm}-{000}' },
        { key: 'doneAt', type: 'datetime', stamp: { when: { state: ['done'] }, set: 'now' } },
        { key: 'state', type: 'choice', options: ['planned', 'done'], default: 'planned' },
        { key: 'accountId', type: 'reference', reference: { moduleKey: 'sales', slug: 'accounts' } },
        { key: 'city', type: 'text', follow: 'accountId.billingCity' },
      ],
    });
    assert.equal(reply.status, 201, reply.text);
    const account = await admin.create(accounts, { name: 'A', billingCity: 'Basel' });
    const visit = await admin.create('/api/sales/visits', { accountId: account._id });
    const month = new Date().toISOString().slice(2, 7).replace('-', '');
    assert.deepEqual([visit.number, visit.city, visit.doneAt], [`V${month}-001`, 'Basel', null]);
    const done = await admin.patch(`/api/sales/visits/${visit._id}`, { state: 'done' });
    assert.ok(done.body.doneAt);
    refused(
      await admin.post('/api/data/models', {
        moduleKey: 'sales',
        slug: 'others',
        fields: [{ key: 'doneAt', type: 'datetime', stamp: { when: { state: ['done'] }, set: 'now' } }],
      }),
      422,
      'validation_failed',
      'fields[0].stamp',
    );
  });
});
