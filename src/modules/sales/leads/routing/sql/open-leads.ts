import type { Transaction } from '#db/database.ts';

/** The number of open leads of each user. */
export async function countOpenLeads(
  tx: Transaction,
  tenantId: string,
  userIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await tx.query<{ id: string; count: number }>(
    `select owner_id as id, count(*)::int as count from sales_leads
     where tenant_id = $1::bigint and owner_id = any($2::uuid[]) and converted_at is null
       and coalesce(status, '') not in ('converted', 'unqualified') group by owner_id`,
    [tenantId, userIds],
  );
  return new Map(rows.map(({ id, count }) => [id, count]));
}
