import type { Queryable } from '#db/database.ts';
import { inTenant, scoped } from '#db/params.ts';
import { receivedMessages } from '../../../../communications/contract.ts';

export interface AnswerableMessage {
  readonly connectionId: string;
  readonly threadId: string;
  readonly externalId: string;
  readonly replyTo: Readonly<Record<string, string>>;
}

/** The last message of others in a conversation; undefined when there is none, or its account was removed. */
export async function lastMessage(
  db: Queryable,
  tenantId: string,
  conversationId: string,
): Promise<AnswerableMessage | undefined> {
  const [row] = await db.query<AnswerableMessage>(
    `select m.* from ${scoped(
      'm',
      `select m.connection_id as "connectionId", m.thread_id as "threadId", m.external_id as "externalId", m.reply_to as "replyTo"
       from social_messages m join ${receivedMessages()} e on e.id = m.email_id
       where ${inTenant('m')} and m.conversation_id = $2::uuid order by e.at desc, e.id desc limit 1`,
    )}`,
    [tenantId, conversationId],
  );
  return row;
}
