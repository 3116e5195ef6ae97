import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Reads the shown data of these queries again. React Query skips a query whose first read is under way, although that
 * read may have begun before the change, so such a query is read once more when it has ended.
 */
export async function refreshQueries(
  client: QueryClient,
  queryKey: QueryKey,
  predicate: (query: Query) => boolean = () => true,
): Promise<void> {
  const isPending = (query: Query) => predicate(query) && isFirstRead(query);
  const firstReads = new Set<Query>(client.getQueryCache().findAll({ queryKey, predicate: isPending }));
  await client.invalidateQueries({ queryKey, predicate });
  if (firstReads.size > 0) await client.invalidateQueries({ queryKey, predicate: (query) => firstReads.has(query) });
}

const isFirstRead = ({ state: { data, fetchStatus } }: Query): boolean => data === undefined && fetchStatus !== 'idle';
