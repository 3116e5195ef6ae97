import type { Transaction } from '#db/database.ts';
import { isId } from '#lib/ids.ts';

/** Locks the mailboxes that are still connected, so that they cannot be disconnected until the transaction ends, and returns them. */
export async function lockConnections(
  tx: Transaction,
  tenantId: string,
  ids: readonly string[],
): Promise<Map<string, { readonly provider: string }>> {
  // `connectionId` of records is text, which may be no id.
  const valid = ids.filter(isId);
  if (valid.length === 0) return new Map();
  const rows = await tx.query<{ id: string; provider: string }>(
    `select m.id, m.provider from communications_mailbox_connections m
     where m.tenant_id = $1::bigint and m.id = any($2::uuid[]) order by m.id for key share`,
    [tenantId, valid],
  );
  return new Map(rows.map(({ id, provider }) => [id, { provider }]));
}
