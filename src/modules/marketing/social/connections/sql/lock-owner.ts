import type { Transaction } from '#db/database.ts';
import { emailOfActiveUser } from '../../../../identity/contract.ts';

export interface ConnectionOwner {
  readonly name: string;
  readonly status: string | null;
  /** Null when the user is deleted or deactivated. */
  readonly ownerEmail: string | null;
}

/** Locks a connection. Undefined when it was removed. */
export async function lockOwner(
  tx: Transaction,
  tenantId: string,
  connectionId: string,
): Promise<ConnectionOwner | undefined> {
  const [row] = await tx.query<ConnectionOwner>(
    `select c.name, c.status, ${emailOfActiveUser('c.tenant_id', 'c.owner_id')} as "ownerEmail"
     from marketing_social_connections c where c.tenant_id = $1::bigint and c.id = $2::uuid for no key update of c`,
    [tenantId, connectionId],
  );
  return row;
}
