import { Type } from 'typebox';
import { defineJob } from '#core/jobs/job.ts';
import { dropEventPartitions } from '../sql/drop-event-partitions.ts';

declare module '#core/context.ts' {
  interface Settings {
    /** Events older than this are deleted. */
    readonly eventRetentionMs: number;
  }
}

export const eventsRetention = defineJob({
  name: 'events.retention',
  summary: 'Drops the months of events that are older than EVENT_RETENTION',
  input: Type.Object({}),
  cron: '17 3 * * *',
  // Dropping a month locks the events briefly, and gives up after 200 ms when a reader blocks it.
  retry: { limit: 20, delay: '30s', backoff: true },
  async run({ services: { db, log, settings } }) {
    const months = await dropEventPartitions(db, settings.eventRetentionMs);
    if (months.length > 0) log.info(`events older than their retention were dropped, by month: ${months.join(', ')}`);
  },
});
