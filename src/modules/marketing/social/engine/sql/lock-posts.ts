import type { Transaction } from '#db/database.ts';

export interface LockedPost {
  readonly id: string;
  readonly status: string;
  readonly platform: string | null;
  readonly campaignId: string | null;
  readonly channelId: string | null;
  readonly attemptCount: number;
}

/** Locks posts before their rows in the outbox, as all writers do. */
export const lockPosts = (tx: Transaction, tenantId: string, ids: readonly string[]): Promise<LockedPost[]> =>
  tx.query<LockedPost>(
    `select id, coalesce(status, 'draft') as status, platform, campaign_id as "campaignId", channel_id as "channelId",
       coalesce(attempt_count, 0)::float8 as "attemptCount" from marketing_social_posts
     where tenant_id = $1::bigint and id = any($2::uuid[]) order by id for no key update`,
    [tenantId, ids],
  );
