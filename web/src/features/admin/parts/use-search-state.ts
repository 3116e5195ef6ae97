import { useNavigate, useSearch } from '@tanstack/react-router';

type SearchState = Readonly<Record<string, string | undefined>>;

/** The choices of a page, kept in its URL. */
export function useSearchState(): [SearchState, (change: SearchState) => void] {
  const raw = useSearch({ strict: false }) as Readonly<Record<string, unknown>>;
  const navigate = useNavigate();
  const state = Object.fromEntries(
    Object.entries(raw).map(([key, value]) => [key, value === undefined ? undefined : String(value)]),
  );
  const change = (next: SearchState) => {
    const search = Object.fromEntries(
      Object.entries({ ...state, ...next }).filter(([, value]) => value !== undefined && value !== ''),
    );
    void navigate({ to: '.', search, replace: true } as never);
  };
  return [state, change];
}
