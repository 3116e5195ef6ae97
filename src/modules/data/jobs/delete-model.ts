import { Type } from 'typebox';
import { type Context, inTransaction } from '#core/context.ts';
import { defineJob } from '#core/jobs/job.ts';
import type { Model } from '#core/models/model.ts';
import { BatchCount, batchSize, stopWhenRefused } from '#core/operations/batches.ts';
import { countRecords, removeRecords } from '#core/operations/model-records.ts';
import { removeModel, requireUnreferenced } from '../schema/delete-schema.ts';
import { changeSchema, presentRegistry } from '../schema/schema-store.ts';

/** Records are counted up to this number; it deletes more if there are more. */
const maxCounted = 1_000_000;

/** Deletes the records in batches, each a transaction with its events, and the model with the last of them. */
export const deleteModelJob = defineJob({
  name: 'models.delete',
  summary: 'Deletes a custom model with all its records',
  input: Type.Object(
    { moduleKey: Type.String(), slug: Type.String(), id: Type.String({ format: 'uuid' }) },
    { additionalProperties: false },
  ),
  key: ({ id }) => id,
  async run(given, { moduleKey, slug, id }, controls) {
    given.caller.access.requireWhole('data:admin');
    const context = { ...given, registry: await presentRegistry(given) };
    const count = await BatchCount.of(context, controls);
    const model = context.registry.find(moduleKey, slug);
    // An earlier run of the job has deleted it.
    if (model?.customId !== id) return;
    await stopWhenRefused(context, count, 'The records that were deleted before are in the trash.', () =>
      removeInBatches(context, model, controls.signal, count),
    );
  },
});

async function removeInBatches(context: Context, model: Model, signal: AbortSignal, count: BatchCount): Promise<void> {
  requireUnreferenced(context.registry, model);
  count.expect((await inTransaction(context, (within) => countRecords(within, model, maxCounted))) + 1);
  for (let written = batchSize; written >= batchSize; count.add(written)) {
    signal.throwIfAborted();
    written = await inTransaction(context, (within) => removeRecords(within, model, batchSize));
  }
  let last = 0;
  await changeSchema(context, model, async (writing) => {
    last = await removeModel(writing, model, 'all');
  });
  count.add(last + 1);
}
