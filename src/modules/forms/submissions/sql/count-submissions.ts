import type { Transaction } from '#db/database.ts';

export const lockForm = (tx: Transaction, tenantId: string, id: string): Promise<unknown> =>
  tx.query('select 1 from forms_forms where tenant_id = $1::bigint and id = $2::uuid for no key update', [
    tenantId,
    id,
  ]);

/** Submissions that count for the limit of a form. Those of robots do not. */
export async function countSubmissions(tx: Transaction, tenantId: string, formId: string): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `select count(*)::int from forms_form_submissions
     where tenant_id = $1::bigint and form_id = $2::uuid and status is distinct from 'spam'`,
    [tenantId, formId],
  );
  return row?.count ?? 0;
}
