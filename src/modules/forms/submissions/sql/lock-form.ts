import type { Transaction } from '#db/database.ts';

/** Locks the form until the transaction ends, so that two submissions cannot both take the last place. */
export const lockForm = (tx: Transaction, tenantId: string, id: string): Promise<unknown> =>
  tx.query('select 1 from forms_forms where tenant_id = $1::bigint and id = $2::uuid for no key update', [
    tenantId,
    id,
  ]);
