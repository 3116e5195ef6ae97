import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { keys } from '~/api/keys.ts';
import { onChange } from '~/api/live.ts';
import { dashboardsPath } from './data.ts';
import type { WidgetData } from './widget.ts';

/** The numbers are recomputed at most once in this time while records change. */
const gatherMs = 3000;

/** Recomputes the numbers when records of the shown models change. */
export function useLiveData(id: string, data: readonly WidgetData[] | undefined): void {
  const client = useQueryClient();
  const models = [...new Set(data?.map(({ moduleKey, slug }) => `${moduleKey}.${slug}`))].sort().join(' ');
  useEffect(() => {
    const shown = new Set(models.split(' '));
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = onChange(({ moduleKey, slug }) => {
      if (!shown.has(`${moduleKey}.${slug}`)) return;
      timer ??= setTimeout(() => {
        timer = undefined;
        client.invalidateQueries({ queryKey: [...keys.model(dashboardsPath), 'data', id] });
      }, gatherMs);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [client, id, models]);
}
