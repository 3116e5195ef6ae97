import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router';

export const exportRoutes = (parent: AnyRoute): AnyRoute[] => [
  createRoute({
    getParentRoute: () => parent,
    path: 'exports',
    component: lazyRouteComponent(() => import('./exports-page.tsx'), 'ExportsPage'),
  }),
];
