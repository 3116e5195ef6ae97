import type { Transaction } from '#db/database.ts';
import { emailOfActiveUser } from '../../../identity/contract.ts';

interface OwnedWebsite {
  readonly name: string;
  /** Null when the owner was deleted or is not active. */
  readonly ownerEmail: string | null;
}

/** Reads a website with the address of its owner, and locks it until the transaction ends. */
export async function lockOwned(tx: Transaction, tenantId: string, id: string): Promise<OwnedWebsite | undefined> {
  const [row] = await tx.query<OwnedWebsite>(
    `select w.name, ${emailOfActiveUser('w.tenant_id', 'w.owner_id')} as "ownerEmail"
     from marketing_websites w where w.tenant_id = $1::bigint and w.id = $2::uuid for update`,
    [tenantId, id],
  );
  return row;
}
