import type { Transaction } from '#db/database.ts';

/** The channel that tells every node about posts to publish. */
export const socialChannel = 'atrium_social';

/** Schedules a post at a time by the clock of the database; null means now. A waiting row gets the new time. */
export async function putIntoOutbox(
  tx: Transaction,
  tenantId: string,
  post: { readonly id: string; readonly connectionId: string; readonly at: string | null },
): Promise<void> {
  await tx.query(
    `insert into social_outbox (tenant_id, post_id, connection_id, next_at)
     values ($1::bigint, $2::uuid, $3::uuid, coalesce($4::timestamptz, clock_timestamp()))
     on conflict (tenant_id, post_id) do update set connection_id = excluded.connection_id, next_at = excluded.next_at,
       lookup = false, tries = 0, upload = null, claim = null, lease_until = null, started_at = null, called_at = null`,
    [tenantId, post.id, post.connectionId, post.at],
  );
  await tx.query(`select pg_notify('${socialChannel}', '')`);
}

/** Deletes posts from the outbox. A node that has claimed one then loses the claim and does not publish it. */
export const takeFromOutbox = (tx: Transaction, tenantId: string, postIds: readonly string[]): Promise<unknown> =>
  tx.query('delete from social_outbox where tenant_id = $1::bigint and post_id = any($2::uuid[])', [tenantId, postIds]);
