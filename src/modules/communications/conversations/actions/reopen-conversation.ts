import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { changeState } from '../change-state.ts';
import { conversationPath, conversationRecord, conversationRoute } from '../conversation.ts';
import { openState } from '../states.ts';

export const reopenConversation = defineAction({
  name: 'communications.reopenConversation',
  summary: 'Opens a conversation that is closed, snoozed or spam',
  routes: [{ method: 'POST', path: `${conversationRoute}/reopen` }],
  access: 'communications:write',
  input: Type.Object(conversationPath, { additionalProperties: false }),
  output: conversationRecord,
  run: (context, { id }) => changeState(context, id, openState),
});
