import { Type } from 'typebox';
import { defineJob } from '#core/jobs/job.ts';

export const eventsRetention = defineJob({
  name: 'events.retention',
  summary: 'Drops the months of events that are older than EVENT_RETENTION',
  input: Type.Object({}),
  cron: '17 3 * * *',
  // Dropping a month locks the events for a moment, and gives up after 200 ms when a reader is in the way.
  retry: { limit: 20, delay: '30s', backoff: true },
  async run({ services: { db, log, settings } }) {
    const dropped = await db.query<{ name: string }>(
      'select drop_event_partitions(now() - make_interval(secs => $1::float8 / 1000)) as name',
      [settings.eventRetentionMs],
    );
    const months = dropped.map(({ name }) => name.replace(/^events_(\d{4})_(\d{2})$/, '$1-$2'));
    if (months.length > 0) log.info(`events were kept long enough and dropped: ${months.join(', ')}`);
  },
});
