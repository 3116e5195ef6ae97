import { asPlatform } from '#core/access/platform.ts';
import { type Context, inTransaction } from '#core/context.ts';
import { appendEvent } from '#core/events/events.ts';
import { addUse } from '#core/files/contents.ts';
import { takeFile } from '#core/files/staged-file.ts';
import { exportRecords } from '../records/export-models.ts';
import { setExport } from '../records/export-record.ts';
import { mimeTypes } from '../records/export-request.ts';
import { lockExport } from '../records/lock-export.ts';
import { expireExportJob } from './expire-export-job.ts';
import { mailExport } from './mail-export.ts';
import type { StartedExport } from './start-export.ts';
import type { WrittenExport } from './write-export.ts';

const keptMs = 7 * 86_400_000;

/** Makes the file the content of its export, with the event, in one transaction. */
export const finishExport = (
  context: Context,
  { record, storageKey }: StartedExport,
  { file, rows, fields }: WrittenExport,
): Promise<void> =>
  inTransaction(context, async (within) => {
    const { _id, format, name, ownerId, viewerIds, scheduleId } = record;
    const { tenantId } = within.caller;
    const locked = await lockExport(within, _id);
    // Another node runs the job, or the export was cancelled.
    if (locked?.status !== 'running' || locked.storageKey !== storageKey)
      throw new Error('the export was taken over or cancelled');
    const stored = await takeFile(within, file);
    const model = exportRecords(within);
    await addUse(within.tx, tenantId, model.name, _id, file.sha256);
    const expiresAt = new Date(Date.now() + keptMs);
    const result = { rows, total: rows, size: file.size };
    await setExport(within, _id, {
      ...result,
      status: 'completed',
      // Who may download the file depends on the fields that it has, not on those that the model has later.
      fields: [...fields],
      storageKey: stored,
      mimeType: mimeTypes[format],
      finishedAt: new Date().toISOString(),
      expiresAt: expiresAt.toISOString(),
      error: null,
    });
    await appendEvent(within, {
      type: 'export.completed',
      model: model.name,
      recordId: _id,
      record: { _id, name, model: record.model, format, ...result, scheduleId, ownerId, viewerIds: viewerIds ?? [] },
      previous: null,
    });
    // As the platform, because a job of a user who was deactivated meanwhile does not run.
    await within.services.jobs.enqueue(asPlatform(within), expireExportJob, { exportId: _id }, { runAt: expiresAt });
    await mailExport(within, record, rows);
  });
