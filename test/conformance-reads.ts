import assert from 'node:assert/strict';
import { schemaNames } from '#core/derive/openapi/schema-names.ts';
import type { Field } from '#core/fields/field.ts';
import { type Bench, readScope, type Subject } from './conformance-bench.ts';
import type { Client, Json } from './harness.ts';

const fullPage = 'limit=200&count=exact';
const idsOf = (records: Json[]): string[] => records.map((record) => record._id);
const filterOf = (key: string, value: string, operator = ''): string =>
  `filter[${key}]${operator && `[${operator}]`}=${encodeURIComponent(value)}`;

export async function isRead(bench: Bench, { model, first }: Subject): Promise<void> {
  const reply = await bench.call(bench.app.admin, 'GET', model, { id: first._id });
  assert.equal(reply.status, 200);
  assert.deepEqual(reply.body, first);
  assert.equal(reply.headers.get('etag'), `"${first.version}"`);
  assert.deepEqual(Object.keys(reply.body), [...model.fields.keys()]);
}

export async function isListed(bench: Bench, { model, first, second }: Subject): Promise<void> {
  const listed = await bench.call(bench.app.admin, 'GET', model, { query: fullPage });
  const filter = { _id: { in: [first._id, second._id] } };
  const found = await bench.call(bench.app.admin, 'POST', model, { suffix: '/search', body: { filter } });
  for (const { status, body } of [listed, found]) {
    assert.equal(status, 200);
    for (const record of [first, second]) {
      assert.deepEqual(
        body.data.find(({ _id }: Json) => _id === record._id),
        record,
      );
    }
    for (const record of body.data) bench.published.checkRecord(schemaNames(model).record, record);
    assert.equal(body.meta.total, body.data.length);
    assert.equal(body.meta.hasMore, false);
  }
  assert.deepEqual(idsOf(found.body.data).sort(), [first._id, second._id].sort());
}

/**
 * Checks that the document allows no further fields in records. So the tests above would have failed on an answer with
 * an undocumented field.
 */
export function answersAreClosed(bench: Bench, { model, first }: Subject): void {
  const name = schemaNames(model).record;
  const schema = bench.published.document.components.schemas[name];
  assert.deepEqual(Object.keys(schema.properties), [...model.fields.keys()]);
  assert.throws(() => bench.published.checkRecord(name, { ...first, surplus: 1 }), /additional properties/);
}

const textOf = (value: Json): string => String(Array.isArray(value) ? value[0] : value);

/** True when the record matches an equality filter: a list matches when it contains the value. */
const matches = (record: Json, field: Field, value: Json): boolean => {
  const own = record[field.key];
  if (value === null || own === null) return own === value;
  return (Array.isArray(own) ? own.map(String) : [String(own)]).includes(textOf(value));
};

export async function isFoundByEveryField(bench: Bench, { model, first, second }: Subject): Promise<void> {
  const fields = [...model.fields.values()].filter((field) => field.filterable);
  assert.ok(fields.length >= 6);
  await Promise.all(
    fields.map(async (field) => {
      const value = first[field.key];
      const filter = value === null ? filterOf(field.key, 'true', 'null') : filterOf(field.key, textOf(value));
      const { status, body, text } = await bench.call(bench.app.admin, 'GET', model, {
        query: `${filter}&${fullPage}`,
      });
      assert.equal(status, 200, `${field.key}: ${text}`);
      assert.ok(idsOf(body.data).includes(first._id), `${field.key} = ${textOf(value)} does not find the record`);
      for (const record of body.data)
        assert.ok(matches(record, field, value), `${field.key} = ${textOf(value)} finds other records`);
      assert.equal(idsOf(body.data).includes(second._id), matches(second, field, value), field.key);
    }),
  );
}

