import type { Transaction } from '#db/database.ts';
import { acceptedSubmissions } from '../../../forms/contract.ts';

/** Visits, submissions and members of a campaign. */
export interface CampaignReach {
  readonly visits: number;
  readonly submissions: number;
  readonly members: number;
  readonly responded: number;
  readonly converted: number;
}

export async function readReach(tx: Transaction, tenantId: string, campaignId: string): Promise<CampaignReach> {
  const [row] = await tx.query<CampaignReach>(
    `with campaign as (
      select lower(nullif(trim(utm_campaign), '')) as utm from marketing_campaigns where tenant_id = $1::bigint and id = $2::uuid
    ), members as (
      select count(*)::int as members, count(*) filter (where status in ('responded', 'converted'))::int as responded,
        count(*) filter (where status = 'converted')::int as converted
      from marketing_campaign_members where tenant_id = $1::bigint and campaign_id = $2::uuid
    )
    select coalesce((select sum(t.touches) from campaign_touches t join campaign c on c.utm = t.utm_campaign
        where t.tenant_id = $1::bigint and t.kind = 'view'), 0)::int as visits,
      (select count(*) from ${acceptedSubmissions('$1::bigint')} s join campaign c on c.utm = s.utm_campaign)::int as submissions,
      members.* from members`,
    [tenantId, campaignId],
  );
  return row as CampaignReach;
}
