import { type Context, queryable } from '#core/context.ts';
import { Params, plannedEachTime, scoped } from '#db/params.ts';
import type { StatisticsFilter } from '../statistics.ts';
import { MatchingFacts } from './matching-facts.ts';

export interface LinkCounts {
  readonly link: string;
  readonly clicked: number;
  /** Mails in which the link was clicked. */
  readonly uniqueClicks: number;
}

/** Links that were clicked, those with most clicks first. */
export function countLinks(context: Context, filter: StatisticsFilter, maxGroups: number): Promise<LinkCounts[]> {
  const params = new Params(context.caller.tenantId);
  const matching = new MatchingFacts(filter, params);
  return queryable(context).query<LinkCounts>(
    `${plannedEachTime}select r.* from ${scoped(
      'r',
      `select c.link, sum(c.count)::float8 as clicked, count(*)::float8 as "uniqueClicks" from (
         select f.link, f.email_id, count(*) as count from mail_facts f
         where ${matching.inTime('f', ['clicked'])} and f.link is not null group by 1, 2
       ) c group by c.link order by clicked desc, c.link limit ${params.add(maxGroups, 'int')}`,
    )}`,
    params.values,
  );
}
