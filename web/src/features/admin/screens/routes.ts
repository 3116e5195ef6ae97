import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router';

/** The pages for screens and workspaces in the administration. */
export const screenAdminRoutes = (parent: AnyRoute): AnyRoute[] => [
  createRoute({
    getParentRoute: () => parent,
    path: 'screens',
    component: lazyRouteComponent(() => import('./screens-page.tsx'), 'ScreensPage'),
  }),
  createRoute({
    getParentRoute: () => parent,
    path: 'screens/$id',
    component: lazyRouteComponent(() => import('./screen-page.tsx'), 'ScreenEditPage'),
  }),
  createRoute({
    getParentRoute: () => parent,
    path: 'workspaces',
    component: lazyRouteComponent(() => import('../workspaces/workspaces-page.tsx'), 'WorkspacesPage'),
  }),
  createRoute({
    getParentRoute: () => parent,
    path: 'workspaces/$id',
    component: lazyRouteComponent(() => import('../workspaces/workspace-page.tsx'), 'WorkspacePage'),
  }),
];
