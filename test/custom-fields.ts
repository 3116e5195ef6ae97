import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { assertNoWrites, ids, invalid, nobody, refused, withoutSecrets } from './expect.ts';
import type { Json, Reply, StoredEvent, TestApp } from './harness.ts';

interface Sample {
  /** Properties of the definition besides key and type. */
  readonly more?: Json;
  /** Two valid values in ascending order, and the query value that finds the first. */
  readonly values: readonly [Json, Json];
  readonly query?: string;
  readonly wrong: readonly unknown[];
  readonly sortable: boolean;
}

/**
 * Samples of custom fields of every type. `target` is the model that references point to, `ids` two records of it in
 * order.
 */
const samples = (target: Json, ids: readonly [string, string]): Record<string, Sample> => ({
  text: { values: ['alpha', 'beta'], query: 'alpha', wrong: [1, 'x'.repeat(256)], sortable: true },
  longText: { values: ['a\nb', 'c'], query: 'a%0Ab', wrong: [1, {}], sortable: false },
  email: { values: ['a@example.com', 'b@example.com'], query: 'A@example.com', wrong: ['a', 1], sortable: true },
  phone: {
    values: ['+1 202 555 0101', '+1 202 555 0102'],
    query: '%2B1 202 555 0101',
    wrong: ['x', 1],
    sortable: true,
  },
  url: {
    values: ['https://a.example/', 'https://b.example/'],
    query: 'https://a.example/',
    wrong: ['a'],
    sortable: true,
  },
  number: { values: [9.5, 12345.678], query: '9.50', wrong: ['9.5', true, 1e20], sortable: true },
  integer: { values: [9, 10], query: '9', wrong: ['9', 1.5], sortable: true },
  boolean: { values: [false, true], query: 'false', wrong: ['false', 0], sortable: true },
  date: { values: ['2026-01-31', '2026-02-01'], query: '2026-01-31', wrong: ['2026-02-30', 1], sortable: true },
  datetime: {
    values: ['2026-01-31T09:30:00.000Z', '2026-01-31T09:30:00.001Z'],
    query: '2026-01-31T10:30:00%2B01:00',
    wrong: ['2026-01-31', 1],
    sortable: true,
  },
  choice: {
    more: { options: [{ value: 'one', label: 'One' }] },
    values: ['one', 'two'],
    query: 'one',
    wrong: ['', 1, 'x'.repeat(101)],
    sortable: true,
  },
  reference: { more: { reference: target }, values: ids, query: ids[0], wrong: ['x', 1], sortable: true },
  references: {
    more: { reference: target },
    values: [[ids[0]], [ids[1]]],
    query: ids[0],
    wrong: ['x', [1]],
    sortable: false,
  },
  list: { values: [['red', 'blue'], ['green']], query: 'red', wrong: ['red', [1]], sortable: false },
  json: { values: [{ a: [1, null, 'x'] }, [true]], wrong: [], sortable: false },
  secret: { values: ['hush', 'quiet'], wrong: [1, ''], sortable: false },
});

/** A value in the form of answers: a secret only as set or not set. */
const shown = (type: string, value: Json): Json => (type === 'secret' ? { set: value !== null } : value);

const keyOf = (type: string): string => `my${type.charAt(0).toUpperCase()}${type.slice(1)}`;

export const models = '/api/data/models';
export const fieldsOf = (model: string): string => `${models}/${model}/fields`;
export const keys = (model: Json): string[] => model.fields.map(({ key }: Json) => key);

/** Returns the events of schema changes, newest last. */
export const schemaEvents = async ({ events }: Pick<TestApp, 'events'>): Promise<StoredEvent[]> =>
  (await events()).filter((event) => event.model === 'data.models');

/** A model with a custom field of every type, and for each type two records with a value. */
interface Subject {
  readonly app: TestApp;
  readonly model: string;
  readonly path: string;
  /** The required fields of a record. */
  readonly required: Json;
  readonly custom: boolean;
  all: [string, Sample][];
  fieldReplies: Reply[];
  accounts: [Json, Json];
  saved: [Json, Json][];
  empty: Json;
}

async function prepare(at: Subject): Promise<void> {
  const { admin } = at.app;
  if (at.custom) {
    const fields = [{ key: 'title', type: 'text', required: true, searchable: true }];
    await admin.create(models, { moduleKey: 'sales', slug: 'projects', titleField: 'title', fields });
  }
  const [first, second] = [
    await admin.create('/api/sales/accounts', { name: 'First' }),
    await admin.create('/api/sales/accounts', { name: 'Second' }),
  ];
  at.accounts = [first, second];
  at.all = Object.entries(samples({ moduleKey: 'sales', slug: 'accounts' }, [first._id, second._id]));
  at.empty = await admin.create(at.path, at.required);
  for (const [type, { more }] of at.all) {
    at.fieldReplies.push(await admin.post(fieldsOf(at.model), { key: keyOf(type), type, ...more }));
  }
  for (const [type, { values }] of at.all) {
    const [a, b] = values.map((value) => ({ ...at.required, [keyOf(type)]: value }));
    at.saved.push([await admin.create(at.path, a), await admin.create(at.path, b)]);
  }
}

