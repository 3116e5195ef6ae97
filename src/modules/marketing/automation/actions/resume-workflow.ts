import { defineAction } from '#core/action.ts';
import { idInput, recordAnswer } from '../action-shapes.ts';
import { changeStatus } from '../lifecycle/change-status.ts';

export const resumeWorkflow = defineAction({
  name: 'marketing.resumeWorkflow',
  summary: 'Let a paused workflow go on by its newest version',
  routes: [{ method: 'POST', path: '/api/marketing/workflows/:id/resume' }],
  access: 'marketing:write',
  input: idInput,
  output: recordAnswer,
  run: async (context, { id }) => ({ body: (await changeStatus(context, id, 'resume')) as never }),
});
