import { type Context, inTransaction, type TransactionContext } from '#core/context.ts';
import { AppError, notFound } from '#core/errors.ts';
import type { JsonValue } from '#core/fields/field.ts';
import type { Model } from '#core/models/model.ts';
import { insertMany } from '#core/operations/insert-many.ts';
import { updateMany } from '#core/operations/update-many.ts';
import { newId } from '#lib/ids.ts';
import { currentXid, lockMerge, mergesOf, type StoredMerge } from '../sql/merges.ts';
import type { MergeRequest } from './merge-request.ts';

/** The records of `data/merges`: what was merged, how far it is, and what an undo needs to find. */

const mergesModel = ({ registry }: Context): Model => registry.named('data.merges') as Model;

/** The number of moved rows of one reference. */
export interface Move {
  readonly model: string;
  readonly field: string;
  readonly count: number;
}

/** Creates the record of a merge that has begun. Returns its id. */
export async function beginMerge(
  context: TransactionContext,
  { grant, winnerId, loserIds }: MergeRequest,
): Promise<string> {
  const id = newId();
  const values = { model: grant.model.name, winnerId, loserIds: [...loserIds], state: 'running', moved: 0 };
  await insertMany(context, mergesModel(context), [
    { id, values: { ...values, xid: await currentXid(context), requestId: context.requestId.slice(0, 300) } },
  ]);
  return id;
}

export const setMerge = (
  context: TransactionContext,
  id: string,
  values: Readonly<Record<string, JsonValue>>,
): Promise<string[]> => updateMany(context, mergesModel(context), [{ id, values }]);

export const finishMerge = (context: TransactionContext, id: string, moves: readonly Move[]): Promise<string[]> =>
  setMerge(context, id, {
    state: 'done',
    moves: moves as unknown as JsonValue,
    moved: moves.reduce((sum, { count }) => sum + count, 0),
  });

/** Marks a merge or its undo as failed, in a transaction of its own. */
export const failMerge = (context: Context, id: string, error: string): Promise<unknown> =>
  inTransaction(context, (within) => setMerge(within, id, { state: 'failed', error: error.slice(0, 2000) }));

const endedStates: readonly string[] = ['completed', 'failed', 'cancelled'];

async function isUnderWay(context: TransactionContext, { jobId }: StoredMerge): Promise<boolean> {
  if (jobId === null) return false;
  const job = await context.services.jobs.get(context, jobId).catch((error) => {
    // Jobs that ended are deleted after some days.
    if (error instanceof AppError && error.code === 'not_found') return undefined;
    throw error;
  });
  return job !== undefined && !endedStates.includes(job.state);
}

/** Refuses to merge records that another merge still works on. One whose job has failed is marked as failed. */
export async function requireNotMerging(context: TransactionContext, ids: readonly string[]): Promise<void> {
  for (const merge of await mergesOf(context, ids)) {
    if (await isUnderWay(context, merge)) {
      const message = `The merge ${merge.id} of one of these records is not finished yet; wait for its job ${merge.jobId}.`;
      throw new AppError('conflict', message, [{ field: 'loserIds', code: 'merge_in_progress', message }]);
    }
    await setMerge(context, merge.id, { state: 'failed', error: 'Its job ended before it was finished.' });
  }
}

/** Locks the record of a merge that can be undone. */
export async function lockUndoable(context: TransactionContext, id: string): Promise<StoredMerge> {
  const merge = await lockMerge(context, id);
  if (!merge) throw notFound(`The merge ${id}`);
  const running = merge.state === 'running' || merge.state === 'undoing';
  if (merge.state === 'undone') throw new AppError('conflict', 'The merge is undone already.');
  if (running && (await isUnderWay(context, merge)))
    throw new AppError('conflict', `The merge is not finished yet; wait for its job ${merge.jobId}.`);
  return merge;
}