/** Checks that custom fields can do what built-in fields can, with the same tests for a built-in and a custom model. */
export function customFieldsBehave(app: TestApp, title: string, model: 'sales/leads' | 'sales/projects'): void {
  const custom = model === 'sales/projects';
  const required = custom ? { title: 'P' } : { company: 'P' };
  const unprepared = { all: [], fieldReplies: [], saved: [], accounts: [null, null] as [Json, Json], empty: null };
  const at: Subject = { app, model, path: `/api/${model}`, required, custom, ...unprepared };
  describe(title, () => {
    before(() => prepare(at));
    writes(at);
    lists(at);
    aggregates(at);
    references(at);
    rules(at);
  });
}

/** A model as it is declared. Answers show the statuses of the tenant as options. */
const declared = (view: Json): Json => ({
  ...view,
  fields: view.fields.map(({ options, ...field }: Json) =>
    field.behaviour?.kind === 'status' ? field : { ...field, ...(options && { options }) },
  ),
});

function writes(at: Subject): void {
  const { app, model, path, required } = at;
  const { admin, events } = app;

  it('is created without a restart, for every type, each with its event', async () => {
    const view = (await admin.get(`${models}/${model}`)).body;
    const written = (await schemaEvents(app)).slice(-at.all.length);
    for (const [n, [type]] of at.all.entries()) {
      const { status, text, body } = at.fieldReplies[n] as Reply;
      assert.equal(status, 201, text);
      assert.deepEqual([body.key, body.type, body.custom], [keyOf(type), type, true]);
      assert.deepEqual(
        view.fields.find(({ key }: Json) => key === keyOf(type)),
        body,
      );
      assert.deepEqual([written[n]?.type, written[n]?.actor_id], ['model.updated', admin.userId]);
      assert.ok(keys(written[n]?.record).includes(keyOf(type)) && !keys(written[n]?.previous).includes(keyOf(type)));
    }
    assert.deepEqual(declared(written.at(-1)?.record), declared(view));
  });

  it('is written, validated and read like a built-in field, with its events', async () => {
    for (const [n, [type, { values, wrong }]] of at.all.entries()) {
      const key = keyOf(type);
      const [record] = at.saved[n] as [Json, Json];
      const one = `${path}/${record._id}`;
      assert.deepEqual((await admin.get(`${path}/${at.empty._id}`)).body[key], shown(type, null), type);
      assert.deepEqual(record[key], shown(type, values[0]));
      assert.deepEqual((await admin.get(`${one}?fields=${key}`)).body[key], record[key]);
      const patched = await admin.patch(one, { [key]: null });
      assert.deepEqual(patched.body[key], shown(type, null));
      await admin.patch(one, { [key]: values[0] });
      const written = await events(record._id);
      assert.deepEqual(
        written.map((event) => event.record[key]),
        [record[key], patched.body[key], record[key]].map((value) => (type === 'secret' ? undefined : value)),
      );
      assert.deepEqual(written[1]?.previous, withoutSecrets(record));
      await assertNoWrites(app, ['custom_records', 'sales_leads'], async () => {
        for (const value of wrong) {
          refused(await admin.post(path, { ...required, [key]: value }), 422, 'validation_failed', key);
        }
      });
    }
  });
}

/** Reads a list page by page, one record a page, until it has `count` ids. */
async function readByPages({ app, path }: Subject, sort: string, count: number): Promise<string[]> {
  const found: string[] = [];
  let cursor = '';
  do {
    const page = await app.admin.get(`${path}?sort=${sort}&limit=1${cursor}`);
    found.push(...ids(page));
    cursor = page.body.meta.nextCursor ? `&cursor=${page.body.meta.nextCursor}` : '';
  } while (cursor !== '' && found.length < count);
  return found;
}

