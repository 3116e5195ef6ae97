import { MantineProvider } from '@mantine/core';
import { ModalsProvider } from '@mantine/modals';
import { useNotifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { lazy, Suspense, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { styleNonce } from '~/lib/nonce.ts';
import { PageLoading } from '~/ui/page-loading.tsx';
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
            <NoticesOnceThereAreSome />
            <RouterProvider router={router} />
          </ModalsProvider>
        </Suspense>
      </QueryClientProvider>
    </MantineProvider>
  );
}

const Notices = lazy(() => import('./notices.tsx').then((module) => ({ default: module.Notices })));

/** Most pages are opened, read and left without a notice. */
function NoticesOnceThereAreSome() {
  const { notifications } = useNotifications();
  const shown = useRef(false);
  if (notifications.length > 0) shown.current = true;
  if (!shown.current) return null;
  return (
    <Suspense fallback={null}>
      <Notices />
    </Suspense>
  );
}
