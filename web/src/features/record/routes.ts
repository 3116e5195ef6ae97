import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readTab } from './tabs.ts';

export const recordRoutes = (parent: AnyRoute): AnyRoute[] => [
  createRoute({
    getParentRoute: () => parent,
    path: 'm/$moduleKey/$slug/new',
    component: lazyRouteComponent(() => import('./new-record-page.tsx'), 'NewRecordPage'),
  }),
  createRoute({
    getParentRoute: () => parent,
    path: 'm/$moduleKey/$slug/$id',
    validateSearch: readTab,
    component: lazyRouteComponent(() => import('./record-page.tsx'), 'RecordPage'),
  }),
];
