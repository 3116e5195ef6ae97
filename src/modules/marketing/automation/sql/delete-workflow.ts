import type { Transaction } from '#db/database.ts';

const tables = [
  'workflow_queue',
  'workflow_intakes',
  'workflow_turns',
  'workflow_states',
  'workflow_versions',
  'workflow_step_runs',
];

/** Removes everything about deleted workflows that is not in records. */
export async function deleteWorkflows(tx: Transaction, tenantId: string, ids: readonly string[]): Promise<void> {
  for (const table of tables)
    await tx.query(`delete from ${table} t where t.tenant_id = $1::bigint and t.workflow_id = any($2::uuid[])`, [
      tenantId,
      ids,
    ]);
}

/** Removes what belongs to deleted enrollments. */
export async function deleteEnrollments(tx: Transaction, tenantId: string, ids: readonly string[]): Promise<void> {
  for (const table of ['workflow_queue', 'workflow_step_runs'])
    await tx.query(`delete from ${table} t where t.tenant_id = $1::bigint and t.enrollment_id = any($2::uuid[])`, [
      tenantId,
      ids,
    ]);
}
