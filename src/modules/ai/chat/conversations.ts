import type { LanguageModelV4Message, LanguageModelV4Prompt } from '@ai-sdk/provider';
import { asPlatform, withAllAccess } from '#core/access/platform.ts';
import { type Context, inTransaction } from '#core/context.ts';
import { AppError, notFound } from '#core/errors.ts';
import { invoke, operations } from '#core/operations/index.ts';
import { insertMany } from '#core/operations/insert-many.ts';
import { updateMany } from '#core/operations/update-many.ts';
import { newId } from '#lib/ids.ts';
import type { Progress } from '../completion/progress.ts';
import { aiConversations, aiMessages } from '../model-names.ts';
import { lockConversation, readMessages } from './sql/messages.ts';

export interface Conversation {
  readonly id: string;
  readonly isNew: boolean;
  /** The stored messages, oldest first. */
  readonly history: LanguageModelV4Prompt;
}

const titleLength = 80;

/** The conversation that a message continues, or a new one. Throws `not_found` for a conversation of another user. */
export async function openConversation(context: Context, id: string | undefined): Promise<Conversation> {
  if (id === undefined) return { id: newId(), isNew: true, history: [] };
  const { tenantId, userId } = context.caller;
  const model = aiConversations(context);
  const { body } = await invoke(withAllAccess(context), operations.get, model, { id, query: {} });
  if ((JSON.parse(body) as { userId: string }).userId !== userId) throw notFound(`${model.label} ${id}`);
  return { id, isNew: false, history: await readMessages(context, tenantId, id) };
}

export interface NewMessages {
  readonly completionId: string;
  /** The text of the user. */
  readonly message: string;
  /** The answers, tool calls and results after that text. */
  readonly progress: Pick<Progress, 'model' | 'messages' | 'written'>;
}

/** Adds a message and its answer in one transaction. Returns the id of the answer. */
export async function saveMessages(context: Context, conversation: Conversation, added: NewMessages): Promise<string> {
  const { caller } = context;
  const user: LanguageModelV4Message = { role: 'user', content: [{ type: 'text', text: added.message }] };
  const { messages, written, model: asked } = added.progress;
  const model = asked.modelId;
  const rows = [user, ...messages].map((message) => ({ id: newId(), message }));
  // Write as the platform, because users may change only the title of a conversation.
  const platform = asPlatform(context);
  await inTransaction(platform, async (within) => {
    const at = new Date().toISOString();
    if (conversation.isNew) {
      const title = added.message.replace(/\s+/g, ' ').trim().slice(0, titleLength);
      const values = { title, userId: caller.userId, model, messageCount: 0, lastMessageAt: at };
      await insertMany(within, aiConversations(within), [{ id: conversation.id, values }]);
    }
    const count = await lockConversation(within.tx, caller.tenantId, conversation.id);
    if (count === undefined) throw new AppError('conflict', 'The conversation was deleted meanwhile.');
    await insertMany(
      within,
      aiMessages(within),
      rows.map(({ id, message }, index) => ({
        id,
        values: {
          conversationId: conversation.id,
          userId: caller.userId,
          position: count + index,
          role: message.role,
          content: textOf(message),
          parts: message.content as never,
          written: (written.get(message) ?? null) as never,
          model,
          completionId: added.completionId,
        },
      })),
    );
    const values = { messageCount: count + rows.length, lastMessageAt: at, model };
    await updateMany(within, aiConversations(within), [{ id: conversation.id, values }]);
  });
  return (rows.at(-1) as (typeof rows)[0]).id;
}

function textOf({ content }: LanguageModelV4Message): string {
  if (typeof content === 'string') return content;
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('');
}
