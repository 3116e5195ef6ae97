import type { Queryable } from '#db/database.ts';

export async function countSegments(db: Queryable, tenantId: string): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    'select count(*)::int as count from marketing_segments where tenant_id = $1::bigint',
    [tenantId],
  );
  return row?.count ?? 0;
}
