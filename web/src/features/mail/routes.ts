import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router';

export const mailRoutes = (parent: AnyRoute): AnyRoute[] => {
  const mail = createRoute({
    getParentRoute: () => parent,
    path: 'mail',
    component: lazyRouteComponent(() => import('./mail-layout.tsx'), 'MailLayout'),
  });
  const page = (path: string, component: ReturnType<typeof lazyRouteComponent>): AnyRoute =>
    createRoute({ getParentRoute: () => mail, path, component });
  return [
    mail.addChildren([
      page(
        '/',
        lazyRouteComponent(() => import('./overview/overview-page.tsx'), 'OverviewPage'),
      ),
      page(
        'templates',
        lazyRouteComponent(() => import('./templates/templates-page.tsx'), 'TemplatesPage'),
      ),
      page(
        'templates/$id',
        lazyRouteComponent(() => import('./templates/template-page.tsx'), 'TemplatePage'),
      ),
      page(
        'compose',
        lazyRouteComponent(() => import('./compose/compose-page.tsx'), 'ComposePage'),
      ),
      page(
        'batches',
        lazyRouteComponent(() => import('./batches/batches-page.tsx'), 'BatchesPage'),
      ),
      page(
        'batches/$id',
        lazyRouteComponent(() => import('./batches/batch-page.tsx'), 'BatchPage'),
      ),
      page(
        'scheduled',
        lazyRouteComponent(() => import('./sent/scheduled-page.tsx'), 'ScheduledPage'),
      ),
      page(
        'sent',
        lazyRouteComponent(() => import('./sent/sent-page.tsx'), 'SentPage'),
      ),
      page(
        'sent/$id',
        lazyRouteComponent(() => import('./sent/mail-page.tsx'), 'MailPage'),
      ),
      page(
        'analytics',
        lazyRouteComponent(() => import('./analytics/analytics-page.tsx'), 'AnalyticsPage'),
      ),
      page(
        'suppressions',
        lazyRouteComponent(() => import('./suppressions/suppressions-page.tsx'), 'SuppressionsPage'),
      ),
      page(
        'lists',
        lazyRouteComponent(() => import('./lists/lists-page.tsx'), 'ListsPage'),
      ),
      page(
        'lists/$id',
        lazyRouteComponent(() => import('./lists/list-page.tsx'), 'ListPage'),
      ),
      page(
        'transports',
        lazyRouteComponent(() => import('./transports/transports-page.tsx'), 'TransportsPage'),
      ),
      page(
        'transports/$id',
        lazyRouteComponent(() => import('./transports/transport-page.tsx'), 'TransportPage'),
      ),
    ]),
  ];
};
