import { Type } from 'typebox';
import { defineJob } from '#core/jobs/job.ts';

/** Few enough that no request waits for a deletion. */
const batch = 5000;

export const idempotencyCleaning = defineJob({
  name: 'idempotency.cleaning',
  summary: 'Deletes idempotency keys that no longer count',
  input: Type.Object({}),
  cron: '7 * * * *',
  async run({ services: { db } }, _input, { signal }) {
    let deleted = batch;
    while (deleted === batch && !signal.aborted) {
      deleted = await db.platform(async (tx) => {
        const rows = await tx.query(
          `delete from idempotency_keys where ctid in (
             select ctid from idempotency_keys where created_at < now() - interval '24 hours' limit $1::int
           ) returning 1`,
          [batch],
        );
        return rows.length;
      });
    }
  },
});
