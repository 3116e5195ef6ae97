import { asPlatform } from '#core/access/platform.ts';
import type { TransactionContext } from '#core/context.ts';
import type { JsonValue } from '#core/fields/field.ts';
import { invoke, operations } from '#core/operations/index.ts';
import { insertMany } from '#core/operations/insert-many.ts';
import { updateMany } from '#core/operations/update-many.ts';
import type { RecordObject } from '#core/operations/validate.ts';
import { readCalendar } from '#core/query/calendar.ts';
import { todayIn } from '#lib/days.ts';
import { isJsonObject } from '#lib/json.ts';
import { isTimeZone } from '#lib/zoned-time.ts';
import { activateWorkflow } from '../lifecycle/change-status.ts';
import { workflowsModel } from '../model-names.ts';
import { showCounts } from '../sql/counters.ts';
import { addIntake } from '../sql/intakes.ts';
import { modelOf, type Sequence, workflowIdOf } from './kinds.ts';
import { withFieldsOf } from './name-fields.ts';
import { workflowName, workflowValues } from './workflow-values.ts';

/** Makes the workflow of a sequence what the sequence says, and lets it run by a new version. */
export async function runSequence(
  context: TransactionContext,
  sequence: Sequence,
  moveEnrollments = false,
): Promise<void> {
  const values = workflowValues(sequence);
  const platform = asPlatform(context);
  const id = workflowIdOf(sequence.record) ?? (await attachWorkflow(platform, sequence));
  const before = await readWorkflow(platform, id);
  await withFieldsOf(sequence.kind, async () => {
    const isArchived = before.status === 'archived';
    await write(platform, id, isArchived ? { ...values, status: 'draft' } : values);
    await activateWorkflow(platform, id, moveEnrollments);
  });
  await startAtOnce(platform, sequence, id, before);
  await showCounts(context.tx, context.caller.tenantId, id, `marketing.${sequence.kind.slug}`);
}

/** Adds the draft of a workflow for a sequence. Returns its id. */
export async function addWorkflow(context: TransactionContext, sequence: Sequence): Promise<string> {
  const { kind, record } = sequence;
  const values = {
    name: workflowName(sequence),
    status: 'draft',
    sourceModel: `marketing.${kind.slug}`,
    sourceId: String(record._id),
    ownerId: record.ownerId ?? null,
  };
  const [id] = await insertMany(asPlatform(context), workflowsModel(context), [{ values }], { withoutHooks: true });
  if (id === undefined) throw new Error('the workflow of a sequence was not added');
  return id;
}

/** For a sequence that is active and whose workflow was deleted. */
async function attachWorkflow(context: TransactionContext, sequence: Sequence): Promise<string> {
  const workflowId = await addWorkflow(context, sequence);
  const row = { id: String(sequence.record._id), values: { workflowId } };
  await updateMany(context, modelOf(context, sequence.kind), [row], { withoutHooks: true });
  return workflowId;
}

/** Pauses or archives the workflow of a sequence. */
export async function stopSequenceWorkflow(
  context: TransactionContext,
  id: string,
  status: 'paused' | 'archived',
): Promise<void> {
  const platform = asPlatform(context);
  const workflow = await readWorkflow(platform, id);
  if (workflow.status === 'archived' || (status === 'paused' && workflow.status !== 'active')) return;
  await write(platform, id, { status });
}

export async function readWorkflow(context: TransactionContext, id: string): Promise<RecordObject> {
  const { body } = await invoke(asPlatform(context), operations.get, workflowsModel(context), { id, query: {} });
  return JSON.parse(body) as RecordObject;
}

const write = (context: TransactionContext, id: string, record: Record<string, JsonValue>): Promise<unknown> =>
  invoke(context, operations.update, workflowsModel(context), { id, record });

/** A sequence that is activated on its first day, or later, enrolls the members of its segments now, once. */
async function startAtOnce(
  context: TransactionContext,
  { record }: Sequence,
  workflowId: string,
  before: RecordObject,
): Promise<void> {
  const { trigger, triggerConfig } = await readWorkflow(context, workflowId);
  const on = isJsonObject(triggerConfig) ? (triggerConfig as { on?: unknown }).on : undefined;
  if (trigger !== 'schedule' || typeof on !== 'string') return;
  const former = isJsonObject(before.triggerConfig) ? (before.triggerConfig as { on?: unknown }).on : undefined;
  const zone = isTimeZone(record.timezone) ? record.timezone : (await readCalendar(context, undefined)).zone;
  if (on > todayIn(zone) || on === former) return;
  await addIntake(context.tx, context.caller.tenantId, {
    workflowId,
    segmentId: null,
    source: 'trigger',
    values: { at: new Date().toISOString() },
  });
}
