import { Type } from 'typebox';
import { systemCaller } from '#core/access/caller.ts';
import { type Context, inTransaction } from '#core/context.ts';
import { defineJob } from '#core/jobs/job.ts';
import { updateMany } from '#core/operations/update-many.ts';
import { aiPendingActions } from '../model-names.ts';
import { listTenants, lockExpired } from '../pending/sql/expired.ts';

const batchSize = 500;

export const expirePendingActions = defineJob({
  name: 'ai.expirePendingActions',
  summary: 'Ends proposals of language models that nobody decided for seven days',
  input: Type.Object({}, { additionalProperties: false }),
  cron: '13 * * * *',
  async run(context, _input, { progress, signal }) {
    const { db, directory } = context.services;
    const tenants = await listTenants(db);
    for (const [n, { id, accountKey }] of tenants.entries()) {
      const within: Context = { ...context, caller: systemCaller(id, accountKey), registry: directory.base };
      while (!signal.aborted && (await expireSome(within)) === batchSize) {}
      progress((n + 1) / tenants.length);
    }
  },
});

/** Returns the number of expired actions. */
const expireSome = (context: Context): Promise<number> =>
  inTransaction(context, async (within) => {
    const ids = await lockExpired(within, batchSize);
    await updateMany(
      within,
      aiPendingActions(within),
      ids.map((id) => ({ id, values: { status: 'expired' } })),
    );
    return ids.length;
  });
