import type { Transaction } from '#db/database.ts';

export async function isSlugTaken(tx: Transaction, tenantId: string, slug: string): Promise<boolean> {
  const rows = await tx.query('select 1 from forms_forms where tenant_id = $1::bigint and slug_folded = $2::text', [
    tenantId,
    slug,
  ]);
  return rows.length > 0;
}
