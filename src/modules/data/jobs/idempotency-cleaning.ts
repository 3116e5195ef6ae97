import { Type } from 'typebox';
import { defineJob } from '#core/jobs/job.ts';
import { deleteIdempotencyKeys } from '../sql/delete-idempotency-keys.ts';

/** A batch is small enough that no request waits for its deletion. */
const batchSize = 5000;

export const idempotencyCleaning = defineJob({
  name: 'idempotency.cleaning',
  summary: 'Deletes idempotency keys that no longer count',
  input: Type.Object({}),
  cron: '7 * * * *',
  async run({ services: { db } }, _input, { signal }) {
    let deleted = batchSize;
    while (deleted === batchSize && !signal.aborted) deleted = await deleteIdempotencyKeys(db, batchSize);
  },
});
