import type { Transaction } from '#db/database.ts';
import { socialChannel } from './outbox-rows.ts';

/** Locks posts of a campaign in one of the states, in the order that all writers use. */
export async function lockCampaignPosts(
  tx: Transaction,
  tenantId: string,
  campaignId: string,
  statuses: readonly string[],
): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `select id from marketing_social_posts
     where tenant_id = $1::bigint and campaign_id = $2::uuid and status = any($3::text[]) order by id for no key update`,
    [tenantId, campaignId, statuses],
  );
  return rows.map(({ id }) => id);
}

/** Adds posts to the outbox. A post has at most one row, so an existing row stays. */
export async function returnToOutbox(tx: Transaction, tenantId: string, ids: readonly string[]): Promise<void> {
  await tx.query(
    `insert into social_outbox (tenant_id, post_id, connection_id, next_at)
     select $1::bigint, p.id, p.connection_id, coalesce(p.scheduled_at, clock_timestamp()) from marketing_social_posts p
     where p.tenant_id = $1::bigint and p.id = any($2::uuid[]) and p.connection_id is not null
     on conflict (tenant_id, post_id) do nothing`,
    [tenantId, ids],
  );
  await tx.query(`select pg_notify('${socialChannel}', '')`);
}
