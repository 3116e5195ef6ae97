import { defineAction } from '#core/action.ts';
import { decisionInput, recordAnswer } from '../action-shapes.ts';
import { decide } from '../lifecycle/approvals.ts';

export const approveEnrollment = defineAction({
  name: 'marketing.approveEnrollment',
  summary: 'Approve a step of a workflow that waits for it',
  routes: [{ method: 'POST', path: '/api/marketing/workflow-enrollments/:id/approve' }],
  access: 'signed-in',
  input: decisionInput,
  output: recordAnswer,
  run: async (context, { id, comment }) => ({ body: (await decide(context, id, 'approved', comment)) as never }),
});
