import type { Database } from '#db/database.ts';

/** Counts deliveries that have not ended, up to `max`. Each count uses a partial index; `queue` makes PostgreSQL use it. */
export async function countOpenDeliveries(db: Database, max: number): Promise<Record<string, number>> {
  const [counts = {}] = await db.queue((tx) =>
    tx.query<Record<string, number>>(
      `select
  (select count(*)::int from (
    select from webhook_deliveries where claim is null and next_at is not null limit $1::int) w) as waiting,
  (select count(*)::int from (select from webhook_deliveries where claim is not null limit $1::int) c)
    + (select coalesce(sum(size), 0)::int from webhook_parcels) as sending`,
      [max],
    ),
  );
  return counts;
}
