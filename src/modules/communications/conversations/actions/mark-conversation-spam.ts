import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { changeState } from '../change-state.ts';
import { conversationPath, conversationRecord, conversationRoute } from '../conversation.ts';
import { spamState } from '../states.ts';

export const markConversationSpam = defineAction({
  name: 'communications.markConversationSpam',
  summary: 'Moves a conversation to spam. Replies do not open it again',
  routes: [{ method: 'POST', path: `${conversationRoute}/spam` }],
  access: 'communications:write',
  input: Type.Object(conversationPath, { additionalProperties: false }),
  output: conversationRecord,
  run: (context, { id }) => changeState(context, id, spamState()),
});
