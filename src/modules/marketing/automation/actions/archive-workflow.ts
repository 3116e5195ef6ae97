import { defineAction } from '#core/action.ts';
import { idInput, recordAnswer } from '../action-shapes.ts';
import { changeStatus } from '../lifecycle/change-status.ts';

export const archiveWorkflow = defineAction({
  name: 'marketing.archiveWorkflow',
  summary: 'Archive a workflow',
  routes: [{ method: 'POST', path: '/api/marketing/workflows/:id/archive' }],
  access: 'marketing:write',
  input: idInput,
  output: recordAnswer,
  run: async (context, { id }) => ({ body: (await changeStatus(context, id, 'archive')) as never }),
});
