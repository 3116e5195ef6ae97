import type { Database, Transaction } from '#db/database.ts';

/** The maximum of rows that one statement removes. */
const batchSize = 10_000;

/** The tenants in which a workflow was activated. */
export async function tenantsWithWorkflows(db: Database): Promise<string[]> {
  const rows = await db.platform((tx) =>
    tx.query<{ id: string }>('select distinct s.tenant_id::text as id from workflow_states s', []),
  );
  return rows.map(({ id }) => id);
}

/** Locks enrollments that ended longer ago than a time, oldest first. */
export async function lockEndedLongAgo(
  tx: Transaction,
  tenantId: string,
  retentionMs: number,
  limit: number,
): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `select e.id from marketing_workflow_enrollments e
     where e.tenant_id = $1::bigint and e.created_at < ${before} and e.updated_at < ${before}
       and e.status in ('completed', 'exited', 'failed')
     order by e.created_at, e.id limit $3::int for update skip locked`,
    [tenantId, retentionMs, limit],
  );
  return rows.map(({ id }) => id);
}

const before = `now() - make_interval(secs => $2::float8 / 1000)`;

export const deleteLogs = (tx: Transaction, tenantId: string, enrollmentIds: readonly string[]): Promise<unknown> =>
  tx.query('delete from workflow_step_runs s where s.tenant_id = $1::bigint and s.enrollment_id = any($2::uuid[])', [
    tenantId,
    enrollmentIds,
  ]);

/** Statements that remove what was kept for a restore. Each removes some rows. */
const statements = [
  `delete from workflow_step_runs s where s.tenant_id = $1::bigint and s.removed and (s.enrollment_id, s.n) in (
     select o.enrollment_id, o.n from workflow_step_runs o where o.tenant_id = $1::bigint and o.removed and o.at < ${before} limit ${batchSize})
   returning 1`,
  `delete from workflow_parked p where p.tenant_id = $1::bigint and p.enrollment_id in (
     select o.enrollment_id from workflow_parked o where o.tenant_id = $1::bigint and o.parked_at < ${before} limit ${batchSize})
   returning 1`,
];

/** Removes logs and places of enrollments that can be restored no more. Returns false while there may be more. */
export async function removeForgotten(tx: Transaction, tenantId: string, retentionMs: number): Promise<boolean> {
  let isClean = true;
  for (const statement of statements)
    if ((await tx.query(statement, [tenantId, retentionMs])).length === batchSize) isClean = false;
  return isClean;
}

/** Removes everything about workflows that can be restored no more. */
export async function removeDeletedWorkflows(tx: Transaction, tenantId: string, retentionMs: number): Promise<void> {
  const gone = await tx.query<{ id: string }>(
    `select s.workflow_id as id from workflow_states s where s.tenant_id = $1::bigint and s.deleted_at < ${before}`,
    [tenantId, retentionMs],
  );
  if (gone.length === 0) return;
  for (const table of ['workflow_versions', 'workflow_turns', 'workflow_totals', 'workflow_states'])
    await tx.query(`delete from ${table} t where t.tenant_id = $1::bigint and t.workflow_id = any($2::uuid[])`, [
      tenantId,
      gone.map(({ id }) => id),
    ]);
}
