import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { AppError } from '#core/errors.ts';
import type { RecordObject } from '#core/models/record.ts';
import { downloadOf } from '#core/operations/download.ts';
import { exportRecords } from '../records/export-models.ts';
import { mimeTypes } from '../records/export-request.ts';
import { requireContent, visibleExport } from '../records/visible-export.ts';
import { exportId, exportPath } from '../views/export-view.ts';

export const downloadExport = defineAction({
  name: 'data.downloadExport',
  summary: 'Downloads the file of an export, or a range of it',
  routes: [{ method: 'GET', path: `${exportPath}/:id/content` }],
  access: 'signed-in',
  input: exportId,
  output: Type.Unknown(),
  answers: 'file',
  fileTypes: Object.values(mimeTypes),
  async run(context, { id }) {
    const record = await visibleExport(context, id);
    requireContent(context, record);
    if (record.status !== 'completed')
      throw new AppError('conflict', `The export has no file: it is ${record.status}.`);
    if (record.storageKey === null || (record.expiresAt !== null && Date.parse(record.expiresAt) <= Date.now()))
      throw new AppError('not_found', 'The file of this export was deleted after 7 days; export the records again.');
    return { file: await downloadOf(context, exportRecords(context), { ...record } as unknown as RecordObject) };
  },
});
