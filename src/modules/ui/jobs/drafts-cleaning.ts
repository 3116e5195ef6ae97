import { Type } from 'typebox';
import { systemCaller } from '#core/access/caller.ts';
import { type Context, inTransaction } from '#core/context.ts';
import { defineJob } from '#core/jobs/job.ts';
import { removeAll } from '#core/operations/remove.ts';
import { drafts } from '../model-names.ts';
import { listTenants, lockExpiredDrafts } from '../sql/expired-drafts.ts';

/** A batch is small enough that no user who types waits for its deletion. */
const batchSize = 200;

export const draftsCleaning = defineJob({
  name: 'drafts.cleaning',
  summary: 'Deletes drafts that were not touched for 30 days',
  input: Type.Object({}, { additionalProperties: false }),
  cron: '29 3 * * *',
  async run(context, _input, { progress, signal }) {
    const { db, directory } = context.services;
    const tenants = await listTenants(db);
    for (const [n, { id, accountKey }] of tenants.entries()) {
      // The base registry suffices: the fields that a deletion needs are the same for all tenants.
      const within: Context = { ...context, caller: systemCaller(id, accountKey), registry: directory.base };
      while (!signal.aborted && (await deleteSome(within)) === batchSize) {}
      progress((n + 1) / tenants.length);
    }
  },
});

/** Returns the number of deleted drafts. */
const deleteSome = (context: Context): Promise<number> =>
  inTransaction(context, async (within) => {
    const ids = await lockExpiredDrafts(within, batchSize);
    if (ids.length > 0) await removeAll(within, drafts(within), ids);
    return ids.length;
  });
