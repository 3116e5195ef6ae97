import { createRootRoute, createRoute, createRouter, Outlet, redirect } from '@tanstack/react-router';
import { ApiError } from '~/api/http.ts';
import { adminRoutes } from '~/features/admin/routes.ts';
import { dashboardRoutes } from '~/features/dashboards/routes.ts';
import { duplicateRoutes } from '~/features/duplicates/routes.ts';
import { exportRoutes } from '~/features/exports/routes.ts';
import { forecastRoutes } from '~/features/forecast/routes.ts';
import { homeRoutes } from '~/features/home/routes.ts';
import { inboxRoutes } from '~/features/inbox/routes.ts';
import { mailRoutes } from '~/features/mail/routes.ts';
import { mailboxRoutes } from '~/features/mailboxes/routes.ts';
import { marketingRoutes } from '~/features/marketing/routes.ts';
import { profileRoutes } from '~/features/profile/routes.ts';
import { recordRoutes } from '~/features/record/routes.ts';
import { recordsRoutes } from '~/features/records/routes.ts';
import { signInRoutes } from '~/features/sign-in/routes.ts';
import { meQuery } from '~/metadata/access.ts';
import { registryQuery } from '~/metadata/registry.ts';
import { ErrorState } from '~/ui/error-state.tsx';
import { NotFoundPage } from '~/ui/not-found-page.tsx';
import { PageLoading } from '~/ui/page-loading.tsx';
import { queryClient } from './query-client.ts';
import { Shell } from './shell/shell.tsx';

const root = createRootRoute({ component: Outlet, notFoundComponent: () => <NotFoundPage /> });

/** The parent of all pages that need a session. */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  component: Shell,
  beforeLoad: async ({ location }) => {
    try {
      await queryClient.ensureQueryData(meQuery);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error;
      const here = location.href;
      throw redirect({ to: '/sign-in', search: here === '/' ? {} : { returnTo: here } });
    }
    void queryClient.prefetchQuery(registryQuery);
  },
});

/** An unknown address shows a notice next to the navigation. */
const nowhere = createRoute({ getParentRoute: () => signedIn, path: '$', component: NotFoundPage });

const routes = [
  homeRoutes,
  recordsRoutes,
  recordRoutes,
  dashboardRoutes,
  duplicateRoutes,
  exportRoutes,
  forecastRoutes,
  adminRoutes,
  mailRoutes,
  inboxRoutes,
  mailboxRoutes,
  marketingRoutes,
  profileRoutes,
];

export const router = createRouter({
  basepath: '/app',
  routeTree: root.addChildren([
    ...signInRoutes(root),
    signedIn.addChildren([...routes.flatMap((of) => of(signedIn)), nowhere]),
  ]),
  defaultPreload: 'intent',
  defaultPendingComponent: PageLoading,
  defaultErrorComponent: ({ error, reset }) => <ErrorState error={error} onRetry={reset} />,
  defaultNotFoundComponent: () => <NotFoundPage />,
  scrollRestoration: true,
});
