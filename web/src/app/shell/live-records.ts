import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { keys } from '~/api/keys.ts';
import { onChange } from '~/api/live.ts';

/** Changes that come closely together refresh once. */
const gatherMs = 250;

/** Refreshes what is shown when anybody changes records. */
export function useLiveRecords(): void {
  const client = useQueryClient();
  useEffect(() => {
    const changed = new Set<string>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const refresh = () => {
      timer = undefined;
      for (const path of changed) client.invalidateQueries({ queryKey: keys.model(path) });
      changed.clear();
    };
    const stop = onChange(({ moduleKey, slug, type }) => {
      if (type.startsWith('model.')) client.invalidateQueries({ queryKey: keys.registry });
      changed.add(`/api/${moduleKey}/${slug}`);
      timer ??= setTimeout(refresh, gatherMs);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [client]);
}
