import { type Context, queryable } from '#core/context.ts';
import type { Condition } from '#core/query/filter.ts';
import { compileConditions } from '#core/query/filter-sql.ts';
import { scopedRows, tableAs, withinReach } from '#core/query/rows.ts';
import { Params, scoped } from '#db/params.ts';
import { audienceSql, resolveAudience } from '../../segments/contract.ts';
import type { RunningWorkflow } from './running-workflow.ts';

export interface Requirements {
  readonly conditions?: readonly Condition[];
  /** True to require the segments of the workflow too. */
  readonly withAudience?: boolean;
}

/** The records among these ids that the caller may read and that meet the requirements. */
export async function eligibleIds(
  context: Context,
  { model, definition }: RunningWorkflow,
  ids: readonly string[],
  { conditions = [], withAudience = false }: Requirements,
): Promise<string[]> {
  if (ids.length === 0) return [];
  const { segmentIds, excludedSegmentIds } = definition;
  const hasAudience = withAudience && segmentIds.length + excludedSegmentIds.length > 0;
  const audience = hasAudience ? await resolveAudience(context, model, { segmentIds, excludedSegmentIds }) : undefined;
  // Segments that were deleted since contain nobody.
  if (audience && segmentIds.length > 0 && audience.included.length === 0) return [];
  const params = new Params(context.caller.tenantId);
  const grant = context.caller.access.grant(model, 'read');
  const given = params.add([...new Set(ids)], 'uuid[]');
  const rows = await queryable(context).query<{ id: string }>(
    `select r.id from ${scoped(
      'r',
      `select t.id from ${tableAs(model, 't')} where ${scopedRows(model, 't')} and t.id = any(${given})
         ${compileConditions(conditions, 't', params)}${audience ? audienceSql(audience, 't', params) : ''}
         ${withinReach(grant, 't', params)} order by t.id`,
    )}`,
    params.values,
  );
  return rows.map(({ id }) => id);
}
