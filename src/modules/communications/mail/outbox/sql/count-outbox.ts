import type { Database } from '#db/database.ts';

/**
 * Counts mails in the outbox, up to `max`: due mails, mails that wait for a time, and mails that a node has claimed.
 */
export async function countOutbox(db: Database, max: number): Promise<Record<string, number>> {
  const [counts = {}] = await db.platform((tx) =>
    tx.query<Record<string, number>>(
      `select count(*) filter (where o.claim is null and o.next_at <= now())::int as due,
         count(*) filter (where o.claim is null and o.next_at > now())::int as waiting,
         count(*) filter (where o.claim is not null)::int as sending
       from (select o.claim, o.next_at from mail_outbox o limit $1::int) o`,
      [max],
    ),
  );
  return counts;
}
