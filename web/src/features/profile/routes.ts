import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router';

export const profileRoutes = (parent: AnyRoute): AnyRoute[] => [
  createRoute({
    getParentRoute: () => parent,
    path: 'profile',
    component: lazyRouteComponent(() => import('./profile-page.tsx'), 'ProfilePage'),
  }),
];
