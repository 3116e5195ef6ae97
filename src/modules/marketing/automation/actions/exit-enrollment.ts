import { defineAction } from '#core/action.ts';
import { idInput, recordAnswer } from '../action-shapes.ts';
import { setEnrollmentStatus } from '../lifecycle/enrollment-verbs.ts';

export const exitEnrollment = defineAction({
  name: 'marketing.exitEnrollment',
  summary: 'Take a record out of a workflow',
  routes: [{ method: 'POST', path: '/api/marketing/workflow-enrollments/:id/exit' }],
  access: 'marketing:write',
  input: idInput,
  output: recordAnswer,
  run: async (context, { id }) => ({ body: (await setEnrollmentStatus(context, id, 'exit')) as never }),
});
