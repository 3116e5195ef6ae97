import { inTenant } from '#db/params.ts';

/** Pieces of SQL for statements that join contacts to rows of other modules. Their parameters are SQL. */

/** The id if the contact exists, else null. */
export const existingContact = (tenantId: string, id: string): string =>
  `(select c.id from sales_contacts c where c.tenant_id = ${tenantId} and c.id = ${id})`;

/** Rows `id` and `contact_id` of leads; `contact_id` is the contact that a lead was converted to. */
export const leads = (tenantId: string): string =>
  `(select l.id, l.converted_contact_id as contact_id from sales_leads l where l.tenant_id = ${tenantId})`;

/** The id if the lead exists, else null. */
export const existingLead = (tenantId: string, id: string): string =>
  `(select l.id from sales_leads l where l.tenant_id = ${tenantId} and l.id = ${id})`;

/** The contact that a lead was converted to, else null. */
export const contactOfLead = (tenantId: string, id: string): string =>
  `(select l.converted_contact_id from sales_leads l where l.tenant_id = ${tenantId} and l.id = ${id})`;

/** Rows `id`, `account_id` and `address` of all addresses of contacts, in lower case. */
export const contactAddresses = (tenantId: string): string =>
  `(select c.id, c.account_id, c.email_folded as address from sales_contacts c where c.tenant_id = ${tenantId} and c.email is not null
    union all
    select c.id, c.account_id, lower(s.address) from sales_contacts c cross join unnest(c.secondary_emails) s(address)
    where c.tenant_id = ${tenantId})`;

/**
 * Rows `email_folded` of contacts and leads with these addresses who want no bulk mail, for a statement in `scoped`. Of a
 * lead that became a contact, the contact counts.
 */
export const peopleWithoutMail = (addresses: string): string =>
  `(select c.email_folded from sales_contacts c where ${inTenant('c')} and c.email_folded = any(${addresses})
      and (c.do_not_email or c.unsubscribed_at is not null)
    union all
    select l.email_folded from sales_leads l where ${inTenant('l')} and l.email_folded = any(${addresses})
      and l.converted_at is null and (l.do_not_email or l.unsubscribed_at is not null))`;

/** Rows `email_folded` of contacts and leads with these addresses who agreed to bulk mail, for a statement in `scoped`. */
export const peopleWithOptIn = (addresses: string): string =>
  `(select c.email_folded from sales_contacts c where ${inTenant('c')} and c.email_folded = any(${addresses}) and c.email_opt_in
    union all
    select l.email_folded from sales_leads l where ${inTenant('l')} and l.email_folded = any(${addresses})
      and l.converted_at is null and l.email_opt_in)`;

/** Rows `id` of existing contacts. */
export const contacts = (tenantId: string): string =>
  `(select c.id from sales_contacts c where c.tenant_id = ${tenantId})`;

/** Rows `id`, `contact_id`, `campaign_id`, `value`, `currency` and `won_at` of deals in a stage of the category `won`. */
export const wonDeals = (tenantId: string): string =>
  `(select o.id, o.contact_id, o.campaign_id, o.value, o.currency, coalesce(o.closed_at, o.created_at) as won_at
    from sales_opportunities o join sales_opportunity_statuses s on s.tenant_id = ${tenantId} and s.id = o.status_id and s.category = 'won'
    where o.tenant_id = ${tenantId})`;
