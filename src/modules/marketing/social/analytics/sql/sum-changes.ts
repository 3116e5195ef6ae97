import type { Grant } from '#core/access/access.ts';
import { type Context, queryable } from '#core/context.ts';
import { tableAs, withinReach } from '#core/query/rows.ts';
import { inTenant, Params, scoped } from '#db/params.ts';

export const countColumns = {
  impressionCount: 'impression_count',
  reachCount: 'reach_count',
  clickCount: 'click_count',
  likeCount: 'like_count',
  commentCount: 'comment_count',
  shareCount: 'share_count',
  saveCount: 'save_count',
  videoViewCount: 'video_view_count',
} as const;

export type CountName = keyof typeof countColumns;

export type Change = Readonly<Record<CountName, number>> & {
  readonly connectionId: string;
  readonly postId: string;
  readonly platform: string;
  readonly day: string;
};

interface Period {
  readonly from: string;
  readonly to: string;
}

/** Totals are read from this many days before the period. Accounts are read more often, so older totals are not needed. */
const daysBefore = 90;
const names = Object.entries(countColumns);

/**
 * Computes the daily growth of the numbers of posts. Totals are stored, so the growth of a day is the difference from
 * the last earlier day with a reading.
 */
export function sumChanges(context: Context, grant: Grant, { from, to }: Period): Promise<Change[]> {
  const params = new Params(context.caller.tenantId);
  const [first, last] = [params.add(from, 'date'), params.add(to, 'date')];
  const grown = names.map(
    ([name, column]) =>
      `greatest(0, coalesce(m.${column}, 0) - coalesce(lag(m.${column}) over before, 0))::float8 as "${name}"`,
  );
  return queryable(context).query<Change>(
    `select r.* from ${scoped(
      'r',
      `select * from (
        select m.connection_id as "connectionId", m.post_id as "postId", m.platform, m.day::text as day, m.day as at, ${grown.join(', ')}
        from marketing_social_metrics m join ${tableAs(grant.model, 'c')} on c.tenant_id = m.tenant_id and c.id = m.connection_id
        where ${inTenant('m')} and ${inTenant('c')} and m.post_id is not null
          and m.day between ${first} - ${daysBefore} and ${last} ${withinReach(grant, 'c', params)}
        window before as (partition by m.post_id order by m.day)
      ) d where d.at >= ${first}`,
    )}`,
    params.values,
  );
}

export interface AccountNumbers {
  readonly connectionId: string;
  readonly name: string;
  readonly platform: string;
  /** Followers at the end of the period; null when they were never read. */
  readonly followerCount: number | null;
  /** The number before the period. */
  readonly followersBefore: number | null;
  readonly publishedCount: number;
}

/** The accounts within reach: followers at both ends of a period, and posts that were published in it. */
export function accountNumbers(context: Context, grant: Grant, { from, to }: Period): Promise<AccountNumbers[]> {
  const params = new Params(context.caller.tenantId);
  const [first, last] = [params.add(from, 'date'), params.add(to, 'date')];
  const followers = (condition: string) =>
    `(select m.follower_count::float8 from marketing_social_metrics m
      where ${inTenant('m')} and m.connection_id = c.id and m.post_id is null and m.day ${condition} order by m.day desc limit 1)`;
  return queryable(context).query<AccountNumbers>(
    `select r.* from ${scoped(
      'r',
      `select c.id as "connectionId", c.name, c.platform, ${followers(`<= ${last}`)} as "followerCount",
         ${followers(`< ${first}`)} as "followersBefore",
         (select count(*)::int from marketing_social_posts p where ${inTenant('p')} and p.connection_id = c.id
           and p.status = 'published' and p.published_at >= ${first} and p.published_at < ${last} + 1) as "publishedCount"
       from ${tableAs(grant.model, 'c')} where ${inTenant('c')} ${withinReach(grant, 'c', params)} order by c.platform, c.name, c.id`,
    )}`,
    params.values,
  );
}

export interface PostName {
  readonly _id: string;
  readonly content: string;
  readonly postUrl: string | null;
  readonly publishedAt: string | null;
}

/** Reads the names of posts that the caller may read. */
export function readPostNames(context: Context, grant: Grant, ids: readonly string[]): Promise<PostName[]> {
  const params = new Params(context.caller.tenantId);
  return queryable(context).query<PostName>(
    `select r.* from ${scoped(
      'r',
      `select p.id as "_id", left(p.content, 200) as content, p.post_url as "postUrl", p.published_at as "publishedAt"
       from ${tableAs(grant.model, 'p')} where ${inTenant('p')} and p.id = any(${params.add(ids, 'uuid[]')}) ${withinReach(grant, 'p', params)}`,
    )}`,
    params.values,
  );
}
