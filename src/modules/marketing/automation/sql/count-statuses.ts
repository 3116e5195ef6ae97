import type { Queryable } from '#db/database.ts';
import { inTenant, scoped } from '#db/params.ts';

/** How many enrollments of a workflow have each status. */
export async function countStatuses(db: Queryable, tenantId: string, workflowId: string): Promise<Map<string, number>> {
  const rows = await db.query<{ status: string; count: number }>(
    `select r.* from ${scoped(
      'r',
      `select e.status, count(*)::int as count from marketing_workflow_enrollments e
       where ${inTenant('e')} and e.workflow_id = $2::uuid group by 1`,
    )}`,
    [tenantId, workflowId],
  );
  return new Map(rows.map(({ status, count }) => [status, count]));
}
