import { useInfiniteQuery } from '@tanstack/react-query';
import { keys } from '~/api/keys.ts';
import { type RecordData, records } from '~/api/records.ts';

export const conversationsPath = '/api/ai/aiConversations';

export interface Conversation extends RecordData {
  readonly title: string | null;
  readonly lastMessageAt: string | null;
}

const pageSize = 30;

/** The person's own conversations, latest first. */
export function useConversations() {
  const input = { sort: ['-lastMessageAt'], limit: pageSize, count: 'none' as const };
  const query = useInfiniteQuery({
    queryKey: [...keys.list(conversationsPath, input), 'pages'],
    queryFn: ({ pageParam, signal }) => records.list(conversationsPath, { ...input, cursor: pageParam }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ meta }) => (meta.hasMore ? (meta.nextCursor ?? undefined) : undefined),
  });
  const all = (query.data?.pages.flatMap(({ data }) => data) ?? []) as unknown as readonly Conversation[];
  return { ...query, all };
}
