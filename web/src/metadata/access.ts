import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { keys } from '~/api/keys.ts';
import { type Me, session } from '~/api/session.ts';
import type { Model } from './model.ts';

export const meQuery = queryOptions({
  queryKey: keys.me,
  queryFn: ({ signal }) => session.me(signal),
  staleTime: 5 * 60_000,
});

export const useMe = (): Me => useSuspenseQuery(meQuery).data;

/** Whether one of the scopes includes the wanted one. `sales:write:own` counts, because some records are in its reach. */
function holds(scopes: readonly string[], wanted: string): boolean {
  const [module, action] = wanted.split(':');
  return scopes.some((scope) => {
    if (scope === '*') return module !== 'platform';
    const [heldModule, heldAction] = scope.split(':');
    if (heldModule !== '*' && heldModule !== module) return false;
    if (heldModule === '*' && module === 'platform') return false;
    return heldAction === '*' || heldAction === action || heldAction === 'admin';
  });
}

/** What the user may do, to show only what will work. The server decides. */
export function useCan() {
  const { scopes } = useMe();
  return {
    scope: (wanted: string) => holds(scopes, wanted),
    read: (model: Model) => holds(scopes, model.scopes.read),
    write: (model: Model) => !model.readOnly && holds(scopes, model.scopes.write),
  };
}
