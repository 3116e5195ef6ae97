import { type Context, queryable } from '#core/context.ts';
import { inTenant, scoped } from '#db/params.ts';
import { teamsOfUser } from '../../../../identity/contract.ts';

/** A mailbox that the caller may send from. */
export interface OwnMailbox {
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
  readonly signature: string | null;
  readonly sharing: 'contacts' | 'everything' | 'metadata' | 'nothing' | null;
  readonly ownerId: string | null;
  readonly teamIds: readonly string[];
}

/**
 * Mailboxes of the caller and of the caller's teams, the caller's own first. Administrators do not send from the
 * mailboxes of others.
 */
export const readOwnMailboxes = (context: Context): Promise<OwnMailbox[]> =>
  queryable(context).query<OwnMailbox>(
    `select m.* from ${scoped(
      'm',
      `select m.id, m.email, m.name, m.signature, m.sharing, m.owner_id as "ownerId", coalesce(m.team_ids, '{}') as "teamIds"
       from communications_mailbox_connections m where ${inTenant('m')}
         and (m.owner_id = $2::uuid or m.team_ids && array${teamsOfUser('$2::uuid')})
       order by m.owner_id = $2::uuid desc, cardinality(coalesce(m.team_ids, '{}')), m.created_at, m.id`,
    )}`,
    [context.caller.tenantId, context.caller.userId],
  );

/** True when the tenant has such a mailbox, even one that the caller may not use. */
export async function isConnected(context: Context, id: string): Promise<boolean> {
  const rows = await queryable(context).query(
    `select m.id from ${scoped('m', `select m.id from communications_mailbox_connections m where ${inTenant('m')} and m.id = $2::uuid`)}`,
    [context.caller.tenantId, id],
  );
  return rows.length > 0;
}
