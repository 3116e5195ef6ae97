import { type Query, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { keys } from '~/api/keys.ts';
import { onChange, onMissedChanges } from '~/api/live.ts';
import { refreshQueries } from '~/api/refresh.ts';
import { forgetRemoval, wasRemovedHere } from '~/api/removed-here.ts';
import type { Me } from '~/api/session.ts';

/** Changes within this time cause one refresh. */
const gatherMs = 250;

/** Roles and teams decide which of these records a person sees. */
const withAudience = ['/api/ui/screens', '/api/ui/workspaces', '/api/ui/dashboards'];

/** Whether the change may alter the roles or teams of the person. */
const touchesMembership = (moduleKey: string, slug: string, recordId: string | null, me: string | undefined): boolean =>
  moduleKey === 'identity' && (slug === 'roles' || slug === 'teamUsers' || (slug === 'users' && recordId === me));

/** A page asks for a deleted record, its history or its figures until it is left. */
const isThere = ({ queryKey: [, , , id] }: Query) => typeof id !== 'string' || !wasRemovedHere(id);

/** Refreshes what is shown when anybody changes records. */
export function useLiveRecords(): void {
  const client = useQueryClient();
  useEffect(() => {
    const changed = new Set<string>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const refresh = () => {
      timer = undefined;
      for (const path of changed) refreshQueries(client, keys.model(path), isThere);
      changed.clear();
    };
    const stop = onChange(({ moduleKey, slug, type, action, recordId }) => {
      const me = client.getQueryData<Me>(keys.me)?.user._id;
      if (action === 'restored' && recordId !== null) forgetRemoval(recordId);
      if (type.startsWith('model.')) client.invalidateQueries({ queryKey: keys.registry });
      changed.add(`/api/${moduleKey}/${slug}`);
      if (touchesMembership(moduleKey, slug, recordId, me)) {
        client.invalidateQueries({ queryKey: keys.me });
        for (const path of withAudience) changed.add(path);
      }
      timer ??= setTimeout(refresh, gatherMs);
    });
    const stopMissed = onMissedChanges(() => refreshQueries(client, keys.records));
    return () => {
      clearTimeout(timer);
      stop();
      stopMissed();
    };
  }, [client]);
}
