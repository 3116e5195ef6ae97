import assert from 'node:assert/strict';
import { fieldsOf } from './custom-fields.ts';
import { eventually } from './eventually.ts';
import type { Client, Json, TestApp } from './harness.ts';

/** Tools for tests of formulas that are marked as indexed. */

type Sql = Pick<TestApp, 'sql'>;

export async function stateOf(client: Client, model: string, key: string): Promise<Json> {
  const { body } = await client.get(`/api/data/models/${model}`);
  return body.fields.find((field: Json) => field.key === key);
}

/** Waits until filters use the index of a formula. The indexes become old first, because a young one is not ready. */
export async function waitForIndex({ sql }: Sql, client: Client, model: string, key: string): Promise<void> {
  await eventually(async () => {
    await sql(
      `update formula_indexes set created_at = created_at - interval '1 minute' where state = 'building' and created_at > now() - interval '30 seconds'`,
    );
    assert.equal((await stateOf(client, model, key)).indexState, 'ready');
  });
}

/** Adds a formula with an index, and the same without one under the key with `Plain`. */
export async function addFormulas(client: Client, model: string, key: string, formula: string): Promise<void> {
  await client.create(fieldsOf(model), { key, type: 'formula', formula, index: true });
  await client.create(fieldsOf(model), { key: `${key}Plain`, type: 'formula', formula });
}

/** Asserts that each record of a table has one copy for each index of its model, with the value that its formula has now. */
export async function assertCopies(
  app: Sql,
  client: Client,
  { path, table, model, keys }: { path: string; table: string; model: string; keys: readonly string[] },
): Promise<void> {
  const [{ id }] = await app.sql('select id::text from tenants where account_key = $1', [client.accountKey]);
  const indexes = await app.sql(
    `select i.id, f.key from formula_indexes i join custom_fields f on f.tenant_id = i.tenant_id and f.id = i.field_id
     where i.tenant_id = $1 and i.model = $2 and i.state <> 'dropped'`,
    [id, model],
  );
  assert.deepEqual(indexes.map(({ key }) => key).sort(), [...keys].sort());
  const records = new Map<string, Json>();
  for (let cursor = ''; ; ) {
    const { body } = await client.get(`${path}?limit=200&sort=_id${cursor}`);
    for (const record of body.data) records.set(record._id, record);
    if (!body.meta.nextCursor) break;
    cursor = `&cursor=${body.meta.nextCursor}`;
  }
  const [{ count }] = await app.sql(`select count(*)::int as count from ${table} where tenant_id = $1`, [id]);
  assert.equal(records.size, count);
  for (const index of indexes) {
    const copies = await app.sql(
      'select record_id, number, text from formula_values where tenant_id = $1 and index_id = $2',
      [id, index.id],
    );
    assert.deepEqual(
      copies.map(({ record_id, number, text }) => [record_id, number ?? text]).sort(),
      Array.from(records.values(), (record) => [record._id, copied(record[index.key])]).sort(),
    );
  }
}

function copied(value: Json): Json {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\d(T|$)/.test(value)) return Date.parse(value);
  return typeof value === 'string' ? value.slice(0, 200) : value;
}
