import { type Context, queryable } from '#core/context.ts';
import { scopedRows, tableAs } from '#core/query/rows.ts';
import { Params, scoped } from '#db/params.ts';
import type { Transferred } from './transferred.ts';

/** The ids of records whose field names the user, after an id and in order. */
export async function heldRecords(
  context: Context,
  { model, field }: Transferred,
  userId: string,
  after: string,
  limit: number,
): Promise<string[]> {
  const params = new Params(context.caller.tenantId);
  const rows = await queryable(context).query<{ id: string }>(
    `select r.id from ${scoped(
      'r',
      `select t.id from ${tableAs(model, 't')} where ${scopedRows(model, 't')}
         and ${field.sql('t')} = ${params.add(userId, 'uuid')} and t.id > ${params.add(after, 'uuid')}
       order by t.id limit ${limit}`,
    )}`,
    params.values,
  );
  return rows.map(({ id }) => id);
}

/** The number of these records, counted up to a limit for each field. */
export async function countHeld(
  context: Context,
  fields: readonly Transferred[],
  userId: string,
  limit: number,
): Promise<number> {
  if (fields.length === 0) return 0;
  const params = new Params(context.caller.tenantId);
  const user = params.add(userId, 'uuid');
  const counts = fields.map(
    ({ model, field }) => `select count(*) as n from (select 1 from ${tableAs(model, 't')}
      where ${scopedRows(model, 't')} and ${field.sql('t')} = ${user} limit ${limit}) c`,
  );
  const [row] = await queryable(context).query<{ count: number }>(
    `select s.count from ${scoped('s', `select sum(n)::int as count from (${counts.join(' union all ')}) all_counts`)}`,
    params.values,
  );
  return row?.count ?? 0;
}
