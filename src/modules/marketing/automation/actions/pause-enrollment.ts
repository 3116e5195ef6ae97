import { defineAction } from '#core/action.ts';
import { idInput, recordAnswer } from '../action-shapes.ts';
import { setEnrollmentStatus } from '../lifecycle/enrollment-verbs.ts';

export const pauseEnrollment = defineAction({
  name: 'marketing.pauseEnrollment',
  summary: 'Let a record wait where it is in a workflow',
  routes: [{ method: 'POST', path: '/api/marketing/workflow-enrollments/:id/pause' }],
  access: 'marketing:write',
  input: idInput,
  output: recordAnswer,
  run: async (context, { id }) => ({ body: (await setEnrollmentStatus(context, id, 'pause')) as never }),
});
