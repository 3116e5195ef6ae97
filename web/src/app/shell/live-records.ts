import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { keys } from '~/api/keys.ts';
import { onChange, onMissedChanges } from '~/api/live.ts';
import { LiveRefresh } from '~/api/live-refresh.ts';
import { refreshQueries } from '~/api/refresh.ts';
import { forgetRemoval, isThere } from '~/api/removed-here.ts';
import type { Me } from '~/api/session.ts';

/** Changes within this time cause one refresh. */
const gatherMs = 250;

/** Roles and teams decide which of these records a person sees. */
const withAudience = ['/api/ui/screens', '/api/ui/workspaces', '/api/ui/dashboards'];

/** True when the change may alter the roles or teams of the person. */
const touchesMembership = (moduleKey: string, slug: string, recordId: string | null, me: string | undefined): boolean =>
  moduleKey === 'identity' && (slug === 'roles' || slug === 'teamUsers' || (slug === 'users' && recordId === me));

/** Refreshes what is shown when anybody changes records. */
export function useLiveRecords(): void {
  const client = useQueryClient();
  useEffect(() => {
    const refresh = new LiveRefresh(client, { gatherMs, only: isThere });
    const stop = onChange((change) => {
      const { moduleKey, slug, type, action, recordId } = change;
      const me = client.getQueryData<Me>(keys.me)?.user._id;
      if (action === 'restored' && recordId !== null) forgetRemoval(recordId);
      // The registry shows the statuses as options.
      if (type.startsWith('model.') || slug.endsWith('Statuses')) refresh.add(keys.registry, change);
      refresh.add(keys.model(`/api/${moduleKey}/${slug}`), change);
      if (touchesMembership(moduleKey, slug, recordId, me)) {
        refresh.add(keys.me, change);
        for (const path of withAudience) refresh.add(keys.model(path), change);
      }
    });
    const stopMissed = onMissedChanges(() => refreshQueries(client, keys.records));
    return () => {
      refresh.stop();
      stop();
      stopMissed();
    };
  }, [client]);
}
