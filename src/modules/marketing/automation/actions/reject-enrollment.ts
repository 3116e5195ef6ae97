import { defineAction } from '#core/action.ts';
import { decisionInput, recordAnswer } from '../action-shapes.ts';
import { decide } from '../lifecycle/approvals.ts';

export const rejectEnrollment = defineAction({
  name: 'marketing.rejectEnrollment',
  summary: 'Reject a step of a workflow that waits for approval',
  routes: [{ method: 'POST', path: '/api/marketing/workflow-enrollments/:id/reject' }],
  access: 'signed-in',
  input: decisionInput,
  output: recordAnswer,
  run: async (context, { id, comment }) => ({ body: (await decide(context, id, 'rejected', comment)) as never }),
});
