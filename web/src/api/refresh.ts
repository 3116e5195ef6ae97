import { type Query, type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { keys } from './keys.ts';
import { lastWriteEnd } from './own-writes.ts';
import { isReadSince } from './read-order.ts';

interface RefreshOptions {
  /** Queries that do not match are skipped. */
  readonly only?: (query: Query) => boolean;
  /** Skips queries that were read after this moment. Undefined reads all of them. */
  readonly since?: number | undefined;
}

/**
 * Reads the shown data of these queries again. React Query skips a query whose first read is under way, although that
 * read may have begun before the change, so such a query is read once more when it has ended.
 */
export async function refreshQueries(
  client: QueryClient,
  queryKey: QueryKey,
  { only = () => true, since }: RefreshOptions = {},
): Promise<void> {
  const isOld = (query: Query) => only(query) && (since === undefined || !isReadSince(query, since));
  const old = new Set<Query>(client.getQueryCache().findAll({ queryKey, predicate: isOld }));
  const firstReads = new Set([...old].filter(isFirstRead));
  const reads = client.invalidateQueries({ queryKey, predicate: (query) => old.has(query) });
  // Reads that began after the change are waited for, not repeated.
  const isRead = (query: Query) => only(query) && !old.has(query) && query.state.fetchStatus !== 'idle';
  const readsUnderWay = { queryKey, type: 'active', predicate: isRead } as const;
  await Promise.all([reads, client.refetchQueries(readsUnderWay, { cancelRefetch: false })]);
  if (firstReads.size > 0) await client.invalidateQueries({ queryKey, predicate: (query) => firstReads.has(query) });
}

/** Reads queries again that do not show the last write of this window yet, and waits until all of them show it. */
export const refreshWritten = (
  client: QueryClient,
  queryKey: QueryKey,
  only?: (query: Query) => boolean,
): Promise<void> => refreshQueries(client, queryKey, { since: lastWriteEnd(), ...(only && { only }) });

/**
 * Returns a function that reads records of these models again after an action, and waits until they are read. After a
 * write through `records` it is not needed for the model of the record.
 */
export function useRefresh(...paths: readonly string[]): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await Promise.all(paths.map((path) => refreshWritten(client, keys.model(path))));
  };
}

/**
 * Like `useRefresh`, but for jobs. Queries that were read after the action that started the job are read again too,
 * because they may lack changes by the job.
 */
export function useRefreshAfterJob(...paths: readonly string[]): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await Promise.all(paths.map((path) => refreshQueries(client, keys.model(path))));
  };
}

const isFirstRead = ({ state: { data, fetchStatus } }: Query): boolean => data === undefined && fetchStatus !== 'idle';
