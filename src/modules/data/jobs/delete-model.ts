import { Type } from 'typebox';
import { type Context, inTransaction } from '#core/context.ts';
import { defineJob } from '#core/jobs/job.ts';
import type { Model } from '#core/models/model.ts';
import { readRegistry } from '#core/models/tenant-registry.ts';
import { BatchProgress, batchSize, stopOnClientError } from '#core/operations/batch-job.ts';
import { countRecords, removeRecords } from '#core/operations/custom-model-records.ts';
import { removeModel, requireUnreferenced } from '../schema/delete-schema.ts';
import { changeSchema } from '../schema/schema-store.ts';

/** The total of the progress is counted up to this number. The job deletes all records regardless. */
const maxCounted = 1_000_000;

/**
 * Deletes the records in batches. Each batch is a transaction with its events, and the last one also deletes the model.
 */
export const deleteModelJob = defineJob({
  name: 'models.delete',
  summary: 'Deletes a custom model with all its records',
  input: Type.Object(
    { moduleKey: Type.String(), slug: Type.String(), id: Type.String({ format: 'uuid' }) },
    { additionalProperties: false },
  ),
  key: ({ id }) => id,
  async run(jobContext, { moduleKey, slug, id }, controls) {
    jobContext.caller.access.requireFullReach('data:admin');
    const context = { ...jobContext, registry: await readRegistry(jobContext) };
    const count = await BatchProgress.of(context, controls);
    const model = context.registry.find(moduleKey, slug);
    // An earlier run of the job has deleted the model.
    if (model?.customId !== id) return;
    await stopOnClientError(context, count, 'The records that were deleted before are in the trash.', () =>
      removeInBatches(context, model, controls.signal, count),
    );
  },
});

async function removeInBatches(
  context: Context,
  model: Model,
  signal: AbortSignal,
  count: BatchProgress,
): Promise<void> {
  requireUnreferenced(context.registry, model);
  count.expect((await inTransaction(context, (txContext) => countRecords(txContext, model, maxCounted))) + 1);
  for (let written = batchSize; written >= batchSize; count.add(written)) {
    signal.throwIfAborted();
    written = await inTransaction(context, (txContext) => removeRecords(txContext, model, batchSize));
  }
  let last = 0;
  await changeSchema(context, model, async (txContext) => {
    last = await removeModel(txContext, model, 'all');
  });
  count.add(last + 1);
}
