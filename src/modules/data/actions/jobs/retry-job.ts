import { defineAction } from '#core/action.ts';
import { jobIdInput, jobRoute, jobView, requireJobId } from '../../views/job-view.ts';

export const retryJob = defineAction({
  name: 'data.retryJob',
  summary: 'Enqueues a background job again that failed or was cancelled',
  routes: [{ method: 'POST', path: `${jobRoute}/retry` }],
  access: 'data:admin',
  input: jobIdInput,
  output: jobView,
  async run(context, { id }) {
    return { body: await context.services.jobs.retry(context, requireJobId(id)) };
  },
});
