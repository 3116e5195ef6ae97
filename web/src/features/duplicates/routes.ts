import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router';

export const duplicateRoutes = (parent: AnyRoute): AnyRoute[] => [
  createRoute({
    getParentRoute: () => parent,
    path: 'duplicates',
    component: lazyRouteComponent(() => import('./duplicates-page.tsx'), 'DuplicatesPage'),
  }),
  createRoute({
    getParentRoute: () => parent,
    path: 'm/$moduleKey/$slug/merge',
    component: lazyRouteComponent(() => import('./merge-page.tsx'), 'MergePage'),
  }),
];
