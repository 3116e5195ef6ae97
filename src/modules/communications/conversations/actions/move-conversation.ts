import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { inTransaction } from '#core/context.ts';
import {
  conversationPath,
  conversationRecord,
  conversationRoute,
  lockConversation,
  saveConversation,
} from '../conversation.ts';
import { moveMails } from '../move-mails.ts';
import { closedState } from '../states.ts';

export const moveConversation = defineAction({
  name: 'communications.moveConversation',
  summary:
    'Closes a conversation and moves its received mails to the archive or the trash of your mailboxes, at their servers. The records stay',
  routes: [{ method: 'POST', path: `${conversationRoute}/move` }],
  access: 'communications:write',
  input: Type.Object({ ...conversationPath, to: Type.Enum(['archive', 'trash']) }, { additionalProperties: false }),
  output: conversationRecord,
  run: (context, { id, to }) =>
    inTransaction(context, async (within) => {
      await lockConversation(within, id);
      await moveMails(within, id, to);
      return { text: await saveConversation(within, id, closedState()) };
    }),
});
