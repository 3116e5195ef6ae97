import type { Transaction } from '#db/database.ts';
import { wonDeals } from '../../../sales/contract.ts';
import { touchesSql } from './touches-of-campaign.ts';

/** The credit of a campaign under one rule of attribution. */
export interface Credit {
  /** Contacts whose first or last touch was this campaign. */
  readonly contacts: number;
  /** Deals that were won after the touch. */
  readonly deals: number;
  /** Revenue by currency, which is null for deals without one. */
  readonly revenue: readonly { readonly currency: string | null; readonly value: number }[];
}

/** Reads the first and the last touch of each contact, and of each deal before it was won. */
export async function readAttribution(
  tx: Transaction,
  tenantId: string,
  campaignId: string,
): Promise<{ firstTouch: Credit; lastTouch: Credit }> {
  const credit = (direction: 'asc' | 'desc') => `(select json_build_object(
      'contacts', (select count(*) from (
        select distinct on (contact_id) contact_id, campaign_id from touches order by contact_id, at ${direction}
      ) t where campaign_id = $2::uuid),
      'deals', (select count(*) from deals_${direction} where campaign_id = $2::uuid),
      'revenue', (select coalesce(json_agg(json_build_object('currency', currency, 'value', value) order by currency), '[]') from (
        select currency, sum(value)::float8 as value from deals_${direction} where campaign_id = $2::uuid group by currency
      ) r)))`;
  const deals = (direction: 'asc' | 'desc') => `deals_${direction} as (
      select distinct on (o.id) o.id, o.value, o.currency, t.campaign_id from won o join touches t on t.contact_id = o.contact_id
        and t.at <= o.won_at order by o.id, t.at ${direction})`;
  const [row] = await tx.query<{ first: Credit; last: Credit }>(
    `with ${touchesSql}, won as materialized (
      select o.id, o.value, o.currency, o.contact_id, o.won_at from concerned c
      join ${wonDeals('$1::bigint')} o on o.contact_id = c.contact_id
    ), ${deals('asc')}, ${deals('desc')}
    select ${credit('asc')} as first, ${credit('desc')} as last`,
    [tenantId, campaignId],
  );
  const none: Credit = { contacts: 0, deals: 0, revenue: [] };
  return { firstTouch: row?.first ?? none, lastTouch: row?.last ?? none };
}
