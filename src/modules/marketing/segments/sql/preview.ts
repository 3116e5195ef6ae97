import type { Grant } from '#core/access/access.ts';
import { type Context, queryable } from '#core/context.ts';
import { scopedRows, tableAs, visibleJson, withinReach } from '#core/query/rows.ts';
import { Params, scoped } from '#db/params.ts';
import type { CompiledSegment } from '../definition/compile-segment.ts';

const matching = (grant: Grant, { sqlOf }: CompiledSegment, params: Params): string =>
  `${tableAs(grant.model, 't')} where ${scopedRows(grant.model, 't')} and ${sqlOf('t', params)}${withinReach(grant, 't', params)}`;

export async function countMatching(context: Context, grant: Grant, compiled: CompiledSegment): Promise<number> {
  const params = new Params(context.caller.tenantId);
  const [row] = await queryable(context).query<{ count: number }>(
    `select r.count from ${scoped('r', `select count(*)::int as count from ${matching(grant, compiled, params)}`)}`,
    params.values,
  );
  return row?.count ?? 0;
}

/** The newest of the matching records. */
export async function readSample(
  context: Context,
  grant: Grant,
  compiled: CompiledSegment,
  size: number,
): Promise<Record<string, unknown>[]> {
  const params = new Params(context.caller.tenantId);
  const rows = await queryable(context).query<{ record: Record<string, unknown> }>(
    `select r.record from ${scoped(
      'r',
      `select ${visibleJson(grant, 't')} as record from ${matching(grant, compiled, params)}
       order by t.created_at desc, t.id desc limit ${params.add(size, 'int')}`,
    )}`,
    params.values,
  );
  return rows.map(({ record }) => record);
}
