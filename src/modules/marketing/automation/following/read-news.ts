import type { TransactionContext } from '#core/context.ts';
import type { Position } from '#core/events/feed.ts';
import { readNews } from '#core/events/following/news.ts';
import type { Watch, WorkflowNews } from '../triggers/watch.ts';

/** The name of the follower. */
export const followerName = 'workflows';

/** Both states of a record in an event, as jsonb. */
const states = '(select e.record::jsonb as r, e.previous::jsonb as p offset 0) v';

const changedSql = `case when $6::jsonb ? e.model and e.record is not null and e.previous is not null then array(
  select k from ${states} cross join jsonb_array_elements_text($6::jsonb->e.model) k where v.r->k is distinct from v.p->k) end`;

const valuesOf = (state: string): string => `case when $7::jsonb ? e.model then (
  select jsonb_object_agg(k, ${state}->k) from ${states} cross join jsonb_array_elements_text($7::jsonb->e.model) k) end`;

/** The events after a position, with what watches read of them. */
export function readWorkflowNews(
  { tx, caller }: TransactionContext,
  position: Position,
  watches: readonly Watch[],
  limit: number,
): Promise<{ news: WorkflowNews[]; unsettled: boolean }> {
  const keysOf = (what: 'fields' | 'values'): string => {
    const keys: Record<string, Set<string>> = {};
    for (const watch of watches) {
      if (watch[what].size === 0) continue;
      const known = keys[watch.model] ?? new Set();
      for (const key of watch[what]) known.add(key);
      keys[watch.model] = known;
    }
    return JSON.stringify(Object.fromEntries(Object.entries(keys).map(([model, set]) => [model, [...set]])));
  };
  return readNews<WorkflowNews>(tx, {
    tenantId: caller.tenantId,
    follower: followerName,
    position,
    limit,
    columns: {
      viaId: 'e.via_id',
      quiet: 'e.quiet',
      changed: changedSql,
      values: valuesOf('coalesce(v.r, v.p)'),
      former: valuesOf('v.p'),
    },
    values: [keysOf('fields'), keysOf('values')],
  });
}
