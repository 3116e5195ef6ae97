import { type Static, Type } from 'typebox';
import { type Context, inTransaction } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { defineJob, JobStopped } from '#core/jobs/job.ts';
import { BatchProgress, stopOnClientError } from '#core/operations/batch-job.ts';
import { lockAgainstDelete } from '#core/operations/references.ts';
import { referencesTo, relinkBatchSize } from '#core/operations/relink.ts';
import { failMerge, finishMerge } from '../merging/merge-record.ts';
import { completeMerge, countMerged, moveBatch, removeTwins } from '../merging/merge-records.ts';
import { type MergeRequest, mergeInput, readMerge } from '../merging/merge-request.ts';
import { countMoves } from '../sql/merge-moves.ts';
import { findMerge } from '../sql/merges.ts';

const maxCounted = 1_000_000;

const input = Type.Object(
  { mergeId: Type.String({ format: 'uuid' }), ...mergeInput.properties },
  { additionalProperties: false },
);

/**
 * Moves references in batches, each in a transaction with its events. The merged records stay as they are until the
 * last transaction, which moves what was written since, deletes them and sets the values. A job that was killed goes on:
 * it moves the references that are still there.
 */
export const mergeJob = defineJob({
  name: 'records.merge',
  summary: 'Merges records that many others refer to',
  input,
  key: ({ winnerId }) => `merge ${winnerId}`,
  async run(context, { mergeId, ...given }, controls) {
    // An earlier run has finished the merge, and was killed before that was noted.
    if ((await findMerge(context, mergeId))?.state !== 'running') return;
    const count = await BatchProgress.of(context, controls);
    try {
      await stopOnClientError(context, count, 'Undo the merge to move back what was moved.', () =>
        mergeInBatches(context, mergeId, given, count, controls.signal),
      );
    } catch (error) {
      if (error instanceof JobStopped) await failMerge(context, mergeId, error.message);
      throw error;
    }
  },
});

async function mergeInBatches(
  context: Context,
  mergeId: string,
  given: Static<typeof mergeInput>,
  count: BatchProgress,
  signal: AbortSignal,
): Promise<void> {
  const request = readMerge(context, given);
  await requireRecords(context, request);
  const counts = await inTransaction(context, (within) => countMerged(within, request, maxCounted));
  count.expect(counts.reduce((sum, one) => sum + one.count, request.loserIds.length));
  for (const reference of referencesTo(context.registry, request.grant.model)) {
    for (const step of [moveBatch, removeBatch]) {
      for (let rows = relinkBatchSize; rows === relinkBatchSize; ) {
        signal.throwIfAborted();
        rows = await inTransaction(context, (within) => step(within, mergeId, request, reference));
        count.add(rows);
      }
    }
  }
  await inTransaction(context, async (within) => {
    await completeMerge(within, mergeId, request);
    await finishMerge(within, mergeId, await countMoves(within, mergeId));
  });
  count.add(request.loserIds.length);
}

const removeBatch = (
  context: Parameters<typeof moveBatch>[0],
  _mergeId: string,
  request: MergeRequest,
  reference: Parameters<typeof moveBatch>[3],
): Promise<number> => removeTwins(context, request, reference, relinkBatchSize);

/** Moving references to a record that was deleted since would leave them behind. */
async function requireRecords(context: Context, { grant, winnerId, loserIds }: MergeRequest): Promise<void> {
  const ids = [winnerId, ...loserIds];
  const missing = await inTransaction(context, (within) => lockAgainstDelete(within, grant.model, ids));
  if (missing.length > 0) throw new AppError('not_found', `${grant.model.label} ${missing[0]} was not found.`);
}
