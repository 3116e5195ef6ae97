import { type Context, queryable } from '#core/context.ts';
import { actorSql } from '#core/events/event-actors.ts';
import { momentSql } from '#core/fields/datetime.ts';
import { maxAnswerBytes } from '#core/limits/answer-size.ts';
import type { ChangeRow } from '#core/operations/history.ts';
import { whereRecordEvents } from '#core/operations/record-events.ts';
import { Params, scoped } from '#db/params.ts';
import type { ChangePlace } from '../place.ts';
import type { Roots } from '../roots.ts';

/** A change of a record of the timeline. */
export interface TimelineChange extends ChangeRow {
  readonly model: string;
  readonly id: string;
}

/**
 * Reads the next events of the records, newest first, by the position of events. The index of events by record returns
 * them in that order, so the cost does not depend on the number of events.
 */
export function readChanges(
  context: Context,
  roots: readonly Roots[],
  after: ChangePlace | null,
  limit: number,
): Promise<TimelineChange[]> {
  const params = new Params(context.caller.tenantId);
  const place = after
    ? ` and (e.xid, e.seq) < (${params.add(after.xid, 'xid8')}, ${params.add(after.seq, 'bigint')})`
    : '';
  const branches = roots.map(
    ({ grant, ids }) => `(select r.* from unnest(${params.add(ids, 'uuid[]')}) k(id) cross join lateral (
      select e.xid, e.seq, e.model, e.record_id, e.record, e.previous, e.actor_id, e.request_id, e.via, e.via_id, e.occurred_at
      from events e where ${whereRecordEvents(grant.model, 'e', 'k.id')}${place}
      order by e.xid desc, e.seq desc limit ${limit}) r)`,
  );
  const { join, email } = actorSql(context, 'e', params);
  const top = `select * from (${branches.join(' union all ')}) b order by b.xid desc, b.seq desc limit ${limit}`;
  const bytes = `sum(octet_length(coalesce(e.record::text, '')) + octet_length(coalesce(e.previous::text, ''))) over ()`;
  return queryable(context).query<TimelineChange>(
    `select h.* from ${scoped(
      'h',
      `select row_number() over (order by e.xid desc, e.seq desc) as n, e.xid::text as xid, e.seq::text as seq,
        e.model, e.record_id as id, ${bytes} as bytes,
        case when ${bytes} <= ${maxAnswerBytes} then e.record::text end as record,
        case when ${bytes} <= ${maxAnswerBytes} then e.previous::text end as previous,
        e.actor_id, ${email} as email, e.request_id, e.via, e.via_id, ${momentSql('e.occurred_at')} as timestamp
       from (${top}) e ${join}`,
    )} order by h.n`,
    params.values,
  );
}
