import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { request } from '~/api/http.ts';
import { keys } from '~/api/keys.ts';
import { useCan } from '~/metadata/access.ts';
import { type Model, modelName } from '~/metadata/model.ts';

/** A record that is opened again within this time is not reported again. */
const quietMs = 60_000;
const lastReported = new Map<string, number>();

/** Reports to the server that the person opened a record, for "recently viewed". */
export function useRecentView(model: Model, id: string, isShown: boolean): void {
  const client = useQueryClient();
  const canTell = useCan().scope('ui:read');
  useEffect(() => {
    const now = Date.now();
    if (!isShown || !canTell || now - (lastReported.get(id) ?? 0) < quietMs) return;
    lastReported.set(id, now);
    request('POST', '/api/ui/record-recent-views', { body: { modelKey: modelName(model), recordId: id } }).then(
      () => client.invalidateQueries({ queryKey: keys.model('/api/ui/recordRecentViews') }),
      // A failure is not shown, because the person did not request this. The next view tries again.
      () => lastReported.delete(id),
    );
  }, [model, id, isShown, canTell, client]);
}
