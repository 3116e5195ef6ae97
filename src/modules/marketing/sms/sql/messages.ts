import type { Transaction } from '#db/database.ts';
import { contactOfLead, existingContact, existingLead } from '../../../sales/contract.ts';
import type { Message } from '../provider/send-message.ts';
import { isOptedOut } from './opt-outs.ts';
import type { SmsSender } from './pauses.ts';

/** A message for a contact or a lead. */
export interface NewMessage extends Message {
  readonly contactId: string | null;
  readonly leadId: string | null;
}

/**
 * Adds messages. A number gets one message of a channel, even when several people have it or the recipients are read
 * twice. It may get several messages of a workflow.
 */
export const addMessages = (
  tx: Transaction,
  tenantId: string,
  { campaignId, channelId, workflowId }: SmsSender,
  messages: readonly NewMessage[],
): Promise<unknown> =>
  tx.query(
    `insert into sms_messages (tenant_id, id, campaign_id, channel_id, workflow_id, contact_id, lead_id, phone, text, status)
     select $1::bigint, m.id, $2::uuid, $3::uuid, $4::uuid, m.contact_id, m.lead_id, m.phone, m.text,
       case when ${isOptedOut('m.phone')} then 'optedOut' else 'queued' end
     from unnest($5::uuid[], $6::uuid[], $7::uuid[], $8::text[], $9::text[]) m(id, contact_id, lead_id, phone, text)
     on conflict do nothing`,
    [
      tenantId,
      campaignId,
      channelId,
      workflowId,
      messages.map(({ id }) => id),
      messages.map(({ contactId }) => contactId),
      messages.map(({ leadId }) => leadId),
      messages.map(({ phone }) => phone),
      messages.map(({ text }) => text),
    ],
  );

export const cancelMessages = (tx: Transaction, tenantId: string, campaignId: string): Promise<unknown> =>
  tx.query(
    `update sms_messages set status = 'cancelled', changed_at = clock_timestamp()
     where tenant_id = $1::bigint and campaign_id = $2::uuid and status = 'queued'`,
    [tenantId, campaignId],
  );

export const cancelWorkflowMessages = (tx: Transaction, tenantId: string, workflowId: string): Promise<unknown> =>
  tx.query(
    `update sms_messages set status = 'cancelled', changed_at = clock_timestamp()
     where tenant_id = $1::bigint and workflow_id = $2::uuid and status = 'queued'`,
    [tenantId, workflowId],
  );

/** Locks the counters of the channel until the transaction ends. */
export const lockChannel = (tx: Transaction, tenantId: string, channelId: string): Promise<unknown> =>
  tx.query(
    'select from marketing_campaign_channel_sms where tenant_id = $1::bigint and id = $2::uuid for no key update',
    [tenantId, channelId],
  );

/** Counts the messages of a channel by their status. */
export async function countMessages(
  tx: Transaction,
  tenantId: string,
  channelId: string,
): Promise<Record<string, number>> {
  const [row] = await tx.query<Record<string, number>>(
    `select count(*)::int as "recipientCount", count(*) filter (where status in ('sent', 'delivered'))::int as "sentCount",
      count(*) filter (where status = 'delivered')::int as "deliveredCount",
      count(*) filter (where status in ('failed', 'unconfirmed'))::int as "failedCount",
      count(replied_at)::int as "replyCount", count(opted_out_at)::int as "optOutCount"
     from sms_messages where tenant_id = $1::bigint and channel_id = $2::uuid`,
    [tenantId, channelId],
  );
  return row ?? {};
}

/**
 * Applies a delivery report of the provider. Returns the sender of the message; undefined when the message is unknown
 * or already has this status or a final one.
 */
export async function applyReport(
  tx: Transaction,
  tenantId: string,
  providerId: string,
  status: 'sent' | 'delivered' | 'failed',
  error: string | null,
): Promise<SmsSender | undefined> {
  const [row] = await tx.query<SmsSender>(
    `update sms_messages set status = $3::text, error = $4::text, changed_at = clock_timestamp()
     where tenant_id = $1::bigint and provider_id = $2::text and status in ('sending', 'sent', 'unconfirmed') and status <> $3::text
     returning campaign_id as "campaignId", channel_id as "channelId", workflow_id as "workflowId"`,
    [tenantId, providerId, status, error],
  );
  return row;
}

export type AnsweredMessage = SmsSender & {
  /** The contact that a lead has become meanwhile is the contact of its messages. */
  readonly contactId: string | null;
  readonly leadId: string | null;
};

/** Marks the last message that the number got. Returns undefined when it got none. */
export async function markAnswered(
  tx: Transaction,
  tenantId: string,
  phone: string,
  how: 'replied' | 'optedOut',
): Promise<AnsweredMessage | undefined> {
  const column = how === 'replied' ? 'replied_at' : 'opted_out_at';
  const [row] = await tx.query<AnsweredMessage>(
    `update sms_messages m set ${column} = coalesce(m.${column}, clock_timestamp()) where m.tenant_id = $1::bigint and m.id = (
      select id from sms_messages where tenant_id = $1::bigint and phone_key = phone_key($2::text) and same_phone(phone, $2::text)
        and status in ('sending', 'sent', 'delivered', 'unconfirmed') order by coalesce(sent_at, changed_at) desc, id desc limit 1
    ) returning m.campaign_id as "campaignId", m.channel_id as "channelId", m.workflow_id as "workflowId",
      coalesce(${existingContact('$1::bigint', 'm.contact_id')}, ${contactOfLead('$1::bigint', 'm.lead_id')}) as "contactId",
      ${existingLead('$1::bigint', 'm.lead_id')} as "leadId"`,
    [tenantId, phone],
  );
  return row;
}
