import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { changeSearch, isChanged, type ListState, readSearch, resetSearch, type Search } from './search.ts';

/** What a list shows: its definition, and what the person has changed, which is in the address. */
export function useListState(base: ListState) {
  const search = useSearch({ strict: false }) as Search;
  const navigate = useNavigate();
  const changes = useMemo(() => readSearch(search), [search]);
  const state = useMemo((): ListState => ({ ...base, ...changes }), [base, changes]);
  const go = useCallback(
    (next: (search: Search) => Search, replace: boolean) =>
      void navigate({ to: '.', search: next as never, replace, resetScroll: false }),
    [navigate],
  );
  const onState = useCallback(
    // Going back leaves the list or returns to the view before, not to each letter of a search.
    (change: Partial<ListState>) => go((now) => changeSearch(now, base, change), !('view' in change)),
    [go, base],
  );
  const reset = useCallback(() => go(resetSearch, true), [go]);
  return { state, onState, reset, isChanged: isChanged(search) };
}
