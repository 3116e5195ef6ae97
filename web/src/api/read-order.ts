import type { Query, QueryPersister } from '@tanstack/react-query';

let now = 0;

/** Counts what happens, because two things can have the same time on the clock of a browser. */
export const moment = (): number => {
  now += 1;
  return now;
};

const begins = new WeakMap<Query, number>();

/** Passed to React Query as `persister`, which it calls whenever it begins to read: it notes the moment. */
export const noteRead: QueryPersister = (read, context, query) => {
  begins.set(query as Query, moment());
  return read(context as never);
};

/** Whether the query was read, or is being read, by a request that began after the moment. */
export function isReadSince(query: Query, since: number): boolean {
  const { fetchStatus, status, isInvalidated } = query.state;
  const isGood = fetchStatus !== 'idle' || (status === 'success' && !isInvalidated);
  return isGood && (begins.get(query) ?? 0) > since;
}
