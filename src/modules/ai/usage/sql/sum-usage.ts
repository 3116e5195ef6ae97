import type { Grant } from '#core/access/access.ts';
import { type Context, queryable } from '#core/context.ts';
import { whereListed } from '#core/operations/list.ts';
import { tableAs } from '#core/query/rows.ts';
import { Params, scoped } from '#db/params.ts';
import type { Days } from '#lib/days.ts';

/** The SQL expression of each group. */
const groupSql = {
  day: `to_char(t.started_at at time zone 'utc', 'YYYY-MM-DD')`,
  user: 't.user_id',
  model: 't.model',
} as const;

export type UsageGroup = keyof typeof groupSql;
export const usageGroups = Object.keys(groupSql) as UsageGroup[];

export interface UsageSums {
  readonly requests: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly cachedTokens: number;
  readonly totalTokens: number;
  readonly cost: number | null;
  readonly unpriced: number;
}

export interface UsageRow extends UsageSums {
  readonly isTotal: boolean;
  readonly day: string | null;
  readonly user: string | null;
  readonly model: string | null;
}

const sum = (column: string, name: string) => `coalesce(sum(t.${column}), 0)::float8 as "${name}"`;

/**
 * Sums the usage of completions in these days, by group and in total, over the logs that the caller may read. MCP calls
 * and requests without a key are left out, because they call no language model.
 */
export function sumUsage(
  context: Context,
  grant: Grant,
  { from, to }: Days,
  groups: readonly UsageGroup[],
  limit: number,
): Promise<UsageRow[]> {
  const params = new Params(context.caller.tenantId);
  const where = whereListed(grant, { conditions: [], q: undefined }, params);
  const begin = `${params.add(from, 'date')}::timestamp at time zone 'utc'`;
  const end = `${params.add(to, 'date')}::timestamp at time zone 'utc'`;
  const keys = usageGroups.map((key) => `${groups.includes(key) ? groupSql[key] : 'null::text'} as "${key}"`);
  const expressions = groups.map((key) => groupSql[key]).join(', ');
  return queryable(context).query<UsageRow>(
    `select u.* from ${scoped(
      'u',
      `select grouping(${groupSql[groups[0] ?? 'day']}) = 1 as "isTotal", ${keys.join(', ')},
         count(*)::float8 as requests, ${sum('prompt_tokens', 'promptTokens')}, ${sum('completion_tokens', 'completionTokens')},
         ${sum('cached_tokens', 'cachedTokens')}, ${sum('total_tokens', 'totalTokens')}, sum(t.cost)::float8 as cost,
         count(*) filter (where t.total_tokens > 0 and t.cost is null)::float8 as unpriced
       from ${tableAs(grant.model, 't')}
       where ${where} and t.started_at >= ${begin} and t.started_at < ${end} and t.operation is distinct from 'mcp'
         and (t.error->>'code') is distinct from 'ai_not_configured'
       group by grouping sets ((${expressions}), ())
       order by 1 desc, ${groups.map((key) => groupSql[key]).join(', ')} limit ${limit + 2}`,
    )}`,
    params.values,
  );
}
