import { Type } from 'typebox';
import { defineAction, queuedAnswer } from '#core/action.ts';
import { inTransaction } from '#core/context.ts';
import { exportQuery } from '../records/export-request.ts';
import { visibleExport } from '../records/visible-export.ts';
import { begunExport } from '../running/begin-export.ts';
import { exportPath, exportView } from '../views/export-view.ts';

export const createExport = defineAction({
  name: 'data.createExport',
  summary:
    'Writes all records of a list to a CSV, Excel or JSON Lines file. A job does it; the file is kept for 7 days',
  routes: [{ method: 'POST', path: exportPath }],
  access: 'signed-in',
  input: Type.Object(
    {
      ...exportQuery,
      name: Type.Optional(
        Type.String({ minLength: 1, maxLength: 200, description: 'The name of the file. Default: model and day.' }),
      ),
    },
    { additionalProperties: false },
  ),
  output: exportView,
  run: (context, { name, ...definition }) =>
    inTransaction(context, async (within) => {
      const { id, jobId } = await begunExport(within, definition, { name });
      const record = await visibleExport(within, id);
      return { ...queuedAnswer(jobId), location: `${exportPath}/${id}`, body: record as never };
    }),
});
