import type { Transaction } from '#db/database.ts';

/** Reads the connection of an account, and locks it until the transaction ends. */
export async function findConnection(
  tx: Transaction,
  tenantId: string,
  platform: string,
  externalId: string,
): Promise<string | undefined> {
  const [row] = await tx.query<{ id: string }>(
    `select id from marketing_social_connections
     where tenant_id = $1::bigint and platform = $2::text and external_id = $3::text for no key update`,
    [tenantId, platform, externalId],
  );
  return row?.id;
}
