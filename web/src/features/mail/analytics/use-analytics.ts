import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { type AnalyticsInput, mailApi, mailKeys } from '../mail-api.ts';

export const analyticsQuery = (input: AnalyticsInput) =>
  queryOptions({
    queryKey: mailKeys.analytics(input),
    queryFn: ({ signal }) => mailApi.analytics(input, signal),
    placeholderData: keepPreviousData,
  });

export const useAnalytics = (input: AnalyticsInput) => useQuery(analyticsQuery(input));
