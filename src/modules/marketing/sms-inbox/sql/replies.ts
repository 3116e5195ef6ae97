import type { Transaction } from '#db/database.ts';
import { conversationAfterMerges } from '../../../communications/contract.ts';

/**
 * Records a reply. Returns false for a repeated one: providers send a reply again when our answer does not reach them.
 */
export async function addReply(tx: Transaction, tenantId: string, providerId: string): Promise<boolean> {
  const rows = await tx.query(
    `insert into sms_replies (tenant_id, provider_id) values ($1::bigint, $2::text) on conflict do nothing returning 1`,
    [tenantId, providerId],
  );
  return rows.length > 0;
}

/**
 * The conversation of a number, after merges. Returns undefined when the number has none, or it was deleted; then
 * `next` becomes its conversation. Replies of the same number wait for each other.
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
