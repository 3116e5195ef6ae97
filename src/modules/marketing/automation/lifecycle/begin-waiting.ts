import { asPlatform } from '#core/access/platform.ts';
import type { TransactionContext } from '#core/context.ts';
import { updateMany } from '#core/operations/update-many.ts';
import { enrollmentsModel } from '../model-names.ts';
import { countEnrolled } from '../sql/counters.ts';
import { addToQueue } from '../sql/queue.ts';
import { waitingForActivation } from '../sql/waiting-for-activation.ts';

/** Begins the enrollments that were made before the workflow was activated: one of each record, unless it allows more. */
export async function beginWaiting(
  context: TransactionContext,
  workflowId: string,
  allowsMore: boolean,
): Promise<void> {
  const { tx, caller } = context;
  const waiting = await waitingForActivation(tx, caller.tenantId, workflowId);
  if (waiting.length === 0) return;
  const added = new Set<string>();
  // One after another, because of two of the same record only the first one begins.
  for (const { enrollmentId, recordId } of waiting) {
    const rows = await addToQueue(tx, caller.tenantId, workflowId, [{ enrollmentId, recordId, depth: 1 }], allowsMore);
    for (const id of rows) added.add(id);
  }
  await countEnrolled(tx, caller.tenantId, workflowId, added.size);
  const values = { status: 'exited', exitedAt: new Date().toISOString(), exitReason: 'The record was enrolled twice.' };
  const twice = waiting.filter(({ enrollmentId }) => !added.has(enrollmentId));
  await updateMany(
    asPlatform(context),
    enrollmentsModel(context),
    twice.map(({ enrollmentId: id }) => ({ id, values })),
    { withoutHooks: true },
  );
}
