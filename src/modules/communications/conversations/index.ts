import { definePart } from '#core/modules/module.ts';
import { assignConversation } from './actions/assign-conversation.ts';
import { closeConversation } from './actions/close-conversation.ts';
import { getInbox } from './actions/get-inbox.ts';
import { getPresence } from './actions/get-presence.ts';
import { listMessages } from './actions/list-messages.ts';
import { markConversationRead } from './actions/mark-conversation-read.ts';
import { markConversationSpam } from './actions/mark-conversation-spam.ts';
import { mergeConversation } from './actions/merge-conversation.ts';
import { moveConversation } from './actions/move-conversation.ts';
import { reopenConversation } from './actions/reopen-conversation.ts';
import { setPresence } from './actions/set-presence.ts';
import { snoozeConversation } from './actions/snooze-conversation.ts';
import { announceComment } from './announce-comment.ts';
import { conversationSettings } from './first-reply.ts';
import { comments } from './models/comments.ts';
import { conversations } from './models/conversations.ts';
import { wakeConversation } from './wake-conversation.ts';

/**
 * Conversations and comments: states, viewers, counts, merging and presence. Messages of SMS and social platforms are
 * stored through this part.
 */
export const conversationPart = definePart({
  models: [conversations, comments],
  actions: [
    assignConversation,
    closeConversation,
    getInbox,
    getPresence,
    listMessages,
    markConversationRead,
    markConversationSpam,
    mergeConversation,
    moveConversation,
    reopenConversation,
    setPresence,
    snoozeConversation,
  ],
  jobs: [announceComment, wakeConversation],
  settingRules: conversationSettings,
  tables: ['conversation_presence'],
});
