import type { Transaction } from '#db/database.ts';

/**
 * Locks the text message with this provider id that was sent as a reply. Undefined when there is none, or its final
 * state is known.
 */
export async function findSentText(tx: Transaction, tenantId: string, providerId: string): Promise<string | undefined> {
  const [row] = await tx.query<{ id: string }>(
    `select id from communications_emails where tenant_id = $1::bigint and message_id = $2::text
       and type = 'sms' and direction = 'outbound' and status = 'sent' for no key update`,
    [tenantId, providerId],
  );
  return row?.id;
}
