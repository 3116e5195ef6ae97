import { defineAction } from '#core/action.ts';
import { idInput, recordAnswer } from '../action-shapes.ts';
import { retryFailed } from '../lifecycle/enrollment-verbs.ts';

export const retryEnrollment = defineAction({
  name: 'marketing.retryEnrollment',
  summary: 'Try the step again at which an enrollment failed',
  routes: [{ method: 'POST', path: '/api/marketing/workflow-enrollments/:id/retry' }],
  access: 'marketing:write',
  input: idInput,
  output: recordAnswer,
  run: async (context, { id }) => ({ body: (await retryFailed(context, id)) as never }),
});
