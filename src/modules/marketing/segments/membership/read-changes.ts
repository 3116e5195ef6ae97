import type { TransactionContext } from '#core/context.ts';
import type { Position } from '#core/events/feed.ts';
import { type News as Event, readNews } from '#core/events/following/news.ts';
import type { Watched } from './watched.ts';

/** The name of the follower. */
export const followerName = 'segments';

/** A change of a record on which segments may depend. */
export interface News extends Event {
  /** The keys of the watched fields that changed; undefined for a record that is new or gone, and null for others. */
  readonly changed: readonly string[] | null;
  /** The records to which watched references pointed before and after the change, by the key of the reference. */
  readonly links: Readonly<Record<string, readonly (string | null)[]>> | null;
}

/** Both states of a record in an event, as jsonb. */
const states = '(select e.record::jsonb as r, e.previous::jsonb as p offset 0) v';

/** The watched fields with different values before and after. All of them when there is no state before or after. */
const changedSql = `case when $6::jsonb ? e.model then array(
  select k from ${states} cross join jsonb_array_elements_text($6::jsonb->e.model) k
  where v.r is null or v.p is null or v.r->k is distinct from v.p->k) end`;

const linksSql = `case when $7::jsonb ? e.model then (
  select jsonb_object_agg(k, jsonb_build_array(v.p->k, v.r->k)) from ${states} cross join jsonb_array_elements_text($7::jsonb->e.model) k) end`;

/** The events after a position, with what changed in records that segments read. */
export function readChanges(
  { tx, caller }: TransactionContext,
  position: Position,
  watched: Watched,
  limit: number,
): Promise<{ news: News[]; unsettled: boolean }> {
  const keysOf = (what: 'fields' | 'references') =>
    JSON.stringify(
      Object.fromEntries(
        [...watched].flatMap(([model, keys]) => (keys[what].size > 0 ? [[model, [...keys[what]]]] : [])),
      ),
    );
  return readNews<News>(tx, {
    tenantId: caller.tenantId,
    follower: followerName,
    position,
    limit,
    columns: { changed: changedSql, links: linksSql },
    values: [keysOf('fields'), keysOf('references')],
  });
}
