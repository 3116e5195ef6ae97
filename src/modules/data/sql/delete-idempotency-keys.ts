import type { Database } from '#db/database.ts';

/** Deletes up to `limit` keys that are older than 24 hours. Returns the number. */
export const deleteIdempotencyKeys = (db: Database, limit: number): Promise<number> =>
  db.platform(async (tx) => {
    const rows = await tx.query(
      `delete from idempotency_keys where ctid in (
             select ctid from idempotency_keys where created_at < now() - interval '24 hours' limit $1::int
           ) returning 1`,
      [limit],
    );
    return rows.length;
  });
