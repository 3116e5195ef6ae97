import type { Transaction } from '#db/database.ts';

interface SuppressionKey {
  readonly email: string;
  readonly reason: string;
  readonly emailListId: string | null;
}

interface FoundSuppression {
  readonly id: string;
  readonly active: boolean;
}

/**
 * Reads the suppression of an address for a reason and a list, preferably an active one. Locks the address until the
 * transaction ends, so that two transactions cannot both find none and create two.
 */
export async function lockSuppression(
  tx: Transaction,
  tenantId: string,
  { email, reason, emailListId }: SuppressionKey,
): Promise<FoundSuppression | undefined> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('suppression ' || $1::text || ' ' || $2::text, 0))`, [
    tenantId,
    email.toLowerCase(),
  ]);
  const [found] = await tx.query<FoundSuppression>(
    `select id, coalesce(active, false) as active from communications_email_suppressions
     where tenant_id = $1::bigint and email_folded = lower($2::text) and reason = $3::text
       and email_list_id is not distinct from $4::uuid
     order by active desc nulls last, id limit 1`,
    [tenantId, email, reason, emailListId],
  );
  return found;
}
