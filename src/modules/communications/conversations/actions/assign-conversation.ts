import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { inTransaction } from '#core/context.ts';
import { invalid } from '#core/errors.ts';
import {
  conversationPath,
  conversationRecord,
  conversationRoute,
  lockConversation,
  saveConversation,
} from '../conversation.ts';
import { shareConversation } from '../share.ts';

const id = Type.Union([Type.String({ format: 'uuid' }), Type.Null()]);

export const assignConversation = defineAction({
  name: 'communications.assignConversation',
  summary:
    'Assigns a conversation to a user or a team; null takes the assignment back. The assignee of a private conversation becomes a viewer of it and of its mails that you may read',
  routes: [{ method: 'POST', path: `${conversationRoute}/assign` }],
  access: 'communications:write',
  input: Type.Object(
    { ...conversationPath, userId: Type.Optional(id), teamId: Type.Optional(id) },
    { additionalProperties: false },
  ),
  output: conversationRecord,
  run: (context, { id, userId, teamId }) => {
    if (userId === undefined && teamId === undefined) throw invalid('userId', 'required', 'or teamId is required');
    return inTransaction(context, async (within) => {
      const conversation = await lockConversation(within, id);
      const viewers = await shareConversation(within, conversation, {
        userIds: userId ? [userId] : [],
        teamIds: teamId ? [teamId] : [],
      });
      const text = await saveConversation(within, id, {
        ...(userId !== undefined && { assignedUserId: userId }),
        ...(teamId !== undefined && { assignedTeamId: teamId }),
        ...viewers,
      });
      return { text };
    });
  },
});
