import { asPlatform } from '#core/access/platform.ts';
import type { TransactionContext } from '#core/context.ts';
import { updateMany } from '#core/operations/update-many.ts';
import type { RecordObject } from '#core/operations/validate.ts';
import { announceDue } from '../enrolling/due-signal.ts';
import { recordIdOf } from '../enrolling/record-of-enrollment.ts';
import { enrollmentsModel } from '../model-names.ts';
import { countReturned, countRun } from '../sql/counters.ts';
import { readEnrolling } from '../sql/enrolling.ts';
import { type ParkedPlace, parkedPlace, removeParked, unpark } from '../sql/parked.ts';
import { saveProgress } from '../sql/progress.ts';
import { readVersion } from '../sql/states.ts';
import { removeFromTotals } from '../sql/totals.ts';

/**
 * Lets a restored enrollment go on where it was when it was deleted. It ends, with the reason, when that is not possible
 * any more.
 */
export async function returnEnrollment(context: TransactionContext, record: RecordObject): Promise<void> {
  const { tx, caller } = context;
  const { tenantId } = caller;
  const id = String(record._id);
  const workflowId = String(record.workflowId);
  const place = await parkedPlace(tx, tenantId, id);
  if (!place) {
    const status = String(record.status);
    if (Number(record.stepCount ?? 0) > 0) await removeFromTotals(tx, tenantId, { id, workflowId, status });
    return;
  }
  const obstacle = await obstacleOf(context, workflowId, record, place);
  await removeParked(tx, tenantId, id);
  if (!obstacle) {
    await countReturned(tx, tenantId, workflowId);
    announceDue(context, workflowId);
    return;
  }
  await updateMany(asPlatform(context), enrollmentsModel(context), [{ id, values: obstacle }], { withoutHooks: true });
  const { version, stepKey, runs, tries } = place;
  // Somebody who tries it again begins at this step.
  await saveProgress(tx, tenantId, [{ id, version, stepKey, nextAt: null, runs, attempt: tries + 1 }]);
  const exited = obstacle.status === 'exited' ? 1 : 0;
  await countRun(tx, tenantId, workflowId, { completed: 0, exited, all: 0 });
}

/** Puts the enrollment back into the queue. Returns the values with which it ends when that is not possible. */
async function obstacleOf(
  { tx, caller }: TransactionContext,
  workflowId: string,
  record: RecordObject,
  { version, runs, started }: ParkedPlace,
): Promise<Readonly<Record<'status', string> & Record<string, string>> | undefined> {
  const { tenantId } = caller;
  const exited = (exitReason: string) => ({ status: 'exited', exitedAt: new Date().toISOString(), exitReason });
  if (started)
    return {
      status: 'failed',
      error:
        'Not confirmed: The enrollment was deleted while another system was called, so it is not known whether the call arrived.',
    };
  if (version > 0 && !(await readVersion(tx, tenantId, workflowId, version)))
    return exited(`The version ${version} of the workflow does not exist any more.`);
  const allowsMore = (await readEnrolling(tx, tenantId, workflowId))?.allowReenrollment === true;
  const place = { id: String(record._id), recordId: recordIdOf(record), runs, allowsMore };
  return (await unpark(tx, tenantId, place))
    ? undefined
    : exited('The record was enrolled again while this enrollment was deleted.');
}
