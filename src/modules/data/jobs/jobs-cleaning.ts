import { Type } from 'typebox';
import { defineJob } from '#core/jobs/job.ts';

export const jobsCleaning = defineJob({
  name: 'jobs.cleaning',
  summary: 'Deletes jobs that ended a week ago',
  input: Type.Object({}),
  cron: '37 * * * *',
  async run({ services: { jobs } }) {
    await jobs.clean();
  },
});
