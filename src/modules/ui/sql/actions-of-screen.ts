import type { TransactionContext } from '#core/context.ts';

/** The names and handlers of the actions that are registered for a screen. */
export async function actionsOfScreen({ tx, caller }: TransactionContext, screenId: string): Promise<string[]> {
  const rows = await tx.query<{ name: string | null; handler: string | null }>(
    'select a.name, a.handler from ui_screen_actions a where a.tenant_id = $1::bigint and a.screen_id = $2::uuid',
    [caller.tenantId, screenId],
  );
  return rows.flatMap(({ name, handler }) => [name, handler]).filter((one) => one !== null);
}