function lists(at: Subject): void {
  const { app, path } = at;
  const { admin } = app;

  it('can be filtered by', async () => {
    for (const [n, [type, { query }]] of at.all.entries()) {
      const key = keyOf(type);
      if (query === undefined) {
        refused(await admin.get(`${path}?filter[${key}]=x`), 400, 'bad_request');
        continue;
      }
      const [first, second] = at.saved[n] as [Json, Json];
      assert.deepEqual(ids(await admin.get(`${path}?filter[${key}]=${query}`)), [first._id], type);
      const set = ids(await admin.get(`${path}?filter[${key}][null]=false`));
      assert.deepEqual(set.sort(), [first._id, second._id].sort(), type);
      const not = ids(await admin.get(`${path}?filter[${key}][ne]=${query}&limit=200`));
      assert.ok(not.includes(at.empty._id) && not.includes(second._id) && !not.includes(first._id), type);
    }
    assert.equal(ids(await admin.get(`${path}?filter[myReference.name]=First`)).length, 1);
    const search = { filter: { myNumber: { between: [9, 10] }, or: [{ myText: 'x' }, { myNumber: 9.5 }] } };
    assert.equal(ids(await admin.post(`${path}/search`, search)).length, 1);
  });

  it('can be sorted by, with nulls last and with cursors', async () => {
    for (const [n, [type, { sortable }]] of at.all.entries()) {
      const key = keyOf(type);
      if (!sortable) {
        refused(await admin.get(`${path}?sort=${key}`), 400, 'bad_request', 'sort');
        continue;
      }
      const [first, second] = (at.saved[n] as [Json, Json]).map(({ _id }) => _id);
      for (const [sort, order] of [
        [key, [first, second]],
        [`-${key}`, [second, first]],
      ] as const) {
        const expected = ids(await admin.get(`${path}?sort=${sort}&limit=200`));
        assert.deepEqual(expected.slice(0, 2), order, sort);
        assert.deepEqual(await readByPages(at, sort, 4), expected.slice(0, 4), sort);
      }
    }
  });
}

function aggregates(at: Subject): void {
  const { app, path } = at;
  const { admin } = app;

  const aggregate = async (query: string) => {
    const reply = await admin.get(`${path}/aggregate?${query}`);
    assert.equal(reply.status, 200, reply.text);
    return reply.body.data;
  };

  it('can be summed and grouped by', async () => {
    const filter = 'filter[myNumber][null]=false';
    const measured = { sum: { myNumber: 12355.178, myInteger: null }, max: { myNumber: 12345.678 } };
    const query = `sum=myNumber,myInteger&max=myNumber&${filter}`;
    assert.deepEqual(await aggregate(`${query}&count=true`), [{ count: 2, ...measured }]);
    assert.deepEqual(await aggregate(query), [measured]);
    assert.deepEqual(await aggregate('groupBy=myDate:month&count=true&filter[myDate][null]=false'), [
      { myDate: '2026-01-01', count: 1 },
      { myDate: '2026-02-01', count: 1 },
    ]);
    assert.deepEqual(await aggregate('groupBy=myReference.name&filter[myReference][null]=false'), [
      { 'myReference.name': 'First', count: 1 },
      { 'myReference.name': 'Second', count: 1 },
    ]);
  });

  it('puts all records without a value into one group, whether cleared or never set', async () => {
    await admin.patch(`${path}/${at.empty._id}`, { myChoice: null });
    const { total } = (await admin.get(path)).body.meta;
    assert.deepEqual(await aggregate('groupBy=myChoice&count=true'), [
      { myChoice: 'one', count: 1 },
      { myChoice: 'two', count: 1 },
      { myChoice: null, count: total - 2 },
    ]);
  });
}

function references(at: Subject): void {
  const { app, path, required } = at;
  const { admin, events, tenant } = app;

  it('is included when it is a reference, and cleared when its target is deleted', async () => {
    const account = await admin.create('/api/sales/accounts', { name: 'Goes' });
    const other = at.accounts[0]._id;
    const both = { myReference: account._id, myReferences: [other, account._id] };
    const record = await admin.create(path, { ...required, ...both });
    const { included } = (await admin.get(`${path}/${record._id}?include=myReference,myReferences`)).body;
    assert.deepEqual(Object.keys(included).sort(), [other, account._id].sort());
    await admin.delete(`/api/sales/accounts/${account._id}`);
    const now = (await admin.get(`${path}/${record._id}`)).body;
    assert.deepEqual([now.myReference, now.myReferences], [null, [other]]);
    const written = await events(record._id);
    assert.deepEqual([written[1]?.previous, written.at(-1)?.record], [withoutSecrets(record), withoutSecrets(now)]);
    assert.ok(written.slice(1).every((event) => event.type.endsWith('.updated')));
    await admin.delete(`${path}/${record._id}`);
  });

  it('refers only to records of the same tenant', async () => {
    const foreign = await (await tenant()).create('/api/sales/accounts', { name: 'Theirs' });
    await assertNoWrites(app, ['custom_records', 'sales_leads'], async () => {
      for (const id of [nobody, foreign._id]) {
        const reply = await admin.post(path, { ...required, myReference: id, myReferences: [id] });
        invalid(reply, { myReference: 'reference_not_found', myReferences: 'reference_not_found' });
      }
    });
  });

  it('distinguishes an empty list from null, as built-in fields do', async () => {
    const record = await admin.create(path, { ...required, myReferences: [], myList: [] });
    assert.deepEqual([record.myReferences, record.myList], [[], []]);
    for (const key of ['myReferences', 'myList']) {
      assert.ok(ids(await admin.get(`${path}?filter[${key}][null]=false`)).includes(record._id), key);
      assert.deepEqual(ids(await admin.get(`${path}?filter[${key}][null]=true&filter[_id]=${record._id}`)), []);
    }
    await admin.delete(`${path}/${record._id}`);
  });
}

