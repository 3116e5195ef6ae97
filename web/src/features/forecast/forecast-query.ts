import { queryOptions } from '@tanstack/react-query';
import { actions, answer } from '~/api/actions.ts';
import { keys } from '~/api/keys.ts';
import type { ForecastAnswer, ForecastInput } from './forecast.ts';

/** Below the key of the deals, so that a forecast is read again when one of them changes. */
export const forecastKey = [...keys.model('/api/sales/opportunities'), 'forecast'] as const;

const keyOf = ({ groupBy, period, currency, pipelineId }: ForecastInput) =>
  [...forecastKey, groupBy ?? null, period, currency ?? null, pipelineId ?? null] as const;

/** The part of a key that names the groups. */
const groupsAt = forecastKey.length;

export const forecastQuery = (input: ForecastInput) => {
  const { period, groupBy, currency, pipelineId } = input;
  return queryOptions({
    queryKey: keyOf(input),
    // Targets and exchange rates may have changed while no forecast was open.
    staleTime: 0,
    queryFn: ({ signal }) =>
      answer(
        actions.GET('/api/sales/forecast', {
          params: {
            query: {
              period,
              ...(groupBy && { groupBy }),
              ...(currency && { currency }),
              ...(pipelineId && { pipelineId }),
            },
          },
          signal,
        }),
      ),
    // Rows of teams cannot stand in for rows of owners.
    placeholderData: (before: ForecastAnswer | undefined, query) =>
      query?.queryKey[groupsAt] === (groupBy ?? null) ? before : undefined,
  });
};
