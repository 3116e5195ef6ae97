import type { Grant } from '#core/access/access.ts';
import { type Context, queryable } from '#core/context.ts';
import { scopedRows, tableAs, withinReach } from '#core/query/rows.ts';
import { Params, scoped } from '#db/params.ts';
import { isUnreadFor } from './own-marks.ts';

export interface InboxCounts {
  readonly mine: number;
  readonly unassigned: number;
  readonly all: number;
  readonly snoozed: number;
  readonly closed: number;
  readonly unread: number;
  readonly overdue: number;
  readonly byConnection: readonly { readonly connectionId: string; readonly open: number; readonly unread: number }[];
  readonly byTeam: readonly { readonly teamId: string; readonly open: number; readonly unread: number }[];
}

/** Closed conversations are counted up to this number, because a tenant may have any number of them. */
const maxClosed = 10_000;

/** Counts the conversations that a caller may read. */
export async function countInbox(context: Context, grant: Grant): Promise<InboxCounts> {
  const params = new Params(context.caller.tenantId);
  const user = params.add(context.caller.userId, 'uuid');
  const rows = `${tableAs(grant.model, 't')} where ${scopedRows(grant.model, 't')}${withinReach(grant, 't', params)}`;
  const [row] = await queryable(context).query<{ counts: InboxCounts }>(
    `select r.counts from ${scoped(
      'r',
      `with active as materialized (
         select t.assigned_user_id, t.assigned_team_id, t.connection_id, ${isUnreadFor('t', user)} as unread,
           t.first_reply_due_at < clock_timestamp() and t.first_replied_at is null as overdue
         from ${rows} and t.status in ('open', 'pending')
       )
       select json_build_object(
         'mine', (select count(*) from active where assigned_user_id = ${user}),
         'unassigned', (select count(*) from active where assigned_user_id is null and assigned_team_id is null),
         'all', (select count(*) from active),
         'unread', (select count(*) from active where unread),
         'overdue', (select count(*) from active where overdue),
         'snoozed', (select count(*) from (select from ${rows} and t.status = 'snoozed' limit ${maxClosed}) x),
         'closed', (select count(*) from (select from ${rows} and t.status = 'closed' and t.merged_into_id is null limit ${maxClosed}) x),
         'byConnection', (select coalesce(json_agg(g order by g."connectionId"), '[]') from (
           select connection_id as "connectionId", count(*) as open, count(*) filter (where unread) as unread
           from active where connection_id is not null group by 1) g),
         'byTeam', (select coalesce(json_agg(g order by g."teamId"), '[]') from (
           select assigned_team_id as "teamId", count(*) as open, count(*) filter (where unread) as unread
           from active where assigned_team_id is not null group by 1) g)
       ) as counts`,
    )}`,
    params.values,
  );
  return (row as { counts: InboxCounts }).counts;
}
