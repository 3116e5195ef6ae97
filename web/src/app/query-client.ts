import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '~/api/http.ts';
import { onSaved } from '~/api/records.ts';
import { showSaved } from '~/api/shown-records.ts';
import { removeStaleEmptyAnswers } from '~/api/stale-empty-answers.ts';

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Half a minute is enough, because the change feed reports changes by others.
      staleTime: 30_000,
      refetchOnWindowFocus: false,
      retry: (count, error) => count < 2 && !(error instanceof ApiError && error.status < 500 && error.status !== 429),
    },
  },
});

removeStaleEmptyAnswers(queryClient);
onSaved((path, record) => showSaved(queryClient, path, record));
