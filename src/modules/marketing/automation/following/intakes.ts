import type { TransactionContext } from '#core/context.ts';
import { queryable } from '#core/context.ts';
import { compileConditions } from '#core/query/filter-sql.ts';
import { scopedRows, tableAs, withinReach } from '#core/query/rows.ts';
import { Params, scoped } from '#db/params.ts';
import { audienceSql, resolveAudience } from '../../segments/contract.ts';
import { compiledVersion } from '../compiling/compiled-cache.ts';
import { ownerContext, stopOf } from '../compiling/owner.ts';
import { enrollAll } from '../enrolling/enroll-records.ts';
import type { RunningWorkflow } from '../enrolling/running-workflow.ts';
import { stopWorkflow } from '../running/stop-workflow.ts';
import { type Intake, lockIntake, saveIntake } from '../sql/intakes.ts';

/** The maximum of records that one transaction enrolls. */
const pageSize = 1000;

/** Enrolls the next page of the members of a segment, or of the records that a schedule finds. */
export async function nextIntake(
  context: TransactionContext,
  running: readonly RunningWorkflow[],
): Promise<'none' | 'more'> {
  const intake = await lockIntake(context.tx, context.caller.tenantId);
  if (!intake) return 'none';
  const workflow = running.find(({ id }) => id === intake.workflowId);
  // A workflow that was stopped meanwhile enrolls nobody.
  if (!workflow) await saveIntake(context.tx, context.caller.tenantId, intake, null);
  else await enrollPage(context, workflow, intake);
  return 'more';
}

async function enrollPage(base: TransactionContext, workflow: RunningWorkflow, intake: Intake): Promise<void> {
  try {
    const owner = await ownerContext(base.services, base.caller, workflow, base);
    const context = { ...owner, tx: base.tx };
    const ids = await pageOf(context, workflow, intake);
    const targets = ids.map((recordId) => ({
      recordId,
      depth: intake.depth,
      ...(intake.values && { values: intake.values }),
    }));
    await enrollAll(context, workflow, targets, intake.source);
    await saveIntake(base.tx, base.caller.tenantId, intake, ids.length < pageSize ? null : (ids.at(-1) ?? null));
  } catch (error) {
    const stopped = stopOf(error);
    if (!stopped) throw error;
    await saveIntake(base.tx, base.caller.tenantId, intake, null);
    await stopWorkflow(base, workflow, stopped.message);
  }
}

async function pageOf(
  context: TransactionContext,
  { id, version, definition, model }: RunningWorkflow,
  { segmentId, cursorId, source }: Intake,
): Promise<string[]> {
  const isTrigger = source === 'trigger';
  const segmentIds = segmentId === null ? definition.segmentIds : [segmentId];
  const excludedSegmentIds = isTrigger ? definition.excludedSegmentIds : [];
  const audience = await resolveAudience(context, model, { segmentIds, excludedSegmentIds });
  if (segmentIds.length > 0 && audience.included.length === 0) return [];
  const compiled = await compiledVersion(context, { id, version, definition });
  const params = new Params(context.caller.tenantId);
  const grant = context.caller.access.grant(model, 'read');
  const conditions = isTrigger ? compiled.conditions : [];
  const rows = await queryable(context).query<{ id: string }>(
    `select r.id from ${scoped(
      'r',
      `select t.id from ${tableAs(model, 't')} where ${scopedRows(model, 't')} and t.id > ${params.add(cursorId, 'uuid')}
         ${compileConditions(conditions, 't', params)}${audienceSql(audience, 't', params)}${withinReach(grant, 't', params)}
       order by t.id limit ${params.add(pageSize, 'int')}`,
    )}`,
    params.values,
  );
  return rows.map((row) => row.id);
}
