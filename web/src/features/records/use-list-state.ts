import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo, useRef } from 'react';
import { changeSearch, isChanged, isStep, type ListState, readSearch, resetSearch, type Search } from './search.ts';

/** The state of a list: its definition, with the person's changes, which are in the address. */
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
  const latest = useRef(state);
  latest.current = state;
  const onState = useCallback(
    (change: Partial<ListState>) => go((now) => changeSearch(now, base, change), !isStep(latest.current, change)),
    [go, base],
  );
  /** Discards the changes. */
  const reset = useCallback(() => go(resetSearch, false), [go]);
  /** Removes the changes from the address, because they are part of the definition now. */
  const onSaved = useCallback(() => go(resetSearch, true), [go]);
  return { state, onState, reset, onSaved, isChanged: isChanged(search) };
}
