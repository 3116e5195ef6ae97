import { Type } from 'typebox';
import { defineJob } from '#core/jobs/job.ts';
import { createEventPartitions } from '#db/partitions.ts';

export const eventsPartitions = defineJob({
  name: 'events.partitions',
  summary: 'Creates the partitions of the events of the coming months',
  input: Type.Object({}),
  cron: '23 2 * * *',
  // A backup blocks this job for hours, so the last retries are an hour apart.
  retry: { limit: 20, delay: '30s', backoff: true },
  run: ({ services: { db } }) => createEventPartitions((text, values) => db.query(text, values)),
});
