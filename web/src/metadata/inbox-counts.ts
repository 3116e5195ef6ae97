import { queryOptions } from '@tanstack/react-query';
import { request } from '~/api/http.ts';
import { keys } from '~/api/keys.ts';

export interface InboxCounts {
  readonly mine: number;
  readonly unassigned: number;
  readonly all: number;
  readonly snoozed: number;
  readonly closed: number;
  readonly unread: number;
  readonly byConnection: readonly { readonly connectionId: string; readonly unread: number }[];
  readonly byTeam: readonly { readonly teamId: string; readonly unread: number }[];
}

/** The key belongs to conversations, so every change of a conversation refreshes the counts. */
export const inboxCountsQuery = queryOptions({
  queryKey: [...keys.model('/api/communications/conversations'), 'counts'],
  queryFn: ({ signal }) => request<InboxCounts>('GET', '/api/communications/inbox', { signal }),
});
