import type { TransactionContext } from '#core/context.ts';

/** Workspaces at this position or later stay last, such as the administration workspace. */
const end = 1000;

/** The position after the last workspace that is not pinned to the end. */
export async function nextWorkspacePosition({ tx, caller }: TransactionContext): Promise<number> {
  const [row] = await tx.query<{ position: number }>(
    `select least(coalesce(max(w.position), -1) + 1, $2::int - 1) as position from ui_workspaces w
     where w.tenant_id = $1::bigint and w.position < $2::int`,
    [caller.tenantId, end],
  );
  return row?.position ?? 0;
}
