import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { keys } from '~/api/keys.ts';
import { records } from '~/api/records.ts';
import { useMe } from '~/metadata/access.ts';
import { type Folder, folderFilter } from './folder.ts';
import { type Conversation, paths } from './inbox-api.ts';

const pageSize = 50;

/** The conversations of a folder, newest first. A search looks in all folders. */
export function useConversations(folder: Folder, q: string, channel: string | undefined) {
  const { user } = useMe();
  const input = {
    filter: {
      ...(q === '' ? folderFilter(folder, user._id) : { mergedIntoId: { null: true } }),
      ...(channel !== undefined && { channel }),
    },
    q: q === '' ? undefined : q,
    sort: ['-lastMessageAt', '-createdAt'],
    limit: pageSize,
    count: 'none' as const,
  };
  const query = useInfiniteQuery({
    queryKey: keys.list(paths.conversations, input),
    queryFn: ({ pageParam, signal }) =>
      records.list(paths.conversations, { ...input, cursor: pageParam || undefined }, signal),
    initialPageParam: '',
    getNextPageParam: ({ meta }) => (meta.hasMore ? meta.nextCursor : null),
    placeholderData: keepPreviousData,
  });
  const rows = query.data?.pages.flatMap(({ data }) => data as readonly unknown[] as readonly Conversation[]) ?? [];
  return { ...query, rows };
}
