import type { Transaction } from '#db/database.ts';
import type { Mailbox } from '../../../messages/reading/message.ts';

export interface ChangedCopies {
  readonly emailIds: string[];
  readonly removedTeamIds: string[];
}

/** Writes the current sharing of a mailbox to up to `limit` of its mails that have another value. */
export async function updateCopies(tx: Transaction, mailbox: Mailbox, limit: number): Promise<ChangedCopies> {
  const { tenantId, connectionId, sharing, ownerId, teamIds } = mailbox;
  const rows = await tx.query<{ id: string; teamIds: string[] }>(
    `with old as (
      select email_id, team_ids from mailbox_copies
      where tenant_id = $1::bigint and connection_id = $2::uuid
        and (sharing <> $3::text or owner_id is distinct from $4::uuid or team_ids <> $5::uuid[])
      order by email_id limit $6::int for update
    )
    update mailbox_copies k set sharing = $3::text, owner_id = $4::uuid, team_ids = $5::uuid[]
    from old where k.tenant_id = $1::bigint and k.connection_id = $2::uuid and k.email_id = old.email_id
    returning k.email_id as id, old.team_ids as "teamIds"`,
    [tenantId, connectionId, sharing, ownerId, teamIds, limit],
  );
  const before = new Set(rows.flatMap((row) => row.teamIds));
  return {
    emailIds: rows.map(({ id }) => id),
    removedTeamIds: [...before].filter((id) => !teamIds.includes(id)),
  };
}
