import { Type } from 'typebox';
import { defineJob } from '#core/jobs/job.ts';
import { BatchProgress, batchSize, stopOnClientError } from '#core/operations/batch-job.ts';
import { mergeStatuses, requireMerge } from '#core/statuses/merge-statuses.ts';
import { statusModel } from '../schema/status-model.ts';

/** Moves all records of some statuses to another one, and deletes those statuses. A retried job goes on where it stopped. */
export const mergeStatusesJob = defineJob({
  name: 'statuses.merge',
  summary: 'Merges statuses: their records get another one, and they are deleted',
  input: Type.Object(
    { model: Type.String(), winnerId: Type.String(), loserIds: Type.Array(Type.String()) },
    { additionalProperties: false },
  ),
  key: ({ model }) => model,
  async run(context, { model: name, ...merge }, controls) {
    const count = await BatchProgress.of(context, controls);
    await stopOnClientError(context, count, 'What was moved before stays; merge again to go on.', async () => {
      const model = statusModel(context.registry, name);
      requireMerge(context, model);
      await mergeStatuses(context, model, merge, {
        batchSize,
        moved: (moved) => {
          controls.signal.throwIfAborted();
          count.add(moved);
        },
      });
    });
  },
});
