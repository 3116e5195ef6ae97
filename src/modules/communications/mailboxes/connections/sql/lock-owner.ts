import type { Transaction } from '#db/database.ts';
import { emailOfActiveUser } from '../../../../identity/contract.ts';

export interface MailboxOwner {
  readonly email: string;
  readonly status: string | null;
  /** Null when the user is deleted or deactivated. */
  readonly ownerEmail: string | null;
}

/** Locks a connection. Undefined when it was disconnected. */
export async function lockOwner(
  tx: Transaction,
  tenantId: string,
  connectionId: string,
): Promise<MailboxOwner | undefined> {
  const [row] = await tx.query<MailboxOwner>(
    `select m.email, m.status, ${emailOfActiveUser('m.tenant_id', 'm.owner_id')} as "ownerEmail"
     from communications_mailbox_connections m where m.tenant_id = $1::bigint and m.id = $2::uuid for no key update of m`,
    [tenantId, connectionId],
  );
  return row;
}
