import { type Context, queryable } from '#core/context.ts';
import { actorSql } from '#core/events/event-actors.ts';
import { momentSql } from '#core/fields/datetime.ts';
import { maxAnswerBytes } from '#core/limits/answer-size.ts';
import type { ChangeRow } from '#core/operations/history.ts';
import { inTenant, Params, scoped } from '#db/params.ts';
import type { ChangePlace } from './place.ts';
import type { Roots } from './roots.ts';

/** A change of a record of the timeline. */
export interface TimelineChange extends ChangeRow {
  readonly model: string;
  readonly id: string;
}

/** A place after every event. */
const end: ChangePlace = { xid: '18446744073709551615', seq: '9223372036854775807' };

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
  const { xid, seq } = after ?? end;
  const params = new Params(context.caller.tenantId);
  const ids = params.add(
    roots.flatMap((one) => one.ids),
    'uuid[]',
  );
  const models = params.add(
    roots.map(({ grant }) => grant.model.name),
    'text[]',
  );
  const { join, email } = actorSql(context, 'e', params);
  const newest = `newest_events(scope.tenant::bigint, ${ids}, ${models}, ${params.add(xid, 'xid8')}, ${params.add(seq, 'bigint')}, ${limit})`;
  const events = `select e.* from (select * from ${newest} n order by n.xid desc, n.seq desc limit ${limit}) n
    join events e on ${inTenant('e')} and e.xid = n.xid and e.seq = n.seq and e.occurred_at = n.occurred_at`;
  const bytes = `sum(octet_length(coalesce(e.record::text, '')) + octet_length(coalesce(e.previous::text, ''))) over ()`;
  return queryable(context).query<TimelineChange>(
    `select h.* from ${scoped(
      'h',
      `select row_number() over (order by e.xid desc, e.seq desc) as n, e.xid::text as xid, e.seq::text as seq,
        e.model, e.record_id as id, ${bytes} as bytes,
        case when ${bytes} <= ${maxAnswerBytes} then e.record::text end as record,
        case when ${bytes} <= ${maxAnswerBytes} then e.previous::text end as previous,
        e.actor_id, ${email} as email, e.request_id, e.via, e.via_id, ${momentSql('e.occurred_at')} as timestamp
       from (${events}) e ${join}`,
    )} order by h.n`,
    params.values,
  );
}
