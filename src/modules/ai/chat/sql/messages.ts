import type { LanguageModelV4Message, LanguageModelV4Prompt } from '@ai-sdk/provider';
import { type Context, queryable } from '#core/context.ts';
import type { Transaction } from '#db/database.ts';
import { scoped } from '#db/params.ts';

/** More messages than fit the context window of any model: `trimHistory` cuts older ones anyway. */
const maxMessages = 1000;

/** The messages of a conversation, oldest first. */
export async function readMessages(context: Context, tenantId: string, id: string): Promise<LanguageModelV4Prompt> {
  const rows = await queryable(context).query<LanguageModelV4Message & { position: string }>(
    `select m.* from ${scoped(
      'm',
      `select role, parts as content, position from ai_ai_messages
       where tenant_id = $1::bigint and conversation_id = $2::uuid order by position desc limit ${maxMessages}`,
    )}`,
    [tenantId, id],
  );
  return rows.reverse().map(({ role, content }) => ({ role, content }) as LanguageModelV4Message);
}

/**
 * Locks a conversation, so that concurrent answers are added one after the other. Returns the number of its messages.
 */
export async function lockConversation(tx: Transaction, tenantId: string, id: string): Promise<number | undefined> {
  const rows = await tx.query<{ count: string }>(
    `select coalesce(message_count, 0)::int as count from ai_ai_conversations
     where tenant_id = $1::bigint and id = $2::uuid for update`,
    [tenantId, id],
  );
  return rows[0] && Number(rows[0].count);
}
