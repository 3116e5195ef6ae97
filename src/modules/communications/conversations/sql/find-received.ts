import type { Grant } from '#core/access/access.ts';
import type { TransactionContext } from '#core/context.ts';
import { scopedRows, tableAs, teamsOf, withinReach } from '#core/query/rows.ts';
import { Params, scoped } from '#db/params.ts';

interface ReceivedMail {
  readonly id: string;
  readonly read: boolean;
  readonly connectionId: string | null;
  /** The mail is shown to the caller by name, or to a team of the caller. */
  readonly isViewer: boolean;
}

/** The received mails of a conversation that a caller may read, newest first. */
export function findReceived(
  { tx, caller }: TransactionContext,
  grant: Grant,
  conversationId: string,
): Promise<ReceivedMail[]> {
  const params = new Params(caller.tenantId);
  const user = params.add(caller.userId, 'uuid');
  return tx.query<ReceivedMail>(
    `select r.* from ${scoped(
      'r',
      `select t.id, coalesce(t.read, false) as read, t.connection_id as "connectionId",
         coalesce(${user} = any(t.viewer_ids) or t.viewer_team_ids && array(${teamsOf(user)}), false) as "isViewer"
       from ${tableAs(grant.model, 't')} where ${scopedRows(grant.model, 't')} and t.direction = 'inbound'
         and t.conversation_id = ${params.add(conversationId, 'uuid')}${withinReach(grant, 't', params)}
       order by coalesce(t.received_at, t.created_at) desc, t.id desc`,
    )}`,
    params.values,
  );
}
