import type { Transaction } from '#db/database.ts';

/** The number of open leads of each user. */
export async function countOpenLeads(
  tx: Transaction,
  tenantId: string,
  userIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await tx.query<{ id: string; count: number }>(
    `select l.owner_id as id, count(*)::int as count from sales_leads l
     left join sales_lead_statuses s on s.tenant_id = l.tenant_id and s.id = l.status_id
     where l.tenant_id = $1::bigint and l.owner_id = any($2::uuid[]) and l.converted_at is null
       and coalesce(s.category, 'open') = 'open' group by l.owner_id`,
    [tenantId, userIds],
  );
  return new Map(rows.map(({ id, count }) => [id, count]));
}
