import type { Transaction } from '#db/database.ts';

/** The same as `recordIdOf`. */
const recordId = `case when coalesce(e.model_key, 'contacts') not in ('contacts', 'contact', 'sales.contacts') and e.record_id ~ '^[0-9a-f-]{36}$'
  then e.record_id else coalesce(e.contact_id::text, e.record_id) end`;

/** The enrollments of a workflow that have not begun, because it was never activated. */
export const waitingForActivation = (
  tx: Transaction,
  tenantId: string,
  workflowId: string,
): Promise<{ enrollmentId: string; recordId: string }[]> =>
  tx.query(
    `select e.id as "enrollmentId", ${recordId} as "recordId" from marketing_workflow_enrollments e
     where e.tenant_id = $1::bigint and e.workflow_id = $2::uuid and e.status in ('active', 'waiting')
       and ${recordId} ~ '^[0-9a-f-]{36}$'
       and not exists (select from workflow_queue q where q.tenant_id = e.tenant_id and q.enrollment_id = e.id)
     order by e.created_at, e.id`,
    [tenantId, workflowId],
  );
