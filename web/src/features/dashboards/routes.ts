import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router';

export const dashboardRoutes = (parent: AnyRoute): AnyRoute[] => [
  createRoute({
    getParentRoute: () => parent,
    path: 'dashboards',
    component: lazyRouteComponent(() => import('./dashboards-page.tsx'), 'DashboardsPage'),
  }),
  createRoute({
    getParentRoute: () => parent,
    path: 'dashboards/$id',
    component: lazyRouteComponent(() => import('./dashboard-page.tsx'), 'DashboardPage'),
  }),
];
