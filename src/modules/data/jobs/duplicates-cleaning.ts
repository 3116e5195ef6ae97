import { Type } from 'typebox';
import { systemCaller } from '#core/access/caller.ts';
import { type Context, inTransaction } from '#core/context.ts';
import { defineJob } from '#core/jobs/job.ts';
import { deleteStrayKeys } from '../sql/duplicate-rules.ts';
import { listTenants } from '../sql/list-tenants.ts';
import { deleteOldMoves } from '../sql/merge-moves.ts';

const batchSize = 5000;

export const duplicatesCleaning = defineJob({
  name: 'duplicates.cleaning',
  summary: 'Deletes the keys of changed duplicate rules, and what undoing old merges would need',
  input: Type.Object({}, { additionalProperties: false }),
  cron: '41 2 * * *',
  async run(context, _input, { progress, signal }) {
    const { db, directory } = context.services;
    const tenants = await listTenants(db);
    for (const [n, { id, accountKey }] of tenants.entries()) {
      const within: Context = { ...context, caller: systemCaller(id, accountKey), registry: directory.base };
      for (const clean of [deleteStrayKeys, deleteOldMoves]) {
        while (!signal.aborted && (await inTransaction(within, (tx) => clean(tx, batchSize))) > 0) {}
      }
      progress((n + 1) / tenants.length);
    }
  },
});
