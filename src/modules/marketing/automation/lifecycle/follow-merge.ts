import { asPlatform } from '#core/access/platform.ts';
import type { TransactionContext } from '#core/context.ts';
import { updateMany } from '#core/operations/update-many.ts';
import type { RecordObject } from '#core/operations/validate.ts';
import { announceDue } from '../enrolling/due-signal.ts';
import { recordIdOf } from '../enrolling/record-of-enrollment.ts';
import { enrollmentsModel } from '../model-names.ts';
import { countRun } from '../sql/counters.ts';
import { moveToRecord } from '../sql/move-to-record.ts';
import { removeFromQueue } from '../sql/queue.ts';

const reason = 'The record was merged into one that is in the workflow too.';

/**
 * Lets an enrollment go on with the record into which its own was merged, or back when the merge is undone. When that one
 * is in the workflow already, only its own enrollment goes on.
 */
export async function followMerge(context: TransactionContext, record: RecordObject): Promise<void> {
  const { tx, caller } = context;
  const id = String(record._id);
  const workflowId = String(record.workflowId);
  if ((await moveToRecord(tx, caller.tenantId, id, recordIdOf(record))) === 'moved') {
    announceDue(context, workflowId);
    return;
  }
  const removed = await removeFromQueue(tx, caller.tenantId, [id]);
  if (removed.size === 0) return;
  const values = { status: 'exited', exitedAt: new Date().toISOString(), exitReason: reason };
  await updateMany(asPlatform(context), enrollmentsModel(context), [{ id, values }], { withoutHooks: true });
  await countRun(tx, caller.tenantId, workflowId, { completed: 0, exited: 1, all: 1 });
}
