import { Type } from 'typebox';
import type { Context } from '#core/context.ts';
import { defineJob } from '#core/jobs/job.ts';
import {
  deleteCounters,
  deleteExpiredField,
  deleteExpiredModels,
  deleteUniques,
  readExpiredFields,
  removeFieldValues,
  tenantsWithExpiredSchema,
} from '../sql/schema-retention.ts';

/** Removes the definitions, the values in records, the unique values, and the counters of numbers. */
export const schemaRetention = defineJob({
  name: 'schema.retention',
  summary: 'Removes deleted custom models and fields that can no longer be restored, with their values',
  input: Type.Object({}),
  cron: '47 3 * * *',
  async run(context, _input, { signal }) {
    const { db, settings } = context.services;
    for (const id of await tenantsWithExpiredSchema(db, settings.eventRetentionMs))
      await removeExpired(context, id, signal);
  },
});

async function removeExpired({ services }: Context, tenantId: string, signal: AbortSignal): Promise<void> {
  const { db, directory, settings } = services;
  const fields = await readExpiredFields(db, tenantId, settings.eventRetentionMs);
  const registry = await directory.registry(tenantId);
  for (const { id, model, withModel } of fields) {
    // The records of a deleted model are already deleted.
    const table = withModel ? undefined : registry.named(model)?.table;
    if (table !== undefined) await removeFieldValues(db, tenantId, table, id, signal);
    await deleteUniques(db, tenantId, id, signal);
    await deleteCounters(db, tenantId, id);
    signal.throwIfAborted();
    await deleteExpiredField(db, tenantId, id);
  }
  await deleteExpiredModels(db, tenantId, settings.eventRetentionMs);
}
