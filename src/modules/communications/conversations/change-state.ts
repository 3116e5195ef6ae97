import { type Context, inTransaction } from '#core/context.ts';
import type { JsonValue } from '#core/fields/field.ts';
import { lockConversation, saveConversation } from './conversation.ts';

/** Moves a conversation to another state. */
export const changeState = (
  context: Context,
  id: string,
  state: Readonly<Record<string, JsonValue>>,
): Promise<{ text: string }> =>
  inTransaction(context, async (within) => {
    await lockConversation(within, id);
    return { text: await saveConversation(within, id, state) };
  });
