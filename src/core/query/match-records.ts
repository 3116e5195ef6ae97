import { Params, scoped } from '#db/params.ts';
import type { Grant } from '../access/access.ts';
import { type Context, queryable } from '../context.ts';
import type { Condition } from './filter.ts';
import { compileConditions } from './filter-sql.ts';
import { scopedRows, tableAs, visibleJson, withinReach } from './rows.ts';

export interface MatchedRecord {
  readonly id: string;
  /** For each group of conditions: whether the record meets all of them. */
  readonly matched: readonly boolean[];
  /** The record as JSON text, with the fields that the caller may see. */
  readonly record: string;
}

/** Reads records within the reach of a grant, and compares each with groups of conditions, in one statement. */
export function matchRecords(
  context: Context,
  grant: Grant,
  ids: readonly string[],
  groups: readonly (readonly Condition[])[],
): Promise<MatchedRecord[]> {
  const { model } = grant;
  const params = new Params(context.caller.tenantId);
  const tests = groups.map((conditions) => `(true${compileConditions(conditions, 't', params)}) is true`);
  return queryable(context).query<MatchedRecord>(
    `select r.* from ${scoped(
      'r',
      `select t.id, array[${tests.join(', ')}]::boolean[] as matched, ${visibleJson(grant, 't')}::text as record
       from ${tableAs(model, 't')} where ${scopedRows(model, 't')} and t.id = any(${params.add(ids, 'uuid[]')})
         ${withinReach(grant, 't', params)}`,
    )}`,
    params.values,
  );
}
