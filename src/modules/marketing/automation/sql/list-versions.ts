import { momentSql } from '#core/fields/datetime.ts';
import type { Queryable } from '#db/database.ts';
import { inTenant, scoped } from '#db/params.ts';

const maxShown = 50;

/** The versions of a workflow, newest first. */
export const listVersions = (db: Queryable, tenantId: string, workflowId: string): Promise<unknown[]> =>
  db.query(
    `select r.* from ${scoped(
      'r',
      `select v.version, ${momentSql('v.created_at')} as "createdAt", v.created_by as "createdBy", v.definition,
         (select count(*)::int from workflow_queue q where ${inTenant('q')} and q.workflow_id = v.workflow_id and q.version = v.version) as enrollments
       from workflow_versions v where ${inTenant('v')} and v.workflow_id = $2::uuid order by v.version desc limit ${maxShown}`,
    )}`,
    [tenantId, workflowId],
  );
