import { Type } from 'typebox';
import { inTransaction } from '#core/context.ts';
import { removeUses } from '#core/files/contents.ts';
import { defineJob } from '#core/jobs/job.ts';
import { exportRecords } from '../records/export-models.ts';
import { setExport } from '../records/export-record.ts';
import { lockExport } from '../records/lock-export.ts';

/** The record stays, because it says who exported what. */
export const expireExportJob = defineJob({
  name: 'data.expire-export',
  summary: 'Removes the file of an export after 7 days',
  input: Type.Object({ exportId: Type.String({ format: 'uuid' }) }, { additionalProperties: false }),
  run: (context, { exportId }) =>
    inTransaction(context, async (within) => {
      const locked = await lockExport(within, exportId);
      if (locked?.status !== 'completed') return;
      await removeUses(within.tx, within.caller.tenantId, exportRecords(within).name, [exportId]);
      await setExport(within, exportId, { storageKey: null });
    }),
});
