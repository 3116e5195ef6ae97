import type { Conversation } from '../inbox-api.ts';

/** The due time of the first reply; undefined when there is a reply, or none is expected. */
export function dueOf(
  { firstReplyDueAt, firstRepliedAt, status }: Conversation,
  nowMs = Date.now(),
): { readonly at: string; readonly isLate: boolean } | undefined {
  if (!firstReplyDueAt || firstRepliedAt || status === 'closed' || status === 'spam') return undefined;
  return { at: firstReplyDueAt, isLate: Date.parse(firstReplyDueAt) < nowMs };
}
