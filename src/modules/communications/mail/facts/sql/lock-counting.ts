import type { Transaction } from '#db/database.ts';

/**
 * Locks the counting of the tenant's facts; false when another node has the lock. All facts of a mailing change the same records, so a
 * second node would only wait for row locks.
 */
export async function lockCounting(tx: Transaction, tenantId: string): Promise<boolean> {
  const [row] = await tx.query<{ locked: boolean }>(
    'select pg_try_advisory_xact_lock(hashtextextended($1::text, 4710011)) as locked',
    [tenantId],
  );
  return row?.locked ?? false;
}
