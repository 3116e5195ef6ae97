import { withAllAccess } from '#core/access/platform.ts';
import { type Context, inTransaction, type TransactionContext } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { invoke, operations } from '#core/operations/index.ts';
import { updateMany } from '#core/operations/update-many.ts';
import type { RecordObject } from '#core/operations/validate.ts';
import { announceDue } from '../enrolling/due-signal.ts';
import { workflowFollower } from '../following/follower.ts';
import { workflowsModel } from '../model-names.ts';
import { lockEnrollments, moveToVersion } from '../sql/move-enrollments.ts';
import { markWorkflow, setRunning } from '../sql/states.ts';
import { activate } from './activate.ts';
import { requireOwner } from './check-stored.ts';

type Verb = 'pause' | 'resume' | 'archive';

const statuses = { pause: 'paused', resume: 'active', archive: 'archived' } as const;

/** Pauses, resumes or archives a workflow. Returns its record. */
export function changeStatus(context: Context, id: string, verb: Verb): Promise<RecordObject> {
  return inTransaction(context, async (within) => {
    const workflow = await read(within, id);
    if (workflow.sourceModel && within.caller.userId !== null)
      throw new AppError('conflict', `A sequence carries out this workflow: ${verb} the sequence.`);
    const status = statuses[verb];
    const from = verb === 'pause' ? ['active'] : verb === 'resume' ? ['paused'] : ['draft', 'active', 'paused'];
    if (!from.includes(String(workflow.status)))
      throw new AppError(
        'conflict',
        `The workflow is ${workflow.status === 'draft' ? 'a draft' : workflow.status}, so it cannot be ${status === 'active' ? 'resumed' : status}.`,
      );
    if (verb === 'resume') return resume(within, workflow);
    await invoke(within, operations.update, workflowsModel(within), { id, record: { status } });
    return read(within, id);
  });
}

/** Goes on by the version that was active, without a new one. */
async function resume(context: TransactionContext, workflow: RecordObject): Promise<RecordObject> {
  const { status } = workflow;
  const id = String(workflow._id);
  const { tx, caller, services } = context;
  // The permission to write the workflow is checked by a write that changes nothing.
  await invoke(context, operations.update, workflowsModel(context), { id, record: { status: status ?? 'paused' } });
  // Otherwise the platform would pause it again at once.
  await requireOwner(context, workflow);
  if (!(await setRunning(tx, caller.tenantId, id, true))) return activateWorkflow(context, id, false);
  // The user stays the author of the change. Its hooks would make a new version.
  const values = { status: 'active', pausedAt: null };
  await updateMany(withAllAccess(context), workflowsModel(context), [{ id, values }], { withoutHooks: true });
  await markWorkflow(tx, caller.tenantId, id, { problem: null });
  await services.of(workflowFollower).follow(context, {});
  announceDue(context, id);
  return read(context, id);
}

/** Makes a version of the workflow as it is now, and lets it run. With `move`, the records in it follow the new version. */
export function activateWorkflow(context: Context, id: string, move: boolean): Promise<RecordObject> {
  return inTransaction(context, async (within) => {
    const { caller } = within;
    const { sourceModel, status } = await read(within, id);
    if (sourceModel && caller.userId !== null && !context.via)
      throw new AppError('conflict', 'A sequence carries out this workflow: activate the sequence.');
    if (status === 'archived') throw new AppError('conflict', 'The workflow is archived. Copy it to use it again.');
    const isActive = status === 'active';
    if (move) await lockEnrollments(within.tx, caller.tenantId, id);
    await invoke(within, operations.update, workflowsModel(within), { id, record: { status: 'active' } });
    // The hooks of the write activate it, unless it is active already.
    const version = isActive ? await activate(within, id) : undefined;
    const activated = await read(within, id);
    if (move) await moveEnrollments(within, activated, version);
    return activated;
  });
}

/** Lets the records in older versions of a workflow go on by its newest one. */
export async function moveEnrollments(
  context: TransactionContext,
  { _id, activeVersion }: RecordObject,
  version = Number(activeVersion),
): Promise<void> {
  const id = String(_id);
  await moveToVersion(context.tx, context.caller.tenantId, id, version);
  announceDue(context, id);
}

async function read(context: Context, id: string): Promise<RecordObject> {
  const { body } = await invoke(context, operations.get, workflowsModel(context), { id, query: {} });
  return JSON.parse(body) as RecordObject;
}
