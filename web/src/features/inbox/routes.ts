import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router';

export const inboxRoutes = (parent: AnyRoute): AnyRoute[] => [
  createRoute({
    getParentRoute: () => parent,
    path: 'inbox',
    component: lazyRouteComponent(() => import('./inbox-page.tsx'), 'InboxPage'),
  }),
];
