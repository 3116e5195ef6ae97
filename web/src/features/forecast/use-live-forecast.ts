import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { onChange } from '~/api/live.ts';
import { LiveRefresh } from '~/api/live-refresh.ts';
import { ratesModel, targetsModel } from './forecast.ts';
import { forecastKey } from './forecast-query.ts';

/** Changes within this time cause one refresh. */
const gatherMs = 250;

/** The models besides the deals that change a forecast. */
const sources: ReadonlySet<string> = new Set([targetsModel, ratesModel, 'identity.teamUsers']);

/** Reads the forecast again when a target, an exchange rate or a team changes. Deals do so by the key of the query. */
export function useLiveForecast(): void {
  const client = useQueryClient();
  useEffect(() => {
    const refresh = new LiveRefresh(client, { gatherMs });
    const stop = onChange((change) => {
      if (sources.has(`${change.moduleKey}.${change.slug}`)) refresh.add(forecastKey, change);
    });
    return () => {
      refresh.stop();
      stop();
    };
  }, [client]);
}
