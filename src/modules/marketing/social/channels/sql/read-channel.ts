import type { Transaction } from '#db/database.ts';

export interface ChannelSums {
  readonly open: number;
  readonly published: number;
  readonly failed: number;
  readonly impressionCount: number;
  readonly reachCount: number;
  readonly clickCount: number;
  readonly likeCount: number;
  readonly commentCount: number;
  readonly shareCount: number;
  readonly saveCount: number;
  readonly videoViewCount: number;
}

const sum = (column: string): string => `coalesce(sum(p.${column}), 0)::float8`;

/** Locks a channel and sums its posts. Undefined when it is deleted. The lock makes concurrent sums follow each other. */
export async function readChannel(
  tx: Transaction,
  tenantId: string,
  channelId: string,
): Promise<ChannelSums | undefined> {
  const locked = await tx.query(
    `select 1 from marketing_campaign_channel_social where tenant_id = $1::bigint and id = $2::uuid for no key update`,
    [tenantId, channelId],
  );
  if (locked.length === 0) return undefined;
  const [row] = await tx.query<ChannelSums>(
    `select count(*) filter (where p.status in ('scheduled', 'paused', 'publishing', 'needsApproval'))::int as open,
       count(*) filter (where p.status = 'published')::int as published,
       count(*) filter (where p.status in ('failed', 'unconfirmed'))::int as failed,
       ${sum('impression_count')} as "impressionCount", ${sum('reach_count')} as "reachCount", ${sum('click_count')} as "clickCount",
       ${sum('like_count')} as "likeCount", ${sum('comment_count')} as "commentCount", ${sum('share_count')} as "shareCount",
       ${sum('save_count')} as "saveCount", ${sum('video_view_count')} as "videoViewCount"
     from marketing_social_posts p where p.tenant_id = $1::bigint and p.channel_id = $2::uuid`,
    [tenantId, channelId],
  );
  return row;
}
