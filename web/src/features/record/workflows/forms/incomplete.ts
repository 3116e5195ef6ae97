import { createContext, useCallback, useContext, useEffect, useId, useMemo, useState } from 'react';

type Report = (filter: string, isIncomplete: boolean) => void;

const IncompleteContext = createContext<Report>(() => {});

export const IncompleteProvider = IncompleteContext.Provider;

/** Collects the filters of a form that have incomplete conditions. */
export function useIncompleteFilters(): { readonly hasIncomplete: boolean; readonly report: Report } {
  const [filters, setFilters] = useState<ReadonlySet<string>>(new Set());
  const report = useCallback<Report>((filter, isIncomplete) => {
    setFilters((before) => {
      if (before.has(filter) === isIncomplete) return before;
      const rest = [...before].filter((one) => one !== filter);
      return new Set(isIncomplete ? [...rest, filter] : rest);
    });
  }, []);
  return useMemo(() => ({ hasIncomplete: filters.size > 0, report }), [filters, report]);
}

/** Returns the function by which a filter tells its form whether it has incomplete conditions. */
export function useReportIncomplete(): (isIncomplete: boolean) => void {
  const id = useId();
  const report = useContext(IncompleteContext);
  useEffect(() => () => report(id, false), [id, report]);
  return useCallback((isIncomplete) => report(id, isIncomplete), [id, report]);
}
