import { type Context, queryable } from '#core/context.ts';
import type { JsonValue } from '#core/fields/field.ts';
import type { Transaction } from '#db/database.ts';
import { inTenant, scoped } from '#db/params.ts';

export type StepRow = Readonly<Record<'_id' | 'key' | 'name' | 'type' | 'config' | 'next', JsonValue>>;

/** The steps of a workflow in their order. */
export async function readStepRows(context: Context, workflowId: string): Promise<StepRow[]> {
  const rows = await queryable(context).query<{ step: StepRow }>(
    `select r.step from ${scoped(
      'r',
      `select jsonb_build_object('_id', s.id, 'key', coalesce(s.key, ''), 'name', s.name, 'type', s.type, 'config', s.config, 'next', s.next) as step
       from marketing_workflow_steps s where ${inTenant('s')} and s.workflow_id = $2::uuid order by s.position, s.created_at, s.id`,
    )}`,
    [context.caller.tenantId, workflowId],
  );
  return rows.map(({ step }) => step);
}

/** Stores the steps of a workflow as its field `steps` shows them. Their own events tell what changed. */
export const saveSteps = (
  tx: Transaction,
  tenantId: string,
  workflowId: string,
  steps: readonly Omit<StepRow, '_id'>[],
): Promise<unknown> =>
  tx.query('update marketing_workflows w set steps = $3::jsonb where w.tenant_id = $1::bigint and w.id = $2::uuid', [
    tenantId,
    workflowId,
    JSON.stringify(steps),
  ]);
