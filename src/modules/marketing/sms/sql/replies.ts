import type { Transaction } from '#db/database.ts';
import { conversationAfterMerges } from '../../../communications/contract.ts';
import { existingContact } from '../../../sales/contract.ts';

/** Notes a reply. False when it is known: providers send a reply again when our answer does not reach them. */
export async function addReply(tx: Transaction, tenantId: string, providerId: string): Promise<boolean> {
  const rows = await tx.query(
    `insert into sms_replies (tenant_id, provider_id) values ($1::bigint, $2::text) on conflict do nothing returning 1`,
    [tenantId, providerId],
  );
  return rows.length > 0;
}

export interface AnsweredMessage {
  readonly campaignId: string;
  readonly channelId: string;
  readonly contactId: string | null;
}

/** Marks the last message that the number got. Undefined when it got none. */
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
    ) returning m.campaign_id as "campaignId", m.channel_id as "channelId",
      ${existingContact('$1::bigint', 'm.contact_id')} as "contactId"`,
    [tenantId, phone],
  );
  return row;
}

/**
 * The conversation of a number, after merges. Undefined when the number has none, or it was deleted: then `next` is its new one. Replies of
 * the same number wait for each other.
 */
export async function lockThread(
  tx: Transaction,
  tenantId: string,
  phone: string,
  next: string,
): Promise<string | undefined> {
  await tx.query(
    `insert into sms_threads as t (tenant_id, digits, conversation_id) values ($1::bigint, phone_digits($2::text), $3::uuid)
     on conflict (tenant_id, digits) do update set conversation_id = t.conversation_id`,
    [tenantId, phone, next],
  );
  const [row] = await tx.query<{ id: string | null }>(
    `select ${conversationAfterMerges('$1::bigint', 't.conversation_id')} as id from sms_threads t
     where t.tenant_id = $1::bigint and t.digits = phone_digits($2::text)`,
    [tenantId, phone],
  );
  if (row?.id) return row.id;
  await tx.query(
    'update sms_threads set conversation_id = $3::uuid where tenant_id = $1::bigint and digits = phone_digits($2::text)',
    [tenantId, phone, next],
  );
  return undefined;
}