function rules(at: Subject): void {
  const { app, model, path, required } = at;
  const { admin, sql, user } = app;

  it('keeps every digit of a number, and stores no secret in plain text', async () => {
    const title = at.custom ? '"title":"P",' : '"company":"P",';
    const exact = await admin.post(path, `{${title}"myNumber":12345678901234567890.12,"mySecret":"hush hush"}`);
    assert.match(exact.text, /"myNumber":\s*12345678901234567890\.12\b/);
    assert.match((await admin.get(`${path}/${exact.body._id}`)).text, /"myNumber":\s*12345678901234567890\.12\b/);
    const table = at.custom ? 'custom_records' : 'sales_leads';
    const [row] = await sql(`select custom::text as text from ${table} where id = $1`, [exact.body._id]);
    const [event] = await sql('select record::text as text from events where record_id = $1', [exact.body._id]);
    for (const { text } of [row, event, exact]) assert.ok(!text.includes('hush hush'));
    assert.match(event.text, /12345678901234567890\.12\b/);
    await admin.delete(`${path}/${exact.body._id}`);
  });

  it('may be required, unique, searchable, limited, strict, and have a default', async () => {
    const fields = [
      { key: 'code', type: 'text', unique: true, maxLength: 5, searchable: true },
      { key: 'grade', type: 'choice', strict: true, options: [{ value: 'a', label: 'A' }], default: 'a' },
      { key: 'rank', type: 'integer', min: 1, max: 3, default: 2 },
      { key: 'serial', type: 'number', unique: true },
      { key: 'must', type: 'text', required: true },
    ];
    for (const field of fields) await admin.create(fieldsOf(model), field);
    const base = { ...required, must: 'x' };
    const record = await admin.create(path, { ...base, code: 'Quark', serial: 10 });
    assert.deepEqual([record.grade, record.rank], ['a', 2]);
    await assertNoWrites(app, ['custom_records', 'custom_uniques', 'sales_leads'], async () => {
      invalid(await admin.post(path, required), { must: 'required' });
      invalid(await admin.patch(`${path}/${record._id}`, { must: null }), { must: 'required' });
      invalid(await admin.post(path, { ...base, code: 'longer', grade: 'b', rank: 4 }), {
        code: 'too_long',
        grade: 'not_an_option',
        rank: 'out_of_range',
      });
      refused(await admin.post(path, { ...base, code: 'QUARK' }), 409, 'unique_violation', 'code');
      refused(await admin.post(path, { ...base, serial: 10 }), 409, 'unique_violation', 'serial');
    });
    assert.deepEqual(ids(await admin.get(`${path}?q=quar`)), [record._id]);
    const operations = [{ op: 'upsert', by: 'code', record: { ...base, code: 'Quark', rank: 3 } }];
    const { results } = (await admin.post(`${path}/bulk`, { operations })).body;
    assert.deepEqual([results[0].status, results[0].record._id], [200, record._id]);
    const put = await admin.put(`${path}/${record._id}`, { ...base, code: 'Other' });
    assert.deepEqual([put.body.rank, put.body.serial], [2, null]);
    const next = await admin.create(path, { ...base, code: 'quark', serial: 10 });
    await admin.delete(`${path}/${next._id}`);
    const crowd = await Promise.all(Array.from({ length: 5 }, () => admin.post(path, { ...base, code: 'quark' })));
    assert.deepEqual(crowd.map(({ status }) => status).sort(), [201, 409, 409, 409, 409]);
  });

  it('can be hidden from a role', async () => {
    const name = model.replace('/', '.');
    const caller = await user({ permissions: ['*'], hiddenFields: { [name]: ['myText', 'code'] } });
    const list = await caller.get(`${path}?limit=200`);
    assert.ok(list.body.data.length > 0 && list.body.data.every((record: Json) => !('myText' in record)));
    refused(await caller.get(`${path}?filter[myText]=alpha`), 400, 'bad_request');
    assert.deepEqual(ids(await caller.get(`${path}?q=quark`)), []);
    assert.ok(!keys((await caller.get(`${models}/${model}`)).body).includes('myText'));
  });
}
