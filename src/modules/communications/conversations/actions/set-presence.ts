import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { inTransaction } from '#core/context.ts';
import { conversationPath, conversationRoute, readConversation } from '../conversation.ts';
import { presenceAnswer } from '../presence.ts';
import { readPresence, removePresence, writePresence } from '../sql/presence.ts';

export const setPresence = defineAction({
  name: 'communications.setPresence',
  summary: 'Shows colleagues for 30 seconds that you look at a conversation or write in it, and answers who else does',
  routes: [{ method: 'POST', path: `${conversationRoute}/presence` }],
  access: 'communications:read',
  input: Type.Object(
    { ...conversationPath, state: Type.Enum(['viewing', 'replying', 'left']) },
    { additionalProperties: false },
  ),
  output: presenceAnswer,
  run: async (context, { id, state }) => {
    await readConversation(context, id);
    return inTransaction(context, async ({ tx, caller: { tenantId, userId } }) => {
      await removePresence(tx, tenantId, id, state === 'left' ? userId : null);
      if (userId !== null && state !== 'left') await writePresence(tx, tenantId, id, userId, state);
      return { body: { data: await readPresence(tx, tenantId, id, userId) } };
    });
  },
});
