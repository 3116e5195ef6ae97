import { asPlatform } from '#core/access/platform.ts';
import { type Context, inTransaction, type TransactionContext } from '#core/context.ts';
import { insertMany } from '#core/operations/insert-many.ts';
import { newId } from '#lib/ids.ts';
import type { JsonObject } from '../definition/definition.ts';
import type { Source } from '../definition/source.ts';
import { enrollmentsModel } from '../model-names.ts';
import { countEnrolled } from '../sql/counters.ts';
import { addToQueue } from '../sql/queue.ts';
import { announceDue } from './due-signal.ts';
import { eligibleIds } from './eligible.ts';
import type { RunningWorkflow } from './running-workflow.ts';

export interface Target {
  readonly recordId: string;
  /** How many causes led to the enrollment. */
  readonly depth: number;
  /** The values of the trigger, which steps read as `{{ trigger }}`. */
  readonly values?: JsonObject;
}

/** A longer chain of workflows that start each other is stopped. */
export const maxDepth = 10;

export const loopError = `workflow_loop: workflows started each other more than ${maxDepth} times, so this one was not started.`;

/**
 * Enrolls records in a workflow: those that the caller may read, and that are not in it already. A record of a chain that
 * is too long is enrolled as failed, so that its owner sees the loop. Returns how many were enrolled.
 */
export async function enrollRecords(
  context: Context,
  running: RunningWorkflow,
  targets: readonly Target[],
  source: Source,
): Promise<number> {
  const reachable = new Set(
    await eligibleIds(
      context,
      running,
      targets.map(({ recordId }) => recordId),
      {},
    ),
  );
  return enrollAll(
    context,
    running,
    targets.filter(({ recordId }) => reachable.has(recordId)),
    source,
  );
}

/** The same without a check of the records. */
export function enrollAll(
  context: Context,
  running: RunningWorkflow,
  targets: readonly Target[],
  source: Source,
): Promise<number> {
  if (targets.length === 0) return Promise.resolve(0);
  return inTransaction(context, async (within) => {
    const { tx, caller } = within;
    const { allowReenrollment } = running.definition;
    // A workflow of enrollments is not enrolled for the failed ones that this writes, or it would never end.
    const endless = targets.filter(({ depth }) => depth === maxDepth + 1);
    const wanted = targets
      .filter(({ depth }) => depth <= maxDepth)
      .map(({ recordId, depth, values }) => ({ enrollmentId: newId(), recordId, depth, values: values ?? null }));
    const added = await addToQueue(tx, caller.tenantId, running.id, wanted, allowReenrollment);
    const rows = wanted.filter(({ enrollmentId }) => added.has(enrollmentId));
    await writeRecords(within, running, rows, source);
    await writeEndless(within, running, endless, source);
    await countEnrolled(tx, caller.tenantId, running.id, rows.length);
    if (rows.length > 0) announceDue(within, running.id);
    return rows.length;
  });
}

interface NewEnrollment {
  readonly enrollmentId: string;
  readonly recordId: string;
  readonly depth: number;
  readonly values: JsonObject | null;
}

const fieldsOf = ({ id, model, ownerId, definition }: RunningWorkflow, recordId: string, source: Source) => ({
  workflowId: id,
  // A reference cannot name a record that was deleted.
  ...(model.name === 'sales.contacts' && definition.trigger !== 'recordDeleted' && { contactId: recordId }),
  modelKey: model.customId ? model.name : model.slug,
  recordId,
  source,
  ...(ownerId !== null && { ownerId }),
});

async function writeRecords(
  context: TransactionContext,
  running: RunningWorkflow,
  rows: readonly NewEnrollment[],
  source: Source,
): Promise<void> {
  for (const [depth, some] of Map.groupBy(rows, (row) => row.depth))
    await insertMany(
      { ...asPlatform(context), depth },
      enrollmentsModel(context),
      some.map(({ enrollmentId, recordId, values }) => ({
        id: enrollmentId,
        values: { ...fieldsOf(running, recordId, source), status: 'active', ...(values && { data: values }) },
      })),
      { withoutHooks: true },
    );
}

async function writeEndless(
  context: TransactionContext,
  running: RunningWorkflow,
  targets: readonly Target[],
  source: Source,
): Promise<void> {
  if (targets.length === 0) return;
  await insertMany(
    { ...asPlatform(context), depth: maxDepth + 1 },
    enrollmentsModel(context),
    targets.map(({ recordId }) => ({
      values: { ...fieldsOf(running, recordId, source), status: 'failed', error: loopError },
    })),
    { withoutHooks: true },
  );
  const { services, caller } = context;
  services.log.warn({ tenantId: caller.tenantId, workflowId: running.id }, 'workflows start each other in a loop');
}
