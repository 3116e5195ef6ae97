import type { Transaction } from '#db/database.ts';

/** The lists that these members are in. */
export async function readListsOfMembers(
  tx: Transaction,
  tenantId: string,
  memberIds: readonly string[],
): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `select distinct email_list_id as id from communications_email_list_members
     where tenant_id = $1::bigint and id = any($2::uuid[])`,
    [tenantId, memberIds],
  );
  return rows.map(({ id }) => id);
}
