import type { Transaction } from '#db/database.ts';

/**
 * True when the campaign of a post is paused at its start: the post may have been accepted after the pause. The lock
 * makes a concurrent resume wait, so that it finds the post.
 */
export async function isPaused(tx: Transaction, tenantId: string, campaignId: string | null): Promise<boolean> {
  if (campaignId === null) return false;
  const rows = await tx.query(
    `select 1 from marketing_campaigns where tenant_id = $1::bigint and id = $2::uuid and status = 'paused' for share`,
    [tenantId, campaignId],
  );
  return rows.length > 0;
}
