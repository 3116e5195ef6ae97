import { defineAction } from '#core/action.ts';
import { idInput, recordAnswer } from '../action-shapes.ts';
import { changeStatus } from '../lifecycle/change-status.ts';

export const pauseWorkflow = defineAction({
  name: 'marketing.pauseWorkflow',
  summary: 'Pause a workflow: the records in it wait where they are',
  routes: [{ method: 'POST', path: '/api/marketing/workflows/:id/pause' }],
  access: 'marketing:write',
  input: idInput,
  output: recordAnswer,
  run: async (context, { id }) => ({ body: (await changeStatus(context, id, 'pause')) as never }),
});
