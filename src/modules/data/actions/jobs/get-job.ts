import { defineAction } from '#core/action.ts';
import { AppError } from '#core/errors.ts';
import type { JobEntry } from '#core/jobs/store.ts';
import { jobIdInput, jobRoute, jobView, requireJobId } from '../../views/job-view.ts';

export const getJob = defineAction({
  name: 'data.getJob',
  summary: 'Gets a background job',
  routes: [{ method: 'GET', path: jobRoute }],
  access: 'signed-in',
  input: jobIdInput,
  output: jobView,
  async run(context, { id }) {
    const { caller, services } = context;
    const read = () => services.jobs.get(context, requireJobId(id));
    if (caller.access.reach('data:read') !== undefined) return { body: await read() };
    // A user may see a job that they enqueued. Other users get the same answer whether or not the job exists.
    const job = await read().catch((error: Error) => (error instanceof AppError ? undefined : Promise.reject(error)));
    if (!job || job.createdBy !== caller.userId) caller.access.requireScope('data:read');
    return { body: job as JobEntry };
  },
});
