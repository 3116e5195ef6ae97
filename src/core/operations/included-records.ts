import { Params, scoped } from '#db/params.ts';
import { type Context, queryable } from '../context.ts';
import type { Field } from '../fields/field.ts';
import { includedTooLarge, maxAnswerBytes } from '../limits/answer-size.ts';
import type { Model } from '../models/model.ts';
import { scopedRows, tableAs, visibleJson, withinReach } from '../query/rows.ts';

/** The number of arguments in one call. PostgreSQL functions accept at most 100. */
const groupSize = 50;

/** SQL of the ids in a row's included references, one entry per field, in groups. */
export function includedSql(fields: readonly Field[], alias: string): string {
  const values = fields.map((field) => `to_json(${field.sql(alias)})`);
  const groups = Array.from({ length: Math.ceil(values.length / groupSize) }, (_, n) =>
    values.slice(n * groupSize, (n + 1) * groupSize),
  );
  return `json_build_array(${groups.map((group) => `json_build_array(${group.join(', ')})`).join(', ')})`;
}

/**
 * Reads the referenced records, one query per model. Omits records that the caller may not read. `bytesUsed` is the
 * size of the rest of the response.
 */
export async function readIncluded(
  context: Context,
  fields: readonly Field[],
  rows: string | unknown,
  bytesUsed: number,
): Promise<string> {
  const parsed = (typeof rows === 'string' ? JSON.parse(rows) : (rows ?? [])) as (string | string[] | null)[][][];
  const idsByModel = new Map<Model, Set<string>>();
  for (const row of parsed) {
    row.flat(1).forEach((value, n) => {
      if (value === null) return;
      const model = context.registry.target(fields[n] as Field);
      const ids = idsByModel.get(model) ?? new Set();
      idsByModel.set(model, ids);
      for (const id of Array.isArray(value) ? value : [value]) ids.add(id);
    });
  }
  const parts: string[] = [];
  let bytesLeft = maxAnswerBytes - bytesUsed;
  // Read the models one after the other, so that all of them together stay within the size limit of a response.
  for (const [model, ids] of idsByModel) {
    const { members, bytes } = await readMembers(context, model, [...ids], bytesLeft);
    bytesLeft -= bytes;
    if (bytesLeft < 0) throw includedTooLarge();
    if (members !== null) parts.push(members);
  }
  return `{${parts.join(',')}}`;
}

interface Members {
  /** JSON text; null when there are no records or they are too large. */
  readonly members: string | null;
  readonly bytes: number;
}

async function readMembers(context: Context, model: Model, ids: readonly string[], maxBytes: number): Promise<Members> {
  const grant = context.caller.access.grant(model, 'read');
  const params = new Params(context.caller.tenantId);
  const maxParam = params.add(maxBytes, 'bigint');
  const rows = await queryable(context).query<Members>(
    `select case when coalesce(sum(octet_length(t.m)), 0) <= ${maxParam} then string_agg(t.m, ',') end as members,
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
