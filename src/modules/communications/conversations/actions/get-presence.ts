import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { queryable } from '#core/context.ts';
import { conversationPath, conversationRoute, readConversation } from '../conversation.ts';
import { presenceAnswer } from '../presence.ts';
import { readPresence } from '../sql/presence.ts';

export const getPresence = defineAction({
  name: 'communications.getPresence',
  summary: 'Who else looks at a conversation, or writes in it',
  routes: [{ method: 'GET', path: `${conversationRoute}/presence` }],
  access: 'communications:read',
  input: Type.Object(conversationPath, { additionalProperties: false }),
  output: presenceAnswer,
  run: async (context, { id }) => {
    await readConversation(context, id);
    const { tenantId, userId } = context.caller;
    return { body: { data: await readPresence(queryable(context), tenantId, id, userId) } };
  },
});
