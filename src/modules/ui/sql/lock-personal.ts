import type { TransactionContext } from '#core/context.ts';

/**
 * Serializes the writes of one user to their own records of a kind, so that the second of two concurrent requests finds
 * the record of the first.
 */
export async function lockPersonal({ tx, caller }: TransactionContext, kind: string): Promise<void> {
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1::text, 0))', [
    `${kind} ${caller.tenantId} ${caller.userId}`,
  ]);
}
