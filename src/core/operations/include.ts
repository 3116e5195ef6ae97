import { Params, scoped } from '#db/params.ts';
import { type Context, queryable } from '../context.ts';
import type { Field } from '../fields/field.ts';
import type { Model } from '../model.ts';
import { scopedRows, tableAs, visibleJson, withinReach } from '../rows.ts';

/** PostgreSQL functions take a hundred arguments at most. */
const together = 50;

/** SQL of the ids that a row's included references hold, by field, in groups. */
export function includedSql(fields: readonly Field[], alias: string): string {
  const values = fields.map((field) => `to_json(${field.sql(alias)})`);
  const groups = Array.from({ length: Math.ceil(values.length / together) }, (_, n) =>
    values.slice(n * together, (n + 1) * together),
  );
  return `json_build_array(${groups.map((group) => `json_build_array(${group.join(', ')})`).join(', ')})`;
}

/** The records behind the references, one query for each model. What the caller may not read is left out. */
export async function readIncluded(
  context: Context,
  fields: readonly Field[],
  rows: string | unknown,
): Promise<string> {
  const parsed = (typeof rows === 'string' ? JSON.parse(rows) : (rows ?? [])) as (string | string[] | null)[][][];
  const wanted = new Map<Model, Set<string>>();
  for (const row of parsed) {
    row.flat(1).forEach((value, n) => {
      if (value === null) return;
      const model = context.registry.target(fields[n] as Field);
      const ids = wanted.get(model) ?? new Set();
      wanted.set(model, ids);
      for (const id of Array.isArray(value) ? value : [value]) ids.add(id);
    });
  }
  const parts = await Promise.all(Array.from(wanted, ([model, ids]) => readSome(context, model, [...ids])));
  return `{${parts.filter((part) => part !== '').join(',')}}`;
}

async function readSome(context: Context, model: Model, ids: readonly string[]): Promise<string> {
  const grant = context.caller.access.grant(model, 'read');
  const params = new Params(context.caller.tenantId);
  const rows = await queryable(context).query<{ members: string | null }>(
    `select string_agg('"' || t.id || '":' || t.j, ',') as members
     from ${scoped(
       't',
       `select t.id, ${visibleJson(grant, 't')}::text as j from ${tableAs(model, 't')}
       where ${scopedRows(model, 't')} and t.id = any(${params.add(ids, 'uuid[]')})${withinReach(grant, 't', params)}`,
     )}`,
    params.values,
  );
  return rows[0]?.members ?? '';
}
