import { type Context, queryable } from '#core/context.ts';
import { Params, plannedEachTime, scoped } from '#db/params.ts';
import { type CountName, type Counts, countNames, type StatisticsFilter } from '../statistics.ts';
import { MatchingFacts } from './matching-facts.ts';

/** The kind of fact behind each number. `delivered` also includes the facts of `assumed`. */
const kindOf: Readonly<Record<CountName, string>> = {
  sent: 'sent',
  delivered: 'delivered',
  opened: 'opened',
  uniqueOpens: 'firstOpened',
  clicked: 'clicked',
  uniqueClicks: 'firstClicked',
  bounced: 'bounced',
  complained: 'complained',
  unsubscribed: 'unsubscribed',
  failed: 'failed',
};

const groupings = {
  day: { sql: (alias: string) => `(${alias}.at at time zone 'UTC')::date::text`, order: 'c.name desc' },
  domain: { sql: (alias: string) => `${alias}.domain`, order: 'sent desc, c.name' },
} as const;

interface CountRow extends Counts {
  readonly total: boolean;
  readonly name: string | null;
}

export interface FactCounts {
  readonly total: Counts;
  /** The latest days, or the domains with the most mails. */
  readonly groups: readonly { readonly name: string | null; readonly counts: Counts }[];
}

/**
 * Counts the facts of a filter by kind, and those of each group. It reads only indexes, unless the filter matches most of
 * the table: 500,000 facts take about a second. Mails that were sent and have no report count as delivered (`assumed`).
 */
export async function countFacts(
  context: Context,
  filter: StatisticsFilter,
  groupBy: keyof typeof groupings | undefined,
  maxGroups: number,
): Promise<FactCounts> {
  const params = new Params(context.caller.tenantId);
  const matching = new MatchingFacts(filter, params);
  const grouping = groupBy && groupings[groupBy];
  const name = (alias: string) => grouping?.sql(alias) ?? 'null::text';
  const sum = (kinds: string) => `coalesce(sum(c.count) filter (where c.kind in (${kinds})), 0)::float8`;
  const sums = countNames.map(
    (key) => `${sum(key === 'delivered' ? `'delivered', 'assumed'` : `'${kindOf[key]}'`)} as "${key}"`,
  );
  const rows = await queryable(context).query<CountRow>(
    `${plannedEachTime}select r.* from ${scoped(
      'r',
      `select grouping(c.name) = 1 as total, c.name, ${sums.join(', ')}
       from (
         select ${name('f')} as name, f.kind, count(*) as count from mail_facts f
         where ${matching.inTime('f', Object.values(kindOf))} group by 1, 2
         union all
         select ${name('s')} as name, 'assumed', count(*) from mail_facts s
         where ${matching.inTime('s', ['sent'])} and not exists (
           select from mail_facts o where ${matching.ofReports('o', ['delivered', 'bounced'])} and o.email_id = s.email_id)
         group by 1
       ) c
       group by grouping sets ((), (c.name))
       order by total desc, ${grouping?.order ?? 'c.name'} limit ${params.add(maxGroups + 1, 'int')}`,
    )}`,
    params.values,
  );
  const counts = (row: CountRow) => Object.fromEntries(countNames.map((key) => [key, row[key]])) as Counts;
  const [total, ...groups] = rows;
  if (!total?.total) throw new Error('the totals of the statistics are missing');
  return {
    total: counts(total),
    groups: grouping ? groups.map((row) => ({ name: row.name, counts: counts(row) })) : [],
  };
}
