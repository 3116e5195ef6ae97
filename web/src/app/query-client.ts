import { QueryClient } from '@tanstack/react-query';
import { forgetOldEmptyAnswers } from '~/api/forget-empty.ts';
import { ApiError } from '~/api/http.ts';
import { onSaved } from '~/api/records.ts';
import { showSaved } from '~/api/shown-records.ts';

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Changes by others arrive by the change feed.
      staleTime: 30_000,
      refetchOnWindowFocus: false,
      retry: (count, error) => count < 2 && !(error instanceof ApiError && error.status < 500 && error.status !== 429),
    },
  },
});

forgetOldEmptyAnswers(queryClient);
onSaved((path, record) => showSaved(queryClient, path, record));
