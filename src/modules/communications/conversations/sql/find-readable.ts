import type { Grant } from '#core/access/access.ts';
import type { TransactionContext } from '#core/context.ts';
import { scopedRows, tableAs, withinReach } from '#core/query/rows.ts';
import { Params, scoped } from '#db/params.ts';

export interface SharedRow {
  readonly id: string;
  readonly visibility: string | null;
  readonly viewerIds: readonly string[] | null;
  readonly viewerTeamIds: readonly string[] | null;
}

/** Finds the mails or comments of a conversation that a caller may read, except public ones. */
export function findReadable(
  { tx, caller }: TransactionContext,
  grant: Grant,
  conversationId: string,
): Promise<SharedRow[]> {
  const params = new Params(caller.tenantId);
  return tx.query<SharedRow>(
    `select r.* from ${scoped(
      'r',
      `select t.id, t.visibility, t.viewer_ids as "viewerIds", t.viewer_team_ids as "viewerTeamIds"
       from ${tableAs(grant.model, 't')} where ${scopedRows(grant.model, 't')}
         and t.conversation_id = ${params.add(conversationId, 'uuid')} and coalesce(t.visibility, 'everyone') <> 'everyone'
         ${withinReach(grant, 't', params)}`,
    )}`,
    params.values,
  );
}
