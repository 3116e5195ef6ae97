import { inTenant } from '#db/params.ts';

/** Pieces of SQL for statements that join mails and lists to rows of other modules. Their parameters are SQL. */

/** Rows `contact_id`, `lead_id`, `campaign_id`, `at` and `responded_at` of mails that were sent; `responded_at` is the first click or the reply. */
export const sentMails = (tenantId: string): string =>
  `(select e.contact_id, e.lead_id, e.campaign_id, coalesce(e.sent_at, e.created_at) as at, coalesce(e.clicked_at, e.replied_at) as responded_at
    from communications_emails e where e.tenant_id = ${tenantId} and e.status in ('sent', 'delivered'))`;

/** Rows `contact_id`, `campaign_id` and `clicked_at` of mails to contacts in which a link was opened. */
export const clickedMails = (tenantId: string): string =>
  `(select e.contact_id, e.campaign_id, e.clicked_at from communications_emails e
    where e.tenant_id = ${tenantId} and e.contact_id is not null and e.clicked_at is not null)`;

/** Rows `id` and `at` of messages that others sent, for a statement in `scoped`. */
export const receivedMessages = (): string =>
  `(select e.id, coalesce(e.received_at, e.created_at) as at from communications_emails e
    where ${inTenant('e')} and e.direction = 'inbound')`;

/** Rows `email_list_id` and `contact_id` of contacts that are subscribed to lists. */
export const subscribedContacts = (tenantId: string): string =>
  `(select l.email_list_id, l.contact_id from communications_email_list_members l
    where l.tenant_id = ${tenantId} and l.contact_id is not null and l.status = 'subscribed')`;

/** SQL that selects what became of a mail: `(select opened_at, clicked_at, replied_at …)`. The parameters are SQL. */
export const timesOfMail = (tenantId: string, id: string): string =>
  `(select e.opened_at, e.clicked_at, e.replied_at from communications_emails e where e.tenant_id = ${tenantId} and e.id = ${id})`;
