import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { inTransaction } from '#core/context.ts';
import { conversationPath, conversationRecord, conversationRoute } from '../conversation.ts';
import { mergeConversations } from '../merge.ts';

export const mergeConversation = defineAction({
  name: 'communications.mergeConversation',
  summary:
    'Moves the mails and comments of a conversation into another one and closes it. Later replies arrive there. Who sees one of the two sees the result',
  routes: [{ method: 'POST', path: `${conversationRoute}/merge` }],
  access: 'communications:write',
  input: Type.Object({ ...conversationPath, intoId: Type.String({ format: 'uuid' }) }, { additionalProperties: false }),
  output: conversationRecord,
  run: (context, { id, intoId }) =>
    inTransaction(context, async (within) => ({ text: await mergeConversations(within, id, intoId) })),
});
