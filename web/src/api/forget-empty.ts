import type { Query, QueryClient } from '@tanstack/react-query';

/**
 * An old answer is shown while it is read again, which is right for a list with records in it. An empty one would say
 * "there are none yet" to a person who has just made the first one and comes back to the list. So an empty answer that
 * a change has made old is forgotten when no page shows it, and the list loads as if for the first time.
 */
export function forgetOldEmptyAnswers(client: QueryClient): void {
  const cache = client.getQueryCache();
  cache.subscribe((event) => {
    const left = event.type === 'observerRemoved';
    const changed = event.type === 'updated' && event.action.type === 'invalidate';
    if ((left || changed) && isForgettable(event.query)) cache.remove(event.query);
  });
}

const isForgettable = (query: Query): boolean =>
  query.state.isInvalidated && query.getObserversCount() === 0 && isEmpty(query.state.data);

/** Whether an answer says that there is nothing: a list, its pages, or its count. */
export function isEmpty(answer: unknown): boolean {
  if (Array.isArray(answer)) return answer.every(isNoGroup);
  if (typeof answer !== 'object' || answer === null) return false;
  if ('pages' in answer && Array.isArray(answer.pages)) return answer.pages.every(isEmpty);
  return 'data' in answer && Array.isArray(answer.data) && isEmpty(answer.data);
}

const isNoGroup = (item: unknown): boolean =>
  typeof item === 'object' && item !== null && 'count' in item && item.count === 0 && !('_id' in item);
