import type { Database } from '#db/database.ts';

/** Drops the months of events that ended more than `retentionMs` ago. Returns the dropped months as `2026-01`. */
export async function dropEventPartitions(db: Database, retentionMs: number): Promise<string[]> {
  const dropped = await db.query<{ name: string }>(
    'select drop_event_partitions(now() - make_interval(secs => $1::float8 / 1000)) as name',
    [retentionMs],
  );
  return dropped.map(({ name }) => name.replace(/^events_(\d{4})_(\d{2})$/, '$1-$2'));
}
