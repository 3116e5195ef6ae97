import { asPlatform } from '#core/access/platform.ts';
import { type Context, inTransaction, queryable, type TransactionContext } from '#core/context.ts';
import { AppError, notFound } from '#core/errors.ts';
import type { RecordObject } from '#core/operations/validate.ts';
import { announceDue } from '../enrolling/due-signal.ts';
import { addDecision } from '../sql/decisions.ts';
import { endWait, lockQueued, type QueuedEnrollment } from '../sql/queue.ts';
import { readVersion } from '../sql/states.ts';
import { lastOutput } from '../sql/step-runs.ts';
import { readEnrollment } from './enrollment-verbs.ts';

/** Decides about a step that waits for approval. Those who were asked may decide, and those who may run all workflows. */
export function decide(
  context: Context,
  id: string,
  signal: 'approved' | 'rejected',
  comment: string | undefined,
): Promise<RecordObject> {
  return inTransaction(context, async (within) => {
    const { tx, caller } = within;
    const queued = await lockQueued(tx, caller.tenantId, id);
    await requireApprover(within, id, queued);
    if (queued?.phase !== 1 || queued.signal === 'approved' || queued.signal === 'rejected')
      throw new AppError('conflict', 'The enrollment does not wait for a decision. Somebody may have decided already.');
    if (!(await waitsForApproval(within, queued)))
      throw new AppError('conflict', 'The enrollment waits, but not for an approval.');
    await addDecision(tx, caller.tenantId, queued, {
      why: `${caller.email ?? 'Somebody'} ${signal} it${comment ? `: ${comment}` : '.'}`,
      output: { decision: signal, userId: caller.userId, ...(comment !== undefined && { comment }) },
    });
    await endWait(tx, caller.tenantId, id, signal);
    announceDue(within, queued.workflowId);
    return readEnrollment(asPlatform(within), id);
  });
}

type Queued = QueuedEnrollment & { readonly workflowId: string };

async function requireApprover(context: Context, id: string, queued: Queued | undefined): Promise<void> {
  const { access, userId, tenantId } = context.caller;
  if (access.reach('marketing:admin') === 'all') {
    await readEnrollment(context, id);
    return;
  }
  const asked = queued && (await lastOutput(queryable(context), tenantId, id, queued.stepKey));
  const userIds = asked?.userIds;
  if (Array.isArray(userIds) && userId !== null && userIds.includes(userId)) return;
  // Who was not asked does not learn that there is such an enrollment.
  throw notFound('The enrollment');
}

async function waitsForApproval(
  context: TransactionContext,
  { workflowId, version, stepKey }: Queued,
): Promise<boolean> {
  const definition = await readVersion(context.tx, context.caller.tenantId, workflowId, version);
  return definition?.steps.find(({ key }) => key === stepKey)?.type === 'approval';
}
