import type { TransactionContext } from '#core/context.ts';

/** Serializes what one user does with their own records of a kind: of two requests at once, the second finds the first. */
export async function lockPersonal({ tx, caller }: TransactionContext, kind: string): Promise<void> {
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1::text, 0))', [
    `${kind} ${caller.tenantId} ${caller.userId}`,
  ]);
}
