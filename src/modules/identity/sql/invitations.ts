import { type Context, inTransaction, type TransactionContext } from '#core/context.ts';

export interface Invitation {
  readonly _id: string;
  readonly email: string;
  readonly roles: string[];
  readonly teamIds: string[];
  readonly invitedBy: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** Invitations that have not expired, newest first: all, or the one with this id. */
export const openInvitations = (context: Context, id: string | null): Promise<Invitation[]> =>
  inTransaction(context, ({ tx, caller }) =>
    tx.query<Invitation>(
      `select id as "_id", email, coalesce(roles, '{}') as roles, coalesce(team_ids, '{}') as "teamIds", created_by as "invitedBy", created_at as "createdAt",
        expires_at as "expiresAt"
       from one_time_tokens where tenant_id = $1::bigint and purpose = 'invitation' and expires_at > now()
         and ($2::uuid is null or id = $2::uuid)
       order by created_at desc limit 1000`,
      [caller.tenantId, id],
    ),
  );

/** Deletes an invitation and returns its address; undefined when there is no such invitation. */
export async function deleteInvitation({ tx, caller }: TransactionContext, id: string): Promise<string | undefined> {
  const [deleted] = await tx.query<{ email: string }>(
    `delete from one_time_tokens where tenant_id = $1::bigint and purpose = 'invitation' and id = $2::uuid returning email`,
    [caller.tenantId, id],
  );
  return deleted?.email;
}
