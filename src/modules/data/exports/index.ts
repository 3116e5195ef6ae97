import type { Job } from '#core/jobs/job.ts';
import { definePart } from '#core/modules/module.ts';
import { cancelExport } from './actions/cancel-export.ts';
import { createExport } from './actions/create-export.ts';
import { deleteExport } from './actions/delete-export.ts';
import { downloadExport } from './actions/download-export.ts';
import { exportSchedules } from './models/exportSchedules.ts';
import { exportsModel } from './models/exports.ts';
import { expireExportJob } from './running/expire-export-job.ts';
import { exportJob } from './running/export-job.ts';
import { scheduledExportJob } from './schedules/scheduled-export-job.ts';

/** Exports of lists to files, at once and at fixed times. */
export const exportPart = definePart({
  models: [exportsModel, exportSchedules],
  actions: [createExport, downloadExport, cancelExport, deleteExport],
  jobs: [exportJob as Job, expireExportJob as Job, scheduledExportJob as Job],
});
