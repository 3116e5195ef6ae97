import { MantineProvider } from '@mantine/core';
import { ModalsProvider } from '@mantine/modals';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { styleNonce } from '~/lib/nonce.ts';
import { PageLoading } from '~/ui/page-loading.tsx';
import { Notices } from './notices.tsx';
import { queryClient } from './query-client.ts';
import { router } from './router.tsx';
import { darkTints, themeIn } from './theme.ts';

export function App() {
  const { t } = useTranslation();
  const theme = useMemo(() => themeIn(t), [t]);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={darkTints}
      defaultColorScheme="auto"
      getStyleNonce={() => styleNonce}
    >
      <QueryClientProvider client={queryClient}>
        <Suspense fallback={<PageLoading />}>
          <ModalsProvider>
            <Notices />
            <RouterProvider router={router} />
          </ModalsProvider>
        </Suspense>
      </QueryClientProvider>
    </MantineProvider>
  );
}
