import { asPlatform, withAllAccess } from '#core/access/platform.ts';
import { type Context, inTransaction, type TransactionContext } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { invoke, operations } from '#core/operations/index.ts';
import { updateMany } from '#core/operations/update-many.ts';
import type { RecordObject } from '#core/operations/validate.ts';
import { changeStatus, moveEnrollments } from '../lifecycle/change-status.ts';
import { modelOf, type SequenceKind, workflowIdOf } from './kinds.ts';
import { readWorkflow, runSequence } from './run-sequence.ts';

const stops = {
  pause: { from: ['active'], to: 'paused' },
  archive: { from: ['draft', 'active', 'paused', 'completed'], to: 'archived' },
} as const;

/** Lets a sequence run as it is now. With `move`, the people in it follow the new version. Returns its record. */
export function activateSequence(
  context: Context,
  kind: SequenceKind,
  id: string,
  move: boolean,
): Promise<RecordObject> {
  return inTransaction(context, async (within) => {
    const { status } = await readSequence(within, kind, id);
    if (status === 'archived')
      throw new AppError('conflict', `The ${kind.label} is archived. Copy it to use it again.`);
    await invoke(within, operations.update, modelOf(within, kind), { id, record: { status: 'active' } });
    // The hooks of the write have activated it, unless it was active already.
    const record = await readSequence(asPlatform(within), kind, id);
    if (status === 'active') await runSequence(within, { kind, record }, move);
    else if (move) await moveEnrollments(within, await readWorkflow(within, String(record.workflowId)));
    return readSequence(within, kind, id);
  });
}

/** Pauses or archives a sequence. The hooks of the write stop its workflow. Returns its record. */
export function stopSequence(
  context: Context,
  kind: SequenceKind,
  id: string,
  verb: keyof typeof stops,
): Promise<RecordObject> {
  return inTransaction(context, async (within) => {
    const { status } = await readSequence(within, kind, id);
    const { from, to } = stops[verb];
    if (!from.some((one) => one === status)) throw notPossible(kind, status, to);
    await invoke(within, operations.update, modelOf(within, kind), { id, record: { status: to } });
    return readSequence(within, kind, id);
  });
}

/** Goes on by the version that was active. Returns the record. */
export function resumeSequence(context: Context, kind: SequenceKind, id: string): Promise<RecordObject> {
  return inTransaction(context, async (within) => {
    const { status } = await readSequence(within, kind, id);
    if (status !== 'paused') throw notPossible(kind, status, 'resumed');
    const workflowId = workflowIdOf(await readSequence(asPlatform(within), kind, id));
    if (workflowId === undefined || (await readWorkflow(within, workflowId)).status !== 'paused')
      return activateSequence(within, kind, id, false);
    await resumePaused(within, kind, id, workflowId);
    return readSequence(within, kind, id);
  });
}

async function resumePaused(
  context: TransactionContext,
  kind: SequenceKind,
  id: string,
  workflowId: string,
): Promise<void> {
  const model = modelOf(context, kind);
  // The permission to write the sequence is checked by a write that changes nothing.
  await invoke(context, operations.update, model, { id, record: { status: 'paused' } });
  await changeStatus(asPlatform(context), workflowId, 'resume');
  // The user stays the author of the change. Its hooks would make a new version.
  await updateMany(withAllAccess(context), model, [{ id, values: { status: 'active' } }], { withoutHooks: true });
}

export async function readSequence(context: Context, kind: SequenceKind, id: string): Promise<RecordObject> {
  const { body } = await invoke(context, operations.get, modelOf(context, kind), { id, query: {} });
  return JSON.parse(body) as RecordObject;
}

const notPossible = ({ label }: SequenceKind, status: unknown, to: string): AppError =>
  new AppError('conflict', `The ${label} is ${status === 'draft' ? 'a draft' : status}, so it cannot be ${to}.`);
