import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { request } from '~/api/http.ts';
import { keys } from '~/api/keys.ts';
import { useCan } from '~/metadata/access.ts';
import { type Model, modelName } from '~/metadata/model.ts';

/** A record that is opened again within this time is not told again. */
const quietMs = 60_000;
const lastTold = new Map<string, number>();

/** Tells the server that the person has opened a record, for "recently viewed". */
export function useRecentView(model: Model, id: string, isShown: boolean): void {
  const client = useQueryClient();
  const canTell = useCan().scope('ui:write');
  useEffect(() => {
    const now = Date.now();
    if (!isShown || !canTell || now - (lastTold.get(id) ?? 0) < quietMs) return;
    lastTold.set(id, now);
    request('POST', '/api/ui/record-recent-views', { body: { modelKey: modelName(model), recordId: id } }).then(
      () => client.invalidateQueries({ queryKey: keys.model('/api/ui/recordRecentViews') }),
      // The person did not ask for it, so a failure is not shown; the next view tries again.
      () => lastTold.delete(id),
    );
  }, [model, id, isShown, canTell, client]);
}
