import type { Queryable, Transaction } from '#db/database.ts';
import { inTenant, Params, scoped } from '#db/params.ts';

/** The origin of a visitor. Unknown parts are empty texts. */
export interface VisitSource {
  readonly referrer: string;
  readonly utmSource: string;
  readonly utmMedium: string;
  readonly utmCampaign: string;
  /** All parts in one text, used as a key. */
  readonly text: string;
}

export interface CountedVisits {
  readonly tenantId: string;
  readonly websiteId: string;
  readonly pageId: string;
  readonly day: string;
  readonly source: VisitSource;
  readonly views: number;
  readonly visitors: ReadonlySet<string>;
}

/**
 * Adds views to the counts of their day. A visitor counts once for each page and day on all nodes together, for the
 * source of the first view. Rows are written in the order of their keys, so that two nodes do not deadlock.
 */
export async function addVisits(tx: Transaction, tenantId: string, visits: readonly CountedVisits[]): Promise<void> {
  const rows = visits.map(({ websiteId, pageId, day, source, views, visitors }) => ({
    website_id: websiteId,
    page_id: pageId,
    day,
    referrer: source.referrer,
    utm_source: source.utmSource,
    utm_medium: source.utmMedium,
    utm_campaign: source.utmCampaign,
    views,
    visitors: [...visitors],
  }));
  await tx.query(
    `with given as materialized (
       select row_number() over () as n, g.* from jsonb_to_recordset($2::jsonb) g(website_id uuid, page_id uuid, day date, referrer text,
         utm_source text, utm_medium text, utm_campaign text, views bigint, visitors jsonb)
     ), seen as (
       insert into site_visitors (tenant_id, day, page_id, visitor)
       select distinct $1::bigint, g.day, g.page_id, decode(v, 'hex') from given g, jsonb_array_elements_text(g.visitors) v
       order by 2, 3, 4
       on conflict do nothing returning day, page_id, visitor
     ), firsts as (
       select f.n, count(*) as visitors from (
         select distinct on (s.day, s.page_id, s.visitor) g.n from given g, jsonb_array_elements_text(g.visitors) v
         join seen s on s.visitor = decode(v, 'hex') where s.day = g.day and s.page_id = g.page_id
         order by s.day, s.page_id, s.visitor, g.n
       ) f group by f.n
     )
     insert into site_visits as t (tenant_id, website_id, day, page_id, referrer, utm_source, utm_medium, utm_campaign, views, visitors)
     select $1::bigint, g.website_id, g.day, g.page_id, g.referrer, g.utm_source, g.utm_medium, g.utm_campaign, g.views, coalesce(f.visitors, 0)
     from given g left join firsts f on f.n = g.n order by 2, 3, 4, 5, 6, 7, 8
     on conflict (tenant_id, website_id, day, page_id, referrer, utm_source, utm_medium, utm_campaign)
     do update set views = t.views + excluded.views, visitors = t.visitors + excluded.visitors`,
    [tenantId, JSON.stringify(rows)],
  );
}

/** Adds a submission of a form to today's counts. Submissions of deleted pages are not counted. */
export const addConversion = (
  tx: Transaction,
  tenantId: string,
  pageId: string,
  { referrer, utmSource, utmMedium, utmCampaign }: Omit<VisitSource, 'text'>,
): Promise<unknown> =>
  tx.query(
    `insert into site_visits as t
       (tenant_id, website_id, day, page_id, referrer, utm_source, utm_medium, utm_campaign, views, visitors, conversions)
     select p.tenant_id, p.website_id, (now() at time zone 'UTC')::date, p.id, $3::text, $4::text, $5::text, $6::text, 0, 0, 1
     from marketing_web_pages p where p.tenant_id = $1::bigint and p.id = $2::uuid and p.website_id is not null
     on conflict (tenant_id, website_id, day, page_id, referrer, utm_source, utm_medium, utm_campaign)
     do update set conversions = t.conversions + 1`,
    [tenantId, pageId, referrer, utmSource, utmMedium, utmCampaign],
  );

/** Groups of the statistics, as SQL. */
const groups = {
  day: 'v.day::text',
  page: 'v.page_id::text',
  referrer: 'v.referrer',
  source: 'v.utm_source',
  medium: 'v.utm_medium',
  campaign: 'v.utm_campaign',
} as const;

