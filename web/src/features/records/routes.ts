import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router';

export const recordsRoutes = (parent: AnyRoute): AnyRoute[] => [
  createRoute({
    getParentRoute: () => parent,
    path: 'm/$moduleKey/$slug',
    component: lazyRouteComponent(() => import('./records-page.tsx'), 'RecordsPage'),
  }),
  createRoute({
    getParentRoute: () => parent,
    path: 's/$screenId',
    component: lazyRouteComponent(() => import('./screen-page.tsx'), 'ScreenPage'),
  }),
  createRoute({
    getParentRoute: () => parent,
    path: 'views/$id',
    component: lazyRouteComponent(() => import('./saved-view-page.tsx'), 'SavedViewPage'),
  }),
];
