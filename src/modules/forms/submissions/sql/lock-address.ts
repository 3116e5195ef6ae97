import type { Transaction } from '#db/database.ts';

/**
 * Locks the text until the transaction ends. Texts with the same hash also wait for each other, which is rare and
 * harmless.
 */
export const lockAddress = (tx: Transaction, text: string): Promise<unknown> =>
  tx.query(`select pg_advisory_xact_lock(hashtextextended(current_setting('app.tenant') || ' ' || $1::text, 0))`, [
    text,
  ]);
