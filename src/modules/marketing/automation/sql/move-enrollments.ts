import type { Transaction } from '#db/database.ts';

/** Locks the enrollments of a workflow in the order in which the engine locks them, before the workflow itself. */
export const lockEnrollments = (tx: Transaction, tenantId: string, workflowId: string): Promise<unknown> =>
  tx.query(
    `select from workflow_queue q where q.tenant_id = $1::bigint and q.workflow_id = $2::uuid order by q.enrollment_id for update`,
    [tenantId, workflowId],
  );

/**
 * Moves enrollments of older versions to a newer one, if it has their step. Where it is the same step, they wait on;
 * otherwise they begin with it again. A node loses its claim of what it has not started, so it writes nothing by the old
 * version. Returns how many were moved.
 */
export async function moveToVersion(
  tx: Transaction,
  tenantId: string,
  workflowId: string,
  version: number,
): Promise<number> {
  const rows = await tx.query(
    `with steps as (
       select v.version, s.step->>'key' as key, s.step->>'type' as type, s.step->'config' as config
       from workflow_versions v cross join lateral jsonb_array_elements(v.definition->'steps') s(step)
       where v.tenant_id = $1::bigint and v.workflow_id = $2::uuid and v.version <= $3::int
     ), kept as (
       select o.version, o.key, o.type = n.type and o.config = n.config as same
       from steps o join steps n on n.key = o.key and n.version = $3::int where o.version < $3::int
     )
     update workflow_queue q set version = $3::int, claim = null, lease_until = null,
       phase = case when k.same then q.phase else 0 end, tries = case when k.same then q.tries else 0 end,
       next_at = case when k.same then q.next_at else clock_timestamp() end,
       until_at = case when k.same then q.until_at end,
       signal = case when k.same or q.signal = 'replied' then q.signal end
     from kept k
     where q.tenant_id = $1::bigint and q.workflow_id = $2::uuid and q.version = k.version and q.step_key = k.key
       and q.started_at is null returning 1`,
    [tenantId, workflowId, version],
  );
  return rows.length;
}
