import type { Transaction } from '#db/database.ts';

/** The addresses of active users. */
export async function readAddresses(tx: Transaction, tenantId: string, ids: readonly string[]): Promise<string[]> {
  const rows = await tx.query<{ email: string }>(
    'select email from identity_users where tenant_id = $1::bigint and id = any($2::uuid[]) and active order by email',
    [tenantId, ids],
  );
  return rows.map(({ email }) => email);
}
