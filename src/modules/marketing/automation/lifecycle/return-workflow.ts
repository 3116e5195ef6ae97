import { asPlatform } from '#core/access/platform.ts';
import type { TransactionContext } from '#core/context.ts';
import { updateMany } from '#core/operations/update-many.ts';
import type { RecordObject } from '#core/operations/validate.ts';
import { announceDue } from '../enrolling/due-signal.ts';
import { workflowFollower } from '../following/follower.ts';
import { workflowsModel } from '../model-names.ts';
import { reviveState } from '../sql/delete-workflow.ts';
import { markWorkflow } from '../sql/states.ts';

/** Lets a restored workflow go on by the version that it had. What its trigger missed meanwhile is not made up for. */
export async function returnWorkflow(context: TransactionContext, { _id, status }: RecordObject): Promise<void> {
  const { tx, caller, services } = context;
  const id = String(_id);
  const isActive = status === 'active';
  if (await reviveState(tx, caller.tenantId, id, isActive)) {
    if (!isActive) return;
    await services.of(workflowFollower).follow(context, {});
    announceDue(context, id);
    return;
  }
  if (!isActive) return;
  const values = { status: 'paused', pausedAt: new Date().toISOString() };
  await updateMany(asPlatform(context), workflowsModel(context), [{ id, values }], { withoutHooks: true });
  await markWorkflow(tx, caller.tenantId, id, {
    problem: 'The workflow was restored, and its versions are not kept any more. Resume it to begin with a new one.',
  });
}
