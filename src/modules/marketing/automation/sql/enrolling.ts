import type { Queryable } from '#db/database.ts';
import { inTenant, scoped } from '#db/params.ts';

interface Enrolling {
  readonly modelKey: string;
  readonly allowReenrollment: boolean;
  readonly wasActivated: boolean;
}

/** What decides who may be enrolled in a workflow. Undefined when there is no such workflow. */
export async function readEnrolling(
  db: Queryable,
  tenantId: string,
  workflowId: string,
): Promise<Enrolling | undefined> {
  const [row] = await db.query<Enrolling>(
    `select r.* from ${scoped(
      'r',
      `select coalesce(w.model_key, 'contacts') as "modelKey", coalesce(w.allow_reenrollment, false) as "allowReenrollment",
         exists (select from workflow_states s where ${inTenant('s')} and s.workflow_id = w.id) as "wasActivated"
       from marketing_workflows w where ${inTenant('w')} and w.id = $2::uuid`,
    )}`,
    [tenantId, workflowId],
  );
  return row;
}

/** True when a record may be in the workflow several times. */
export const isAllowedAgain = async (db: Queryable, tenantId: string, workflowId: string): Promise<boolean> =>
  (await readEnrolling(db, tenantId, workflowId))?.allowReenrollment === true;
