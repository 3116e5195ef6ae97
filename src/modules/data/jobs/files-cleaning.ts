import { Type } from 'typebox';
import type { Context } from '#core/context.ts';
import { deleteEndedUses, deleteUnusedContents, deleteUpload, findLeftObjects } from '#core/files/contents.ts';
import { defineJob } from '#core/jobs/job.ts';

/** No upload takes longer: the server ends one that makes no progress. */
const uploadMs = 24 * 3_600_000;

export const filesCleaning = defineJob({
  name: 'files.cleaning',
  summary: 'Removes contents of files that no record has, and what broken uploads left behind',
  input: Type.Object({}, { additionalProperties: false }),
  cron: '53 * * * *',
  async run(context, _input, { progress, signal }) {
    const { db } = context.services;
    const tenants = await db.query<{ id: string }>('select id from tenants order by id');
    for (const [n, { id }] of tenants.entries()) {
      if (signal.aborted) return;
      await cleanTenant(context, id, signal);
      progress((n + 1) / tenants.length);
    }
  },
});

async function cleanTenant({ services }: Context, tenantId: string, signal: AbortSignal): Promise<void> {
  const { db, fileStorage, settings } = services;
  await db.transaction(tenantId, (tx) => deleteEndedUses(tx, tenantId, settings.eventRetentionMs));
  while (!signal.aborted && (await db.transaction(tenantId, (tx) => deleteUnusedContents(tx, tenantId))) > 0) {}
  while (!signal.aborted) {
    const keys = await db.transaction(tenantId, (tx) => findLeftObjects(tx, tenantId, uploadMs));
    if (keys.length === 0) return;
    for (const key of keys) {
      await fileStorage.remove(key);
      await db.transaction(tenantId, (tx) => deleteUpload(tx, tenantId, key));
    }
  }
}
