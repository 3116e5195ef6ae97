import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { inTransaction } from '#core/context.ts';
import {
  conversationPath,
  conversationRecord,
  conversationRoute,
  lockConversation,
  readConversation,
} from '../conversation.ts';
import { markRead } from '../mark-read.ts';

export const markConversationRead = defineAction({
  name: 'communications.markConversationRead',
  summary:
    'Marks a conversation as read or unread. For the users of its mailbox its received mails are marked, at their mail server too; for others only what they see',
  routes: [{ method: 'POST', path: `${conversationRoute}/read` }],
  access: 'communications:write',
  input: Type.Object(
    {
      ...conversationPath,
      read: Type.Optional(Type.Boolean({ default: true })),
      opened: Type.Optional(
        Type.Boolean({
          default: false,
          description: 'It was only opened. Mails in mailboxes of others then stay as they are, also for the assignee.',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  output: conversationRecord,
  run: (context, { id, read = true, opened = false }) =>
    inTransaction(context, async (within) => {
      await lockConversation(within, id);
      await markRead(within, id, { read, opened });
      return { text: JSON.stringify(await readConversation(within, id)) };
    }),
});
