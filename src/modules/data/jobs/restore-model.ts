import { Type } from 'typebox';
import { type Context, inTransaction, type TransactionContext } from '#core/context.ts';
import { defineJob } from '#core/jobs/job.ts';
import type { Model } from '#core/models/model.ts';
import { readRegistry } from '#core/models/tenant-registry.ts';
import { BatchProgress, batchSize, stopOnClientError } from '#core/operations/batch-job.ts';
import { restoreRecordReferences, restoreRecords } from '#core/operations/custom-model-records.ts';
import { countDeletion, type Deletion, type EventPosition } from '#core/operations/deletion-events.ts';
import type { ReferrerPosition } from '#core/operations/restore-references.ts';
import { findModel } from '../schema/schema-store.ts';

/** Restores the records in batches, then the references among them. Records that already exist are skipped. */
export const restoreModelJob = defineJob({
  name: 'models.restore',
  summary: 'Restores the records of a custom model that was restored',
  input: Type.Object(
    {
      moduleKey: Type.String(),
      slug: Type.String(),
      /** The transaction id of the deletion to undo. */
      xid: Type.String(),
      request: Type.Union([Type.String(), Type.Null()]),
    },
    { additionalProperties: false },
  ),
  key: ({ moduleKey, slug }) => `${moduleKey}.${slug}`,
  async run(jobContext, { moduleKey, slug, xid, request }, controls) {
    jobContext.caller.access.requireFullReach('data:admin');
    const context = { ...jobContext, registry: await readRegistry(jobContext) };
    const count = await BatchProgress.of(context, controls);
    await stopOnClientError(context, count, 'What was restored before stays; retry the job to go on.', () =>
      restoreInBatches(
        context,
        findModel(context.registry, { moduleKey, slug }),
        { xid, request },
        controls.signal,
        count,
      ),
    );
  },
});

async function restoreInBatches(
  context: Context,
  model: Model,
  deletion: Deletion,
  signal: AbortSignal,
  count: BatchProgress,
): Promise<void> {
  count.expect(Math.max(0, (await countDeletion(context, deletion)) - 1 - count.done));
  const inBatches = async <Position>(
    run: (txContext: TransactionContext, after: Position | undefined) => Promise<Batch<Position>>,
  ) => {
    let after: Position | undefined;
    do {
      signal.throwIfAborted();
      const { written, last } = await inTransaction(context, (txContext) => run(txContext, after));
      count.add(written);
      after = last;
    } while (after !== undefined);
  };
  await inBatches((txContext, after: EventPosition | undefined) =>
    restoreRecords(txContext, model, deletion, { limit: batchSize, after }),
  );
  await inBatches((txContext, after: ReferrerPosition | undefined) =>
    restoreRecordReferences(txContext, deletion, batchSize, after),
  );
}

interface Batch<Position> {
  readonly written: number;
  readonly last: Position | undefined;
}
