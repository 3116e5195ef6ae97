import type { Transaction } from '#db/database.ts';
import { subscribedContacts } from '../../../communications/contract.ts';
import { leads } from '../../../sales/contract.ts';

const isMember = (contact: string) => `exists (select from marketing_campaign_members m
  where m.tenant_id = $1::bigint and m.campaign_id = $2::uuid and m.contact_id = ${contact})`;

export interface Planned {
  readonly contactId: string | null;
  readonly leadId?: string;
}

/** Returns the leads that are not members of the campaign, nor are the contacts that they became. */
export const leadsWithoutMember = (
  tx: Transaction,
  tenantId: string,
  campaignId: string,
  leadIds: readonly string[],
): Promise<Planned[]> =>
  tx.query<Planned>(
    `select l.id as "leadId", l.contact_id as "contactId" from ${leads('$1::bigint')} l
     where l.id = any($3::uuid[]) and not exists (select from marketing_campaign_members m
       where m.tenant_id = $1::bigint and m.campaign_id = $2::uuid and m.lead_id = l.id) and not ${isMember('l.contact_id')}
     order by l.id`,
    [tenantId, campaignId, leadIds],
  );

/** Returns the contacts that are not members of the campaign. */
export const withoutMembers = (
  tx: Transaction,
  tenantId: string,
  campaignId: string,
  contactIds: readonly string[],
): Promise<Planned[]> =>
  tx.query<Planned>(
    `select distinct g.id as "contactId" from unnest($3::uuid[]) g(id) where not ${isMember('g.id')} order by g.id`,
    [tenantId, campaignId, contactIds],
  );

/** Contacts in the mailing lists of the channels of the campaign that are not members. */
export const listedNonMembers = (tx: Transaction, tenantId: string, campaignId: string): Promise<Planned[]> =>
  tx.query<Planned>(
    `select distinct l.contact_id as "contactId" from marketing_campaign_channel_emails c
     join ${subscribedContacts('$1::bigint')} l on l.email_list_id = c.email_list_id
     where c.tenant_id = $1::bigint and c.campaign_id = $2::uuid and not ${isMember('l.contact_id')} order by 1`,
    [tenantId, campaignId],
  );

/** Active campaigns of the tenant. */
export async function activeCampaigns(tx: Transaction, tenantId: string): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `select id from marketing_campaigns where tenant_id = $1::bigint and status = 'active' order by id`,
    [tenantId],
  );
  return rows.map(({ id }) => id);
}

/** Tenants that launched a campaign. Runs as the platform. */
export async function tenantsWithCampaigns(tx: Transaction): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(`with recursive found as (
      (select tenant_id from campaign_runs order by tenant_id limit 1)
      union all
      select (select r.tenant_id from campaign_runs r where r.tenant_id > f.tenant_id order by r.tenant_id limit 1)
      from found f where f.tenant_id is not null
    ) select tenant_id as id from found where tenant_id is not null`);
  return rows.map(({ id }) => id);
}
