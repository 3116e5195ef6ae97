import { MantineProvider } from '@mantine/core';
import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { styleNonce } from '~/lib/nonce.ts';
import { PageLoading } from '~/ui/page-loading.tsx';
import { queryClient } from './query-client.ts';
import { router } from './router.tsx';
import { themeIn } from './theme.ts';

export function App() {
  const { t } = useTranslation();
  const theme = useMemo(() => themeIn(t), [t]);
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={() => styleNonce}>
      <QueryClientProvider client={queryClient}>
        <Suspense fallback={<PageLoading />}>
          <ModalsProvider>
            <Notifications position="bottom-right" limit={4} autoClose={5000} transitionDuration={120} />
            <RouterProvider router={router} />
          </ModalsProvider>
        </Suspense>
      </QueryClientProvider>
    </MantineProvider>
  );
}
