import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { inTransaction } from '#core/context.ts';
import {
  conversationPath,
  conversationRecord,
  conversationRoute,
  lockConversation,
  readConversation,
} from '../../conversations/conversation.ts';
import { markRead } from '../../conversations/mark-read.ts';

export const markConversationRead = defineAction({
  name: 'communications.markConversationRead',
  summary: 'Marks the received mails of a conversation as read or unread, at their mail servers too',
  routes: [{ method: 'POST', path: `${conversationRoute}/read` }],
  access: 'communications:write',
  input: Type.Object(
    { ...conversationPath, read: Type.Optional(Type.Boolean({ default: true })) },
    { additionalProperties: false },
  ),
  output: conversationRecord,
  run: (context, { id, read = true }) =>
    inTransaction(context, async (within) => {
      await lockConversation(within, id);
      await markRead(within, id, read);
      return { text: JSON.stringify(await readConversation(within, id)) };
    }),
});
