import { type Context, queryable } from '#core/context.ts';
import { momentSql } from '#core/fields/datetime.ts';
import type { Model } from '#core/models/model.ts';
import { scopedRows, tableAs, visibleJson, withinReach } from '#core/query/rows.ts';
import { inTenant, Params, scoped } from '#db/params.ts';
import { enrollmentsModel } from '../model-names.ts';

export interface EnrollmentsRequest {
  readonly recordId?: string | undefined;
  readonly workflowId?: string | undefined;
  readonly status?: string | undefined;
  readonly limit: number;
  /** Where the page begins: the place of the last row of the page before. */
  readonly after?: EnrollmentPlace | undefined;
}

export interface EnrollmentPlace {
  readonly at: string;
  readonly id: string;
}

export interface ListedEnrollment {
  readonly enrollmentId: string;
  readonly recordId: string;
  /** Null for callers from whom a role hides the field. */
  readonly workflowId: string | null;
  readonly status: string | null;
  readonly currentStep: string | null;
  readonly nextRunAt: string | null;
  readonly enrolledAt: string;
}

interface Row {
  readonly id: string;
  readonly recordId: string;
  readonly visible: Partial<Record<'workflowId' | 'status' | 'currentStep' | 'nextRunAt', string | null>>;
  readonly enrolledAt: string;
  /** The time with all its digits, for the place. */
  readonly exact: string;
}

const shown = new Set(['workflowId', 'status', 'currentStep', 'nextRunAt']);

/** Enrollments of records of a model, newest first: those that the caller may read, of records that the caller may read. */
export async function listEnrollments(
  context: Context,
  model: Model,
  { recordId, workflowId, status, limit, after }: EnrollmentsRequest,
): Promise<{ rows: readonly ListedEnrollment[]; next: EnrollmentPlace | undefined }> {
  const { access } = context.caller;
  const enrollments = enrollmentsModel(context);
  const grant = access.grant(enrollments, 'read');
  const params = new Params(context.caller.tenantId);
  const at = 'coalesce(e.enrolled_at, e.created_at)';
  const equals = (column: string, value: string | undefined, type: 'text' | 'uuid') =>
    value === undefined ? '' : ` and ${column} = ${params.add(value, type)}`;
  const rest = after
    ? ` and (${at}, e.id) < (${params.add(after.at, 'timestamptz')}, ${params.add(after.id, 'uuid')})`
    : '';
  const rows = await queryable(context).query<Row>(
    `select r.* from ${scoped(
      'r',
      `select e.id, t.id as "recordId", ${visibleJson(grant, 'e', shown)} as visible, ${momentSql(at)} as "enrolledAt", ${at}::text as exact
       from ${tableAs(enrollments, 'e')}
       join ${tableAs(model, 't')} on ${scopedRows(model, 't')}${withinReach(access.grant(model, 'read'), 't', params)}
         and t.id = case when e.record_id ~ '^[0-9a-f-]{36}$' then e.record_id::uuid end
       where ${inTenant('e')} and e.model_key = ${params.add(model.slug, 'text')}${withinReach(grant, 'e', params)}
         ${equals('e.record_id', recordId, 'text')}${equals('e.workflow_id', workflowId, 'uuid')}${equals('e.status', status, 'text')}${rest}
       order by ${at} desc, e.id desc limit ${params.add(limit + 1, 'int')}`,
    )}`,
    params.values,
  );
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return { rows: page.map(listed), next: last && { at: last.exact, id: last.id } };
}

const listed = ({ id, recordId, visible, enrolledAt }: Row): ListedEnrollment => ({
  enrollmentId: id,
  recordId,
  workflowId: visible.workflowId ?? null,
  status: visible.status ?? null,
  currentStep: visible.currentStep ?? null,
  nextRunAt: visible.nextRunAt ?? null,
  enrolledAt,
});
