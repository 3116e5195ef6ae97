import { Type } from 'typebox';
import { defineAction, queuedAnswer } from '#core/action.ts';
import { inTransaction, type TransactionContext } from '#core/context.ts';
import { AppError, notFound } from '#core/errors.ts';
import type { Model } from '#core/models/model.ts';
import { countDeletion } from '#core/operations/deletion-events.ts';
import type { ReferrerPosition } from '#core/operations/restore-references.ts';
import { undoMergeJob } from '../../jobs/undo-merge.ts';
import { lockUndoable, setMerge } from '../../merging/merge-record.ts';
import { mergeGrant } from '../../merging/merge-request.ts';
import {
  eventsOf,
  moveBackBatch,
  prepareUndo,
  restoreBatch,
  restoreCleared,
  revertWinner,
} from '../../merging/undo-merge.ts';
import { undoableDays } from '../../sql/merge-moves.ts';
import type { StoredMerge } from '../../sql/merges.ts';

/** The maximum of changed records that a request changes back. */
const maxInRequest = 1500;

export const undoMerge = defineAction({
  name: 'data.undoMerge',
  summary: `Undoes a merge of the last ${undoableDays} days: the merged records come back with what moved, unless it was changed since`,
  routes: [{ method: 'POST', path: '/api/data/merge/undo' }],
  access: 'signed-in',
  input: Type.Object({ mergeId: Type.String({ format: 'uuid' }) }, { additionalProperties: false }),
  output: Type.Object(
    {
      mergeId: Type.String({ format: 'uuid' }),
      model: Type.String(),
      winnerId: Type.String({ format: 'uuid' }),
      loserIds: Type.Array(Type.String({ format: 'uuid' })),
    },
    { additionalProperties: false },
  ),
  run: (context, { mergeId }) =>
    inTransaction(context, async (within) => {
      const merge = await lockUndoable(within, mergeId.toLowerCase());
      const model = within.registry.named(merge.model);
      if (!model) throw notFound(`The model ${merge.model}`);
      mergeGrant(within, model);
      requireRecent(merge);
      if ((await countDeletion(within, eventsOf(merge))) > maxInRequest && !within.dryRun)
        return undoLater(within, merge);
      await undoNow(within, merge, model);
      const { id, winnerId, loserIds } = merge;
      return { body: { mergeId: id, model: model.name, winnerId, loserIds: [...loserIds] } };
    }),
});

function requireRecent({ createdAt }: StoredMerge): void {
  if (Date.now() - createdAt.getTime() < undoableDays * 86_400_000) return;
  throw new AppError('conflict', `The merge is older than ${undoableDays} days, so it cannot be undone any more.`);
}

async function undoNow(context: TransactionContext, merge: StoredMerge, model: Model): Promise<void> {
  await prepareUndo(context, merge);
  await revertWinner(context, merge, model);
  while ((await restoreBatch(context, merge, maxInRequest)) > 0) {}
  while ((await moveBackBatch(context, merge)) !== undefined) {}
  let after: ReferrerPosition | undefined;
  do ({ last: after } = await restoreCleared(context, merge, maxInRequest, after));
  while (after);
  await setMerge(context, merge.id, { state: 'undone', error: null });
}

async function undoLater(context: TransactionContext, { id, winnerId }: StoredMerge) {
  const jobId = await context.services.jobs.enqueue(context, undoMergeJob, { mergeId: id, winnerId });
  await setMerge(context, id, { state: 'undoing', jobId });
  return queuedAnswer(jobId);
}