export type VisitGroup = keyof typeof groups;
export const visitGroups = Object.keys(groups) as VisitGroup[];

export interface VisitCounts {
  readonly key: string;
  readonly views: number;
  readonly visitors: number;
  readonly conversions: number;
}

const maxGroups = 1000;

/** Counts views, visitors and conversions of a website between two days, both inclusive. */
export function countVisits(
  db: Queryable,
  tenantId: string,
  websiteId: string,
  period: { readonly from: string; readonly to: string },
  by: VisitGroup,
): Promise<VisitCounts[]> {
  const params = new Params(tenantId);
  const where = `v.website_id = ${params.add(websiteId, 'uuid')} and v.day between ${params.add(period.from, 'date')} and ${params.add(period.to, 'date')}`;
  return db.query<VisitCounts>(
    `select c.* from ${scoped(
      'c',
      `select ${groups[by]} as key, sum(v.views)::float8 as views, sum(v.visitors)::float8 as visitors,
         sum(v.conversions)::float8 as conversions
       from site_visits v where ${inTenant('v')} and ${where}
       group by 1 order by ${by === 'day' ? '1' : 'views desc, 1'} limit ${maxGroups}`,
    )}`,
    params.values,
  );
}

/** Deletes the visitor hashes of past days, of all tenants. Runs as the platform. */
export const forgetVisitors = (tx: Transaction): Promise<unknown> =>
  tx.query(`delete from site_visitors where day < (now() at time zone 'UTC')::date - 1`);

/** Tenants with views that their records do not show yet. Runs as the platform. */
export async function tenantsToCount(tx: Transaction): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `select distinct tenant_id as id from site_visits
     where views > counted_views or conversions > counted_conversions order by 1`,
  );
  return rows.map(({ id }) => id);
}

export interface UncountedVisits {
  readonly websiteId: string;
  readonly pageId: string;
  readonly views: number;
  readonly visitors: number;
  readonly conversions: number;
}

/** Marks all visits as counted and returns those that the records do not show yet. */
export const markCounted = (tx: Transaction, tenantId: string): Promise<UncountedVisits[]> =>
  tx.query<UncountedVisits>(
    `with old as materialized (
       select website_id, day, page_id, referrer, utm_source, utm_medium, utm_campaign, counted_views, counted_visitors, counted_conversions
       from site_visits where tenant_id = $1::bigint and (views > counted_views or conversions > counted_conversions)
       order by website_id, day, page_id, referrer, utm_source, utm_medium, utm_campaign limit 5000 for update
     ), counted as (
       update site_visits v set counted_views = v.views, counted_visitors = v.visitors, counted_conversions = v.conversions from old o
       where v.tenant_id = $1::bigint and v.website_id = o.website_id and v.day = o.day and v.page_id = o.page_id
         and v.referrer = o.referrer and v.utm_source = o.utm_source and v.utm_medium = o.utm_medium and v.utm_campaign = o.utm_campaign
       returning v.website_id, v.page_id, v.views - o.counted_views as views, v.visitors - o.counted_visitors as visitors,
         v.conversions - o.counted_conversions as conversions
     )
     select website_id as "websiteId", page_id as "pageId", sum(views)::float8 as views, sum(visitors)::float8 as visitors,
       sum(conversions)::float8 as conversions
     from counted group by 1, 2 order by 1, 2`,
    [tenantId],
  );

interface Counters {
  readonly id: string;
  readonly viewCount: number;
  readonly visitorCount: number;
  readonly conversionCount: number;
}

/** Reads the counters of records and locks them until the transaction ends. */
export const lockCounters = (
  tx: Transaction,
  tenantId: string,
  table: 'marketing_websites' | 'marketing_web_pages',
  ids: readonly string[],
): Promise<Counters[]> =>
  tx.query<Counters>(
    `select id, coalesce(view_count, 0)::float8 as "viewCount", coalesce(visitor_count, 0)::float8 as "visitorCount",
       coalesce(conversion_count, 0)::float8 as "conversionCount"
     from ${table} where tenant_id = $1::bigint and id = any($2::uuid[]) order by id for update`,
    [tenantId, ids],
  );
