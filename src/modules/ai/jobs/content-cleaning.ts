import { Type } from 'typebox';
import { systemCaller } from '#core/access/caller.ts';
import { type Context, inTransaction } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { defineJob } from '#core/jobs/job.ts';
import { updateMany } from '#core/operations/update-many.ts';
import { withoutContent } from '../completion/without-content.ts';
import { readConfiguration } from '../configuration/read-configuration.ts';
import type { KeepContent } from '../configuration/setting-shapes.ts';
import { removeEarlierDays } from '../limits/sql/daily-use.ts';
import { aiCompletionLogs } from '../model-names.ts';
import { listTenants, lockOldContent } from './sql/old-content.ts';

const batchSize = 200;

export const contentCleaning = defineJob({
  name: 'ai.content-cleaning',
  summary: 'Removes texts from completion logs after the time that the setting ai.keepContent gives',
  input: Type.Object({}, { additionalProperties: false }),
  cron: '41 3 * * *',
  async run(context, _input, { progress, signal }) {
    const { db, directory, log } = context.services;
    const tenants = await listTenants(db);
    for (const [n, { id, accountKey }] of tenants.entries()) {
      // The base registry suffices: the fields that are read here are the same for all tenants.
      const within: Context = { ...context, caller: systemCaller(id, accountKey), registry: directory.base };
      try {
        await clean(within, signal);
      } catch (error) {
        // An unusable setting of one tenant must not stop the cleaning of the others.
        if (!(error instanceof AppError)) throw error;
        log.warn(`texts of completion logs of ${accountKey} were not removed: ${error.message}`);
      }
      progress((n + 1) / tenants.length);
    }
  },
});

async function clean(context: Context, signal: AbortSignal): Promise<void> {
  await inTransaction(context, ({ tx, caller }) => removeEarlierDays(tx, caller.tenantId));
  const days = keptDays((await readConfiguration(context)).keepContent);
  if (days === undefined) return;
  while (!signal.aborted && (await removeSome(context, days)) === batchSize) {}
}

/** Undefined means for ever. */
const keptDays = (keep: KeepContent): number | undefined =>
  typeof keep === 'boolean' ? (keep ? undefined : 0) : keep.days;

/** Returns the number of logs that had texts. */
const removeSome = (context: Context, days: number): Promise<number> =>
  inTransaction(context, async (within) => {
    const logs = await lockOldContent(within, days, batchSize);
    const rows = logs.map(({ id, toolCalls }) => ({
      id,
      values: {
        request: null,
        response: null,
        toolCalls: (toolCalls?.map(withoutContent) ?? null) as never,
        contentKept: false,
      },
    }));
    await updateMany(within, aiCompletionLogs(within), rows);
    return logs.length;
  });
