import { Params, scoped } from '#db/params.ts';
import { type Context, queryable } from '../context.ts';
import type { Field } from '../fields/field.ts';
import { includedTooLarge, largestAnswer } from '../limits/answer-size.ts';
import type { Model } from '../models/model.ts';
import { scopedRows, tableAs, visibleJson, withinReach } from '../query/rows.ts';

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

/**
 * The records behind the references, one query for each model. What the caller may not read is left out. `bytesBeside` is
 * what the answer holds already.
 */
export async function readIncluded(
  context: Context,
  fields: readonly Field[],
  rows: string | unknown,
  bytesBeside: number,
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
  const parts: string[] = [];
  let left = largestAnswer - bytesBeside;
  // One after the other, so that together they never hold more than is left.
  for (const [model, ids] of wanted) {
    const { members, bytes } = await readSome(context, model, [...ids], left);
    left -= bytes;
    if (left < 0) throw includedTooLarge();
    if (members !== null) parts.push(members);
  }
  return `{${parts.join(',')}}`;
}

interface Members {
  /** Null when there are none, or more than fit. */
  readonly members: string | null;
  readonly bytes: number;
}

async function readSome(context: Context, model: Model, ids: readonly string[], left: number): Promise<Members> {
  const grant = context.caller.access.grant(model, 'read');
  const params = new Params(context.caller.tenantId);
  const most = params.add(left, 'bigint');
  const rows = await queryable(context).query<Members>(
    `select case when coalesce(sum(octet_length(t.m)), 0) <= ${most} then string_agg(t.m, ',') end as members,
       coalesce(sum(octet_length(t.m)), 0)::float8 as bytes
     from (select '"' || t.id || '":' || t.j as m from ${scoped(
       't',
       `select t.id, ${visibleJson(grant, 't')}::text as j from ${tableAs(model, 't')}
       where ${scopedRows(model, 't')} and t.id = any(${params.add(ids, 'uuid[]')})${withinReach(grant, 't', params)}`,
     )}) t`,
    params.values,
  );
  return rows[0] as Members;
}
