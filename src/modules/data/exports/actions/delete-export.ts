import { Type } from 'typebox';
import { Access } from '#core/access/access.ts';
import { defineAction } from '#core/action.ts';
import { inTransaction } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { operations } from '#core/operations/index.ts';
import { exportRecords } from '../records/export-models.ts';
import { ownExport } from '../records/visible-export.ts';
import { exportId, exportPath } from '../views/export-view.ts';

export const deleteExport = defineAction({
  name: 'data.deleteExport',
  summary: 'Deletes an export that has ended, and its file',
  routes: [{ method: 'DELETE', path: `${exportPath}/:id` }],
  access: 'signed-in',
  input: exportId,
  output: Type.Null(),
  status: 204,
  run: (context, { id }) =>
    inTransaction(context, async (within) => {
      const { status } = await ownExport(within, id);
      if (status === 'pending' || status === 'running')
        throw new AppError('conflict', 'The export has not ended; cancel it first.');
      await operations.remove.run(within, Access.system.grant(exportRecords(within), 'write'), { id });
      return { body: null };
    }),
});
