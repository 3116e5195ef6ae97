import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '~/api/http.ts';
import { keys } from '~/api/keys.ts';
import { noteRead } from '~/api/read-order.ts';
import { onWrite } from '~/api/records.ts';
import { refreshWritten } from '~/api/refresh.ts';
import { isThere } from '~/api/removed-here.ts';
import { showSaved } from '~/api/shown-records.ts';
import { removeStaleEmptyAnswers } from '~/api/stale-empty-answers.ts';

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Half a minute is enough, because the change feed reports changes by others.
      staleTime: 30_000,
      persister: noteRead,
      refetchOnWindowFocus: false,
      retry: (count, error) => count < 2 && !(error instanceof ApiError && error.status < 500 && error.status !== 429),
    },
  },
});

removeStaleEmptyAnswers(queryClient);
onWrite({
  saved: (path, record) => showSaved(queryClient, path, record),
  written: (path) => void refreshWritten(queryClient, keys.model(path), isThere),
});