/** The order of two values of a field; undefined where it depends on the collation of the database. */
function orderOf(a: Json, b: Json): number | undefined {
  if (a === b) return 0;
  if (typeof a !== 'string') return a < b ? -1 : 1;
  const at = [...a].findIndex((letter, n) => letter !== b[n]);
  const sameKind = [/[0-9]/, /[a-z]/, /[A-Z]/].some((kind) => kind.test(a[at] ?? '') && kind.test(b[at] ?? ''));
  return sameKind ? (a < b ? -1 : 1) : undefined;
}

export async function isSortedByEveryField(bench: Bench, { model, first, second }: Subject): Promise<void> {
  const fields = [...model.fields.values()].filter((field) => field.sortable);
  const two = filterOf('_id', `${first._id},${second._id}`, 'in');
  const sorted = async (sort: string): Promise<string[]> => {
    const { status, body, text } = await bench.call(bench.app.admin, 'GET', model, { query: `${two}&sort=${sort}` });
    assert.equal(status, 200, `${sort}: ${text}`);
    return idsOf(body.data);
  };
  const byId = [first._id, second._id].sort();
  await Promise.all(
    fields.map(async ({ key }) => {
      const [up, down] = await Promise.all([sorted(key), sorted(`-${key}`)]);
      assert.deepEqual([...up].sort(), byId, key);
      // Nulls come last in both directions.
      const [empty, ...more] = [first, second].filter((record) => record[key] === null);
      if (empty && more.length === 0) return assert.deepEqual([up[1], down[1]], [empty._id, empty._id], key);
      const order = orderOf(first[key], second[key]);
      // Equal values are ordered by id, always ascending.
      if (order === 0) return assert.deepEqual([up, down], [byId, byId], key);
      assert.deepEqual(down, up.toReversed(), `-${key} is not the reverse of ${key}`);
      if (order !== undefined) assert.equal(up[0], order < 0 ? first._id : second._id, `${key} is not ascending`);
    }),
  );
}

/** Asserts 403, and that the details name the missing scope. */
export function refusesWithout(reply: { status: number; body: Json }, scope: string): void {
  assert.equal(reply.status, 403);
  assert.equal(reply.body.error.code, 'forbidden');
  const [detail] = reply.body.error.details;
  assert.equal(detail.code, 'missing_scope');
  assert.equal(detail.field, scope);
  assert.ok(detail.message.includes(scope));
}

export async function needsScopeToRead(bench: Bench, { model, first }: Subject): Promise<void> {
  const scope = readScope(model);
  const denied = await bench.everythingBut(scope);
  refusesWithout(await bench.call(denied, 'GET', model), scope);
  refusesWithout(await bench.call(denied, 'GET', model, { id: first._id }), scope);
  refusesWithout(await bench.call(denied, 'POST', model, { suffix: '/search', body: {} }), scope);
  refusesWithout(await bench.call(denied, 'GET', model, { suffix: '/aggregate', query: 'count=true' }), scope);
  const allowed = await bench.readerOf(model);
  const shown = Object.entries(first).filter(([key]) => !model.guarded.some((field) => field.key === key));
  assert.deepEqual((await bench.call(allowed, 'GET', model, { id: first._id })).body, Object.fromEntries(shown));
}

export async function isUnseenBy(bench: Bench, { model, first }: Subject, stranger: Client): Promise<void> {
  const one = await bench.call(stranger, 'GET', model, { id: first._id });
  assert.equal(one.status, 404);
  assert.equal(one.body.error.code, 'not_found');
  assert.ok(!one.text.includes(first.createdAt));
  const filter = { _id: first._id };
  const listed = await bench.call(stranger, 'GET', model, { query: filterOf('_id', first._id) });
  const found = await bench.call(stranger, 'POST', model, { suffix: '/search', body: { filter } });
  for (const { status, body } of [listed, found]) {
    assert.equal(status, 200);
    assert.deepEqual(body.data, []);
    assert.equal(body.meta.total, 0);
  }
  const counted = await bench.call(stranger, 'GET', model, {
    suffix: '/aggregate',
    query: `count=true&${filterOf('_id', first._id)}`,
  });
  assert.equal(counted.body.data[0].count, 0);
}
