import type { Query, QueryPersister } from '@tanstack/react-query';

let now = 0;

/**
 * Returns the next moment. A moment is a count, not a time, because two events can have the same time on a browser's
 * clock.
 */
export const moment = (): number => {
  now += 1;
  return now;
};

const begins = new WeakMap<Query, number>();

/**
 * Notes the moment at which a read begins. It is passed to React Query as `persister`, which is called for each read.
 */
export const noteRead: QueryPersister = (read, context, query) => {
  begins.set(query as Query, moment());
  return read(context as never);
};

/** True when a request that began after the moment has read the query or is reading it. */
export function isReadSince(query: Query, since: number): boolean {
  const { fetchStatus, status, isInvalidated } = query.state;
  const isGood = fetchStatus !== 'idle' || (status === 'success' && !isInvalidated);
  return isGood && (begins.get(query) ?? 0) > since;
}
