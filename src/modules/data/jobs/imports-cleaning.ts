import { Type } from 'typebox';
import { defineJob } from '#core/jobs/job.ts';
import { deleteOldMappings } from '../imports/sql/mappings.ts';
import { deleteOldRejections, keptDays } from '../imports/sql/rejections.ts';
import { listTenants } from '../sql/list-tenants.ts';

/** The rows of one transaction. A rejected row may have megabytes. */
const batchSize = 500;

export const importsCleaning = defineJob({
  name: 'imports.cleaning',
  summary: `Deletes the rejected rows of imports after ${keptDays} days, and mappings that were not used for a year`,
  input: Type.Object({}, { additionalProperties: false }),
  cron: '29 2 * * *',
  async run({ services: { db } }, _input, { progress, signal }) {
    const tenants = await listTenants(db);
    for (const [n, { id }] of tenants.entries()) {
      for (const clean of [deleteOldRejections, deleteOldMappings])
        while (!signal.aborted && (await db.transaction(id, (tx) => clean(tx, id, batchSize))) > 0) {}
      progress((n + 1) / tenants.length);
    }
  },
});
