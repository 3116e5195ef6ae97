import type { Transaction } from '#db/database.ts';

export interface KnownMessage {
  readonly externalId: string;
  readonly threadId: string;
  readonly conversationId: string;
}

/** Messages that the inbox already contains, by their ids or by their threads. */
export const knownMessages = (
  tx: Transaction,
  tenantId: string,
  connectionId: string,
  externalIds: readonly string[],
  threadIds: readonly string[],
): Promise<KnownMessage[]> =>
  tx.query<KnownMessage>(
    `select external_id as "externalId", thread_id as "threadId", conversation_id as "conversationId" from social_messages
     where tenant_id = $1::bigint and connection_id = $2::uuid
       and (external_id = any($3::text[]) or thread_id = any($4::text[]))`,
    [tenantId, connectionId, externalIds, threadIds],
  );

export interface NewMessage extends KnownMessage {
  readonly emailId: string;
  readonly replyTo: Readonly<Record<string, string>>;
}

export const noteMessages = (
  tx: Transaction,
  tenantId: string,
  connectionId: string,
  messages: readonly NewMessage[],
): Promise<unknown> =>
  tx.query(
    `insert into social_messages (tenant_id, connection_id, external_id, thread_id, conversation_id, email_id, reply_to)
     select $1::bigint, $2::uuid, m.external_id, m.thread_id, m.conversation_id, m.email_id, m.reply_to
     from jsonb_to_recordset($3::jsonb) m(external_id text, thread_id text, conversation_id uuid, email_id uuid, reply_to jsonb)
     on conflict (tenant_id, connection_id, external_id) do nothing`,
    [
      tenantId,
      connectionId,
      JSON.stringify(
        messages.map(({ externalId, threadId, conversationId, emailId, replyTo }) => ({
          external_id: externalId,
          thread_id: threadId,
          conversation_id: conversationId,
          email_id: emailId,
          reply_to: replyTo,
        })),
      ),
    ],
  );
