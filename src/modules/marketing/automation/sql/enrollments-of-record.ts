import { type Context, queryable } from '#core/context.ts';
import { momentSql } from '#core/fields/datetime.ts';
import { withinReach } from '#core/query/rows.ts';
import { inTenant, Params, scoped } from '#db/params.ts';
import { enrollmentsModel } from '../model-names.ts';

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

/** The enrollments of a record in a workflow that the caller may read, newest first. */
export function enrollmentsOfRecord(
  context: Context,
  workflowId: string,
  recordId: string,
): Promise<RecordEnrollment[]> {
  const params = new Params(context.caller.tenantId);
  const workflow = params.add(workflowId, 'uuid');
  const record = params.add(recordId, 'uuid');
  const reach = withinReach(context.caller.access.grant(enrollmentsModel(context), 'read'), 'e', params);
  return queryable(context).query<RecordEnrollment>(
    `select r.* from ${scoped(
      'r',
      `select e.id as "enrollmentId", e.status, e.workflow_version::int as version, ${momentSql('e.enrolled_at')} as "enrolledAt",
         coalesce(nullif(q.step_key, ''), e.current_step) as "currentStep", ${momentSql('e.next_run_at')} as "nextRunAt",
         e.exit_reason as "exitReason", e.error,
         (select s.why from workflow_step_runs s where ${inTenant('s')} and s.enrollment_id = e.id order by s.n desc limit 1) as why
       from marketing_workflow_enrollments e
       left join workflow_queue q on ${inTenant('q')} and q.enrollment_id = e.id
       where ${inTenant('e')} and e.workflow_id = ${workflow} and (e.record_id = ${record}::text or e.contact_id = ${record})${reach}
       order by e.enrolled_at desc nulls last, e.id desc limit ${maxShown}`,
    )}`,
    params.values,
  );
}
