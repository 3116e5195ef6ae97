import type { Conversation } from '../inbox-api.ts';

/** When the first reply is due; undefined when there is one, or none is awaited. */
export function dueOf(
  { firstReplyDueAt, firstRepliedAt, status }: Conversation,
  nowMs = Date.now(),
): { readonly at: string; readonly isLate: boolean } | undefined {
  if (!firstReplyDueAt || firstRepliedAt || status === 'closed' || status === 'spam') return undefined;
  return { at: firstReplyDueAt, isLate: Date.parse(firstReplyDueAt) < nowMs };
}
