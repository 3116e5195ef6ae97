import { withAllAccess } from '#core/access/platform.ts';
import { type Context, inTransaction } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { invoke, operations } from '#core/operations/index.ts';
import { updateMany } from '#core/operations/update-many.ts';
import type { RecordObject } from '#core/operations/validate.ts';
import { announceDue } from '../enrolling/due-signal.ts';
import { recordIdOf } from '../enrolling/record-of-enrollment.ts';
import { enrollmentsModel } from '../model-names.ts';
import { countReturned } from '../sql/counters.ts';
import { isAllowedAgain } from '../sql/enrolling.ts';
import { addToQueue } from '../sql/queue.ts';

const verbs = {
  pause: { from: ['active', 'waiting'], to: 'paused' },
  resume: { from: ['paused'], to: 'active' },
  exit: { from: ['active', 'waiting', 'paused'], to: 'exited' },
} as const;

/** Pauses, resumes or ends an enrollment. The hooks of the write do it. Returns the record. */
export function setEnrollmentStatus(context: Context, id: string, verb: keyof typeof verbs): Promise<RecordObject> {
  return inTransaction(context, async (within) => {
    const { from, to } = verbs[verb];
    const { status } = await readEnrollment(within, id);
    if (!from.some((one) => one === status))
      throw new AppError('conflict', `The enrollment is ${status}, so this is not possible.`);
    await invoke(within, operations.update, enrollmentsModel(within), { id, record: { status: to } });
    return readEnrollment(within, id);
  });
}

/** Lets a failed enrollment try its step again. */
export function retryFailed(context: Context, id: string): Promise<RecordObject> {
  return inTransaction(context, async (within) => {
    const { tx, caller } = within;
    const model = enrollmentsModel(within);
    const enrollment = await readEnrollment(within, id);
    // The permission to write is checked by a write that changes nothing.
    await invoke(within, operations.update, model, { id, record: { status: enrollment.status ?? 'failed' } });
    if (enrollment.status !== 'failed')
      throw new AppError('conflict', `The enrollment is ${enrollment.status}: only a failed one can be tried again.`);
    const workflowId = String(enrollment.workflowId);
    const row = {
      enrollmentId: id,
      recordId: recordIdOf(enrollment),
      depth: 1,
      version: Number(enrollment.workflowVersion ?? 0),
      stepKey: String(enrollment.currentStep ?? ''),
      runs: Number(enrollment.stepCount ?? 0),
    };
    const allowsMore = await isAllowedAgain(tx, caller.tenantId, workflowId);
    const added = await addToQueue(tx, caller.tenantId, workflowId, [row], allowsMore);
    if (added.size === 0) throw new AppError('already_enrolled', 'The record is in the workflow again already.');
    const values = { status: 'active', error: null };
    await updateMany(withAllAccess(within), model, [{ id, values }], { withoutHooks: true });
    await countReturned(tx, caller.tenantId, workflowId);
    announceDue(within, workflowId);
    return readEnrollment(within, id);
  });
}

export async function readEnrollment(context: Context, id: string): Promise<RecordObject> {
  const { body } = await invoke(context, operations.get, enrollmentsModel(context), { id, query: {} });
  return JSON.parse(body) as RecordObject;
}
