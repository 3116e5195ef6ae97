import type { Transaction } from '#db/database.ts';
import type { Mailbox } from '../../messages/reading/message.ts';

/** Writes that a mailbox holds these mails. Returns the mails that are new to it. */
export async function addCopies(tx: Transaction, mailbox: Mailbox, emailIds: readonly string[]): Promise<string[]> {
  if (emailIds.length === 0) return [];
  const rows = await tx.query<{ id: string }>(
    `insert into mailbox_copies (tenant_id, email_id, connection_id, sharing, owner_id, team_ids)
     select $1::bigint, e.id, $3::uuid, $4::text, $5::uuid, $6::uuid[] from (select distinct unnest($2::uuid[]) as id order by 1) e
     on conflict do nothing returning email_id as id`,
    [mailbox.tenantId, emailIds, mailbox.connectionId, mailbox.sharing, mailbox.ownerId, mailbox.teamIds],
  );
  return rows.map(({ id }) => id);
}
