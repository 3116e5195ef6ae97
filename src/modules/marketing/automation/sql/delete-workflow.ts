import type { Transaction } from '#db/database.ts';

/**
 * Stops deleted workflows. Their versions, counts and turns are kept as long as they can be restored.
 */
export async function stopDeleted(tx: Transaction, tenantId: string, ids: readonly string[]): Promise<void> {
  await tx.query(
    `update workflow_states s set running = false, next_at = null, deleted_at = clock_timestamp()
     where s.tenant_id = $1::bigint and s.workflow_id = any($2::uuid[])`,
    [tenantId, ids],
  );
  await tx.query('delete from workflow_intakes t where t.tenant_id = $1::bigint and t.workflow_id = any($2::uuid[])', [
    tenantId,
    ids,
  ]);
}

/** Lets a restored workflow run again, or stay stopped. Returns false when it has no version. */
export async function reviveState(
  tx: Transaction,
  tenantId: string,
  workflowId: string,
  running: boolean,
): Promise<boolean> {
  const rows = await tx.query(
    `update workflow_states s set running = $3::boolean, deleted_at = null, done_to = clock_timestamp(),
       next_at = case when $3::boolean then clock_timestamp() end
     where s.tenant_id = $1::bigint and s.workflow_id = $2::uuid returning 1`,
    [tenantId, workflowId, running],
  );
  return rows.length > 0;
}
