import type { Transaction } from '#db/database.ts';

/**
 * Lets an enrollment go on with another record. A node that has claimed it loses the claim, unless it calls another system:
 * that is written in any case. `taken`: it is not in the queue, or the other record is in the workflow already.
 */
export async function moveToRecord(
  tx: Transaction,
  tenantId: string,
  id: string,
  recordId: string,
): Promise<'moved' | 'taken'> {
  const rows = await tx.query(
    `update workflow_queue q set record_id = $3::uuid, claim = case when q.started_at is not null then q.claim end,
       lease_until = case when q.started_at is not null then q.lease_until end
     where q.tenant_id = $1::bigint and q.enrollment_id = $2::uuid and not exists (select from workflow_queue o
       where o.tenant_id = q.tenant_id and o.record_id = $3::uuid and o.workflow_id = q.workflow_id and o.slot = q.slot
         and o.enrollment_id <> q.enrollment_id) returning 1`,
    [tenantId, id, recordId],
  );
  return rows.length > 0 ? 'moved' : 'taken';
}
