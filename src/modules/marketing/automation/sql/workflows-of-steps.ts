import type { Transaction } from '#db/database.ts';

/** The workflows to which some steps belong. */
export async function workflowsOfSteps(tx: Transaction, tenantId: string, ids: readonly string[]): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    'select distinct s.workflow_id as id from marketing_workflow_steps s where s.tenant_id = $1::bigint and s.id = any($2::uuid[])',
    [tenantId, ids],
  );
  return rows.map(({ id }) => id);
}
