import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';

type State = Readonly<Record<string, string | number | undefined>>;

/** The choices of the person on a page, stored in the URL. Empty values are omitted. */
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

/** Like `useUrlState`, for choices that are texts. The router reads `?q=2024` as a number. */
export function useUrlTexts(): [Texts, (change: Texts) => void] {
  const [state, change] = useUrlState<State>();
  const texts = Object.entries(state).map(([key, value]) => [key, value === undefined ? undefined : String(value)]);
  return [Object.fromEntries(texts), change];
}
