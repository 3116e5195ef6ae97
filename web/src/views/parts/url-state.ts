import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';

type State = Readonly<Record<string, string | number | undefined>>;

/** What the person has chosen on a page, kept in the URL. Empty values are left out of it. */
export function useUrlState<T extends State>(): [Partial<T>, (change: Partial<T>) => void] {
  const state = useSearch({ strict: false }) as Partial<T>;
  const navigate = useNavigate();
  const change = useCallback(
    (values: Partial<T>) => {
      const search = (old: object) =>
        Object.fromEntries(
          Object.entries({ ...old, ...values }).filter(([, value]) => value !== undefined && value !== ''),
        );
      navigate({ to: '.', search: search as never, replace: true });
    },
    [navigate],
  );
  return [state, change];
}

type Texts = Readonly<Record<string, string | undefined>>;

/** The same for choices that are texts: the router reads `?q=2024` as a number. */
export function useUrlTexts(): [Texts, (change: Texts) => void] {
  const [state, change] = useUrlState<State>();
  const texts = Object.entries(state).map(([key, value]) => [key, value === undefined ? undefined : String(value)]);
  return [Object.fromEntries(texts), change];
}
