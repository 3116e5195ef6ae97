import type { Query, QueryClient } from '@tanstack/react-query';

/**
 * React Query shows an old answer while it reads again. That is right for a list with records, but an old empty list
 * would say "there are none yet" to a person who has just created the first record. So an empty answer that a change
 * made stale is removed as soon as no page shows it, and the list loads as if for the first time.
 */
export function removeStaleEmptyAnswers(client: QueryClient): void {
  const cache = client.getQueryCache();
  cache.subscribe((event) => {
    const left = event.type === 'observerRemoved';
    const changed = event.type === 'updated' && event.action.type === 'invalidate';
    if ((left || changed) && isRemovable(event.query)) cache.remove(event.query);
  });
}

const isRemovable = (query: Query): boolean =>
  query.state.isInvalidated && query.getObserversCount() === 0 && isEmpty(query.state.data);

/** True when an answer is empty: a list, its pages, or its count. */
export function isEmpty(answer: unknown): boolean {
  if (Array.isArray(answer)) return answer.every(isNoGroup);
  if (typeof answer !== 'object' || answer === null) return false;
  if ('pages' in answer && Array.isArray(answer.pages)) return answer.pages.every(isEmpty);
  return 'data' in answer && Array.isArray(answer.data) && isEmpty(answer.data);
}

const isNoGroup = (item: unknown): boolean =>
  typeof item === 'object' && item !== null && 'count' in item && item.count === 0 && !('_id' in item);
