import type { Queryable } from '#db/database.ts';
import { inTenant, scoped } from '#db/params.ts';
import type { WorkflowDefinition } from '../definition/definition.ts';

/** Older versions of a workflow by which enrollments still go. */
export const versionsInUse = (
  db: Queryable,
  tenantId: string,
  workflowId: string,
  newest: number,
): Promise<{ version: number; definition: WorkflowDefinition }[]> =>
  db.query(
    `select r.* from ${scoped(
      'r',
      `select v.version, v.definition from workflow_versions v
       where ${inTenant('v')} and v.workflow_id = $2::uuid and v.version < $3::int and exists (
         select from workflow_queue q where ${inTenant('q')} and q.workflow_id = v.workflow_id and q.version = v.version)`,
    )}`,
    [tenantId, workflowId, newest],
  );
