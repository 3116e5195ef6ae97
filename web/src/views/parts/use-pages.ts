import { type QueryKey, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Page } from '~/api/records.ts';

/** The rows of a list that is loaded page by page, as far as the person has requested pages. */
export interface Pages<T> {
  readonly rows: readonly T[];
  readonly included: Page['included'];
  readonly total: number | undefined;
  readonly isPending: boolean;
  readonly isFetching: boolean;
  readonly error: unknown;
  readonly hasMore: boolean;
  readonly readMore: () => void;
  readonly retry: () => void;
}

interface PagesInput<T> {
  readonly queryKey: QueryKey;
  readonly read: (cursor: string | undefined, signal: AbortSignal) => Promise<Page<T>>;
  readonly enabled?: boolean;
  /** Returns the pause before the list is read again, given the number of reads. A hidden tab does not read. */
  readonly pause?: (reads: number) => number;
}

export function usePages<T>({ queryKey, read, enabled = true, pause }: PagesInput<T>): Pages<T> {
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ meta }) => meta.nextCursor ?? undefined,
    enabled,
    refetchInterval: ({ state }) => pause?.(state.dataUpdateCount) ?? false,
  });
  const { data } = query;
  const rows = useMemo(() => data?.pages.flatMap((page) => page.data) ?? [], [data]);
  const included = useMemo(() => Object.assign({}, ...(data?.pages.map((page) => page.included) ?? [])), [data]);
  return {
    rows,
    included,
    total: data?.pages[0]?.meta.total,
    isPending: query.isPending,
    isFetching: query.isFetching,
    error: query.error,
    hasMore: query.hasNextPage,
    readMore: () => void query.fetchNextPage(),
    retry: () => void query.refetch(),
  };
}
