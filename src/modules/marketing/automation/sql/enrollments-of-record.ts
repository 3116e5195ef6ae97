import { momentSql } from '#core/fields/datetime.ts';
import type { Queryable } from '#db/database.ts';
import { inTenant, scoped } from '#db/params.ts';

export interface RecordEnrollment {
  readonly enrollmentId: string;
  readonly status: string;
  readonly version: number | null;
  readonly enrolledAt: string | null;
  readonly currentStep: string | null;
  readonly nextRunAt: string | null;
  readonly exitReason: string | null;
  readonly error: string | null;
  /** Of the last entry of its log. */
  readonly why: string | null;
}

const maxShown = 20;

/** The enrollments of a record in a workflow, newest first. */
export const enrollmentsOfRecord = (
  db: Queryable,
  tenantId: string,
  workflowId: string,
  recordId: string,
): Promise<RecordEnrollment[]> =>
  db.query<RecordEnrollment>(
    `select r.* from ${scoped(
      'r',
      `select e.id as "enrollmentId", e.status, e.workflow_version::int as version, ${momentSql('e.enrolled_at')} as "enrolledAt",
         coalesce(nullif(q.step_key, ''), e.current_step) as "currentStep", ${momentSql('e.next_run_at')} as "nextRunAt",
         e.exit_reason as "exitReason", e.error,
         (select s.why from workflow_step_runs s where ${inTenant('s')} and s.enrollment_id = e.id order by s.n desc limit 1) as why
       from marketing_workflow_enrollments e
       left join workflow_queue q on ${inTenant('q')} and q.enrollment_id = e.id
       where ${inTenant('e')} and e.workflow_id = $2::uuid and (e.record_id = $3::text or e.contact_id = $3::uuid)
       order by e.enrolled_at desc nulls last, e.id desc limit ${maxShown}`,
    )}`,
    [tenantId, workflowId, recordId],
  );
