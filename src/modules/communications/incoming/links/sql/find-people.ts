import type { Transaction } from '#db/database.ts';
import { addressesOfUsers } from '../../../../identity/contract.ts';

/** Addresses of users and mailboxes of the tenant, in lower case. */
export async function ownAddresses(
  tx: Transaction,
  tenantId: string,
  addresses: readonly string[],
): Promise<Set<string>> {
  const rows = await tx.query<{ address: string }>(
    `${addressesOfUsers('$1::bigint', '$2::text[]')}
     union select email_folded from communications_mailbox_connections where tenant_id = $1::bigint and email_folded = any($2::text[])`,
    [tenantId, addresses],
  );
  return new Set(rows.map(({ address }) => address));
}
