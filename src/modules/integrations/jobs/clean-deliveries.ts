import { Type } from 'typebox';
import { defineJob } from '#core/jobs/job.ts';
import { deleteOldDeliveries } from '../sql/delete-old-deliveries.ts';

const retentionMs = 30 * 86_400_000;
/** A batch is small enough that no claim waits for its deletion. */
const batchSize = 2000;

export const cleanDeliveries = defineJob({
  name: 'integrations.clean-deliveries',
  summary: 'Deletes entries of the delivery log that ended more than 30 days ago',
  input: Type.Object({}),
  cron: '23 2 * * *',
  async run({ services: { db } }, _input, { signal }) {
    let deleted = batchSize;
    while (deleted > 0 && !signal.aborted) deleted = await deleteOldDeliveries(db, retentionMs, batchSize);
  },
});
