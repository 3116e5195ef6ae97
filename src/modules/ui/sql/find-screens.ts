import type { TransactionContext } from '#core/context.ts';

/** The models of screens, keyed by screen id. Unknown screens are missing. */
export async function findScreens(
  { tx, caller }: TransactionContext,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.query<{ id: string; model: string | null }>(
    `select s.id, s.model_key as model from ui_screens s where s.tenant_id = $1::bigint and s.id = any($2::uuid[])`,
    [caller.tenantId, ids],
  );
  return new Map(rows.map(({ id, model }) => [id, model ?? '']));
}
