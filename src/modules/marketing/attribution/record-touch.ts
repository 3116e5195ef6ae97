import type { Transaction } from '#db/database.ts';

/** Visits of one day from one campaign, as named by the UTM parameters in the address of the page. */
export interface Touch {
  readonly kind: 'view' | 'conversion';
  /** `2026-11-17`, in UTC. */
  readonly day: string;
  /** The value in the address. Campaigns are matched by it, case-insensitively. */
  readonly utmCampaign: string;
  readonly utmSource?: string | undefined;
  readonly utmMedium?: string | undefined;
  readonly count: number;
}

/** Trims and lower-cases a UTM value. It is cut, because anybody can write anything into the address of a page. */
const normalizeUtm = (text: string | undefined): string => (text ?? '').trim().toLowerCase().slice(0, 200);

/** Adds visits to the counts of their day. */
export async function recordTouch(tx: Transaction, tenantId: string, touches: readonly Touch[]): Promise<void> {
  const known = touches.filter(({ utmCampaign, count }) => utmCampaign.trim() !== '' && count > 0);
  if (known.length === 0) return;
  await tx.query(
    `insert into campaign_touches as t (tenant_id, day, kind, utm_campaign, utm_source, utm_medium, touches)
     select $1::bigint, g.day, g.kind, g.campaign, g.source, g.medium, sum(g.count)
     from unnest($2::date[], $3::text[], $4::text[], $5::text[], $6::text[], $7::bigint[])
       g(day, kind, campaign, source, medium, count)
     group by 2, 3, 4, 5, 6 order by 4, 2, 3, 5, 6
     on conflict (tenant_id, utm_campaign, day, kind, utm_source, utm_medium) do update set touches = t.touches + excluded.touches`,
    [
      tenantId,
      known.map(({ day }) => day),
      known.map(({ kind }) => kind),
      known.map(({ utmCampaign }) => normalizeUtm(utmCampaign)),
      known.map(({ utmSource }) => normalizeUtm(utmSource)),
      known.map(({ utmMedium }) => normalizeUtm(utmMedium)),
      known.map(({ count }) => count),
    ],
  );
}
