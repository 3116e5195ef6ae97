import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { changeState } from '../change-state.ts';
import { conversationPath, conversationRecord, conversationRoute } from '../conversation.ts';
import { closedState } from '../states.ts';

export const closeConversation = defineAction({
  name: 'communications.closeConversation',
  summary: 'Closes a conversation. A reply opens it again',
  routes: [{ method: 'POST', path: `${conversationRoute}/close` }],
  access: 'communications:write',
  input: Type.Object(conversationPath, { additionalProperties: false }),
  output: conversationRecord,
  run: (context, { id }) => changeState(context, id, closedState()),
});
