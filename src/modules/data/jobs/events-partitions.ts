import { Type } from 'typebox';
import { defineJob } from '#core/jobs/job.ts';

const monthsAhead = 12;

export const eventsPartitions = defineJob({
  name: 'events.partitions',
  summary: 'Makes the partitions of the events of the coming months',
  input: Type.Object({}),
  cron: '23 2 * * *',
  async run({ services: { db } }) {
    await db.query('select ensure_event_partitions($1::int)', [monthsAhead]);
  },
});
