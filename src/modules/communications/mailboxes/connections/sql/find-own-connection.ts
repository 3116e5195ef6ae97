import type { Transaction } from '#db/database.ts';
import { lockUser } from '../../../../identity/contract.ts';

/** The connection of a user to an address. Locks the user, so that two requests cannot both find none. */
export async function findOwnConnection(
  tx: Transaction,
  tenantId: string,
  userId: string,
  email: string,
): Promise<string | undefined> {
  await lockUser(tx, tenantId, userId);
  const [row] = await tx.query<{ id: string }>(
    `select id from communications_mailbox_connections
     where tenant_id = $1::bigint and owner_id = $2::uuid and email_folded = lower($3::text) limit 1`,
    [tenantId, userId, email],
  );
  return row?.id;
}
