import { defineAction } from '#core/action.ts';
import { idInput, recordAnswer } from '../action-shapes.ts';
import { setEnrollmentStatus } from '../lifecycle/enrollment-verbs.ts';

export const resumeEnrollment = defineAction({
  name: 'marketing.resumeEnrollment',
  summary: 'Let a record go on that was paused in a workflow',
  routes: [{ method: 'POST', path: '/api/marketing/workflow-enrollments/:id/resume' }],
  access: 'marketing:write',
  input: idInput,
  output: recordAnswer,
  run: async (context, { id }) => ({ body: (await setEnrollmentStatus(context, id, 'resume')) as never }),
});
