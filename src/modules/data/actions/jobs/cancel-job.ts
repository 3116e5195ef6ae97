import { defineAction } from '#core/action.ts';
import { jobIdInput, jobRoute, jobView, requireJobId } from '../../views/job-view.ts';

export const cancelJob = defineAction({
  name: 'data.cancelJob',
  summary: 'Cancels a background job that has not ended',
  routes: [{ method: 'POST', path: `${jobRoute}/cancel` }],
  access: 'data:admin',
  input: jobIdInput,
  output: jobView,
  async run(context, { id }) {
    return { body: await context.services.jobs.cancel(context, requireJobId(id)) };
  },
});
