import type { Position } from '#core/events/feed.ts';
import { type News as Event, readNews } from '#core/events/following/news.ts';
import type { Transaction } from '#db/database.ts';

/** The name of the follower. */
export const leadRules = 'lead rules';

/** A change that may change scores or owners. */
export interface News extends Event {
  /** The owner of a new lead. */
  readonly ownerId: string | null;
  /** True for a new lead whose owner is only the user for whom a form or import made it. */
  readonly ownedByDefault: boolean;
  /** Values of reference fields, for records that count as events. */
  readonly links: Readonly<Record<string, string | null>> | null;
}

/** The models whose events are read, with the fields of theirs that refer to leads and contacts. */
export type Watched = ReadonlyMap<string, readonly string[]>;

export function readLeadNews(
  tx: Transaction,
  tenantId: string,
  position: Position,
  watched: Watched,
  limit: number,
): Promise<{ news: News[]; unsettled: boolean }> {
  const keys = [...new Set([...watched.values()].flat())];
  const links = keys.map((key) => `'${key}', coalesce(e.record, e.previous)->>'${key}'`).join(', ');
  return readNews<News>(tx, {
    tenantId,
    follower: leadRules,
    position,
    limit,
    columns: {
      ownerId: `case when e.type = 'lead.created' then e.record->>'ownerId' end`,
      ownedByDefault: `(e.type = 'lead.created' and e.via in ('form', 'import') and e.record->>'ownerId' = e.actor_id::text) is true`,
      links: `case when e.model = any($6::text[]) then json_build_object(${links}) end`,
    },
    values: [[...watched].flatMap(([model, fields]) => (fields.length > 0 ? [model] : []))],
  });
}
