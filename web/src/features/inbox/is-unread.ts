import type { Conversation } from './inbox-api.ts';

type ReadState = Pick<Conversation, 'unreadCount' | 'readByIds' | 'unreadByIds'>;

/** True when a conversation is unread for one user. The server counts by the same rule. */
export const isUnread = ({ unreadCount, readByIds, unreadByIds }: ReadState, userId: string): boolean =>
  (unreadCount ?? 0) > 0 ? !readByIds?.includes(userId) : (unreadByIds?.includes(userId) ?? false);
