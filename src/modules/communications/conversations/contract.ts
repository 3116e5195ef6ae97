/** Exports for the parts `mail` and `incoming`: states, counts, marks and viewers of conversations. */

export {
  type Conversation,
  conversationPath,
  conversationRoute,
  lockConversation,
  readConversation,
} from './conversation.ts';
export { firstReplyTime } from './first-reply.ts';
export { moveInto } from './move-into.ts';
export { conversationPrivacy, refreshConversations, refreshMails } from './privacy/refresh.ts';
export { shareAttachments } from './privacy/share-attachments.ts';
export { queueReadState } from './queue-read-state.ts';
export { readableConversation } from './readable.ts';
export { recountConversations } from './recount.ts';
export { shareComments } from './share-comments.ts';
export { conversationsOf } from './sql/conversations-of.ts';
export { countMessages } from './sql/count-messages.ts';
export { findCopies } from './sql/find-copies.ts';
export { type LockedConversation, lockConversations } from './sql/lock-conversations.ts';
export { forgetReaders, setOwnerMarks } from './sql/own-marks.ts';
export { closedState, openState } from './states.ts';
export { conversationVisibility, isWider, mailVisibility, type Visibility } from './visibility.ts';
