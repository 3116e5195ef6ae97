import { Type } from 'typebox';
import type { Context } from '#core/context.ts';
import {
  deleteEndedUses,
  deleteUnusedContents,
  deleteUpload,
  findLeftObjects,
  lockUpload,
  tenantsToClean,
} from '#core/files/contents.ts';
import { defineJob } from '#core/jobs/job.ts';

/** The maximum duration of an upload. The server ends uploads without progress earlier. */
const uploadMs = 24 * 3_600_000;
/** Events are dropped by whole months, so a record can be restored for up to a month longer than EVENT_RETENTION. */
const partitionMs = 32 * 24 * 3_600_000;

export const filesCleaning = defineJob({
  name: 'files.cleaning',
  summary: 'Removes contents of files that no record has, and what broken uploads left behind',
  input: Type.Object({}, { additionalProperties: false }),
  cron: '53 3 * * *',
  async run(context, _input, { progress, signal }) {
    const { db, settings } = context.services;
    const keepMs = settings.eventRetentionMs + partitionMs;
    const tenants = await db.platform((tx) => tenantsToClean(tx, keepMs, uploadMs));
    for (const [n, id] of tenants.entries()) {
      if (signal.aborted) return;
      await cleanTenant(context, id, keepMs, signal);
      progress((n + 1) / tenants.length);
    }
  },
});

async function cleanTenant(
  { services }: Context,
  tenantId: string,
  keepMs: number,
  signal: AbortSignal,
): Promise<void> {
  const { db, fileStorage } = services;
  await db.transaction(tenantId, (tx) => deleteEndedUses(tx, tenantId, keepMs));
  while (!signal.aborted && (await db.transaction(tenantId, (tx) => deleteUnusedContents(tx, tenantId))) > 0) {}
  while (!signal.aborted) {
    const keys = await db.transaction(tenantId, (tx) => findLeftObjects(tx, tenantId, uploadMs));
    if (keys.length === 0) return;
    for (const key of keys) {
      await db.transaction(tenantId, async (tx) => {
        // The row is missing when a file content has taken over the object meanwhile.
        if (!(await lockUpload(tx, tenantId, key))) return;
        await fileStorage.remove(key);
        await deleteUpload(tx, tenantId, key);
      });
    }
  }
}
