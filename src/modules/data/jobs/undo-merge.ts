import { Type } from 'typebox';
import { type Context, inTransaction, type TransactionContext } from '#core/context.ts';
import { notFound } from '#core/errors.ts';
import { defineJob, JobStopped } from '#core/jobs/job.ts';
import { BatchProgress, batchSize, stopOnClientError } from '#core/operations/batch-job.ts';
import { countDeletion } from '#core/operations/deletion-events.ts';
import type { ReferrerPosition } from '#core/operations/restore-references.ts';
import { failMerge, setMerge } from '../merging/merge-record.ts';
import { mergeGrant } from '../merging/merge-request.ts';
import {
  eventsOf,
  moveBackBatch,
  prepareUndo,
  restoreBatch,
  restoreCleared,
  revertWinner,
} from '../merging/undo-merge.ts';
import { findMerge, type StoredMerge } from '../sql/merges.ts';

const id = Type.String({ format: 'uuid' });

/** Each batch is a transaction. What was restored or moved back is not found again, so the job goes on after a kill. */
export const undoMergeJob = defineJob({
  name: 'records.undo-merge',
  summary: 'Undoes a merge of records that many others refer to',
  input: Type.Object({ mergeId: id, winnerId: id }, { additionalProperties: false }),
  key: ({ winnerId }) => `merge ${winnerId}`,
  async run(context, { mergeId }, controls) {
    const merge = await findMerge(context, mergeId);
    if (merge?.state !== 'undoing') return;
    const count = await BatchProgress.of(context, controls);
    count.expect(Math.max(0, (await countDeletion(context, eventsOf(merge))) - count.done));
    try {
      await stopOnClientError(context, count, 'Undo the merge again to go on.', () =>
        undoInBatches(context, merge, count, controls.signal),
      );
    } catch (error) {
      if (error instanceof JobStopped) await failMerge(context, mergeId, error.message);
      throw error;
    }
  },
});

async function undoInBatches(
  context: Context,
  merge: StoredMerge,
  count: BatchProgress,
  signal: AbortSignal,
): Promise<void> {
  const model = context.registry.named(merge.model);
  if (!model) throw notFound(`The model ${merge.model}`);
  mergeGrant(context, model);
  const batch = <T>(run: (within: TransactionContext) => Promise<T>): Promise<T> => {
    signal.throwIfAborted();
    return inTransaction(context, async (within) => {
      await prepareUndo(within, merge);
      return run(within);
    });
  };
  await batch((within) => revertWinner(within, merge, model));
  for (let rows: number | undefined = 1; rows; ) {
    rows = await batch((within) => restoreBatch(within, merge, batchSize));
    count.add(rows);
  }
  for (let rows: number | undefined = 0; rows !== undefined; ) {
    rows = await batch((within) => moveBackBatch(within, merge));
    count.add(rows ?? 0);
  }
  let after: ReferrerPosition | undefined;
  do ({ last: after } = await batch((within) => restoreCleared(within, merge, batchSize, after)));
  while (after);
  await batch((within) => setMerge(within, merge.id, { state: 'undone', error: null }));
}
