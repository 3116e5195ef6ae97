import type { Company, Saved } from './company.ts';
import { Random } from './random.ts';

/** The age of the website in days. */
export const websiteDays = 365;

const dayMs = 86_400_000;

/** Referrer, source, medium and campaign of visitors, and their share in percent. */
const sources = [
  ['', '', '', '', 46],
  ['www.google.com', '', '', '', 31],
  ['www.linkedin.com', 'linkedin', 'social', 'kestrel-duo-launch', 13],
  ['', 'newsletter', 'email', 'monthly-newsletter', 10],
] as const;

interface Visits {
  readonly day: string;
  readonly referrer: string;
  readonly utm_source: string;
  readonly utm_medium: string;
  readonly utm_campaign: string;
  readonly views: number;
  readonly visitors: number;
  readonly conversions: number;
}

/** The views of a page by day and source. */
export interface PageVisits {
  readonly rows: readonly Visits[];
  /** The counters of the page. */
  readonly counters: { readonly viewCount: number; readonly visitorCount: number; readonly conversionCount: number };
}

/**
 * Plans a year of visits: their number grows slowly and is smaller on weekends. Counters of records are the sums of the
 * days, as when the platform counts visits. The numbers do not depend on how many records were created before.
 */
export function planVisits(company: Company, seed: number, dailyViews: number, conversionPercent = 0): PageVisits {
  const random = new Random(seed);
  const rows: Visits[] = [];
  for (let offset = 1 - websiteDays; offset <= 0; offset += 1) {
    const day = company.day(offset);
    const weekday = new Date(day).getTime() / dayMs + 4;
    const isWeekend = [0, 6].includes(weekday % 7);
    const growth = 0.7 + (0.6 * (websiteDays + offset)) / websiteDays;
    const expected = dailyViews * growth * (isWeekend ? 0.4 : 1.15) * (0.75 + random.fraction() * 0.5);
    for (const [referrer, utm_source, utm_medium, utm_campaign, percent] of sources) {
      const views = Math.round((expected * percent) / 100 + random.fraction() - 0.5);
      if (views < 1) continue;
      const visitors = Math.max(1, Math.round(views * 0.62));
      const conversions = random.fraction() < (visitors * conversionPercent) / 100 ? 1 : 0;
      rows.push({ day, referrer, utm_source, utm_medium, utm_campaign, views, visitors, conversions });
    }
  }
  const sum = (key: 'views' | 'visitors' | 'conversions') => rows.reduce((total, row) => total + row[key], 0);
  return {
    rows,
    counters: { viewCount: sum('views'), visitorCount: sum('visitors'), conversionCount: sum('conversions') },
  };
}

/** Stores planned visits as counted, because the records already show them. */
export async function storeVisits(company: Company, website: Saved, page: Saved, { rows }: PageVisits): Promise<void> {
  const { tx, tenantId } = company;
  await tx.query(
    `insert into site_visits (tenant_id, website_id, day, page_id, referrer, utm_source, utm_medium, utm_campaign,
       views, visitors, conversions, counted_views, counted_visitors, counted_conversions)
     select $1::bigint, $2::uuid, v.day, $3::uuid, v.referrer, v.utm_source, v.utm_medium, v.utm_campaign,
       v.views, v.visitors, v.conversions, v.views, v.visitors, v.conversions
     from jsonb_to_recordset($4::jsonb) v(day date, referrer text, utm_source text, utm_medium text, utm_campaign text,
       views bigint, visitors bigint, conversions bigint)`,
    [tenantId, website._id, page._id, JSON.stringify(rows)],
  );
}
