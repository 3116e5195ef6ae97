import type { TransactionContext } from '#core/context.ts';

/** How many of the rows belong to other users than the caller. */
export async function countOfOthers(
  { tx, caller }: TransactionContext,
  table: string,
  ids: readonly string[],
): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `select count(*)::int as count from ${table} t
     where t.tenant_id = $1::bigint and t.id = any($2::uuid[]) and t.user_id is distinct from $3::uuid`,
    [caller.tenantId, ids, caller.userId],
  );
  return row?.count ?? 0;
}
