import type { Transaction } from '#db/database.ts';

/** Until the transaction ends. Other texts with the same hash wait as well, which is rare and harmless. */
export const lockAddress = (tx: Transaction, text: string): Promise<unknown> =>
  tx.query(`select pg_advisory_xact_lock(hashtextextended(current_setting('app.tenant') || ' ' || $1::text, 0))`, [
    text,
  ]);
