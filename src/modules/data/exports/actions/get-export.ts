import { defineAction } from '#core/action.ts';
import { visibleExport } from '../records/visible-export.ts';
import { exportId, exportPath, exportView } from '../views/export-view.ts';

export const getExport = defineAction({
  name: 'data.getExport',
  summary: 'Gets an export with its progress',
  routes: [{ method: 'GET', path: `${exportPath}/:id` }],
  access: 'signed-in',
  input: exportId,
  output: exportView,
  async run(context, { id }) {
    return { body: (await visibleExport(context, id)) as never };
  },
});
