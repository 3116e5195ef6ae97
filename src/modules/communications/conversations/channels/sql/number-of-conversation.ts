import type { Queryable } from '#db/database.ts';
import { inTenant, scoped } from '#db/params.ts';

/** The number that wrote the last text message of a conversation; undefined when the conversation has none. */
export async function numberOfConversation(
  db: Queryable,
  tenantId: string,
  conversationId: string,
): Promise<string | undefined> {
  const [row] = await db.query<{ phone: string }>(
    `select e.phone from ${scoped(
      'e',
      `select e.from_name as phone from communications_emails e
       where ${inTenant('e')} and e.conversation_id = $2::uuid and e.type = 'sms' and e.direction = 'inbound'
         and e.from_name ~ '^\\+?\\d{3,20}$'
       order by coalesce(e.received_at, e.created_at) desc, e.id desc limit 1`,
    )}`,
    [tenantId, conversationId],
  );
  return row?.phone;
}
