import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router';

export const homeRoutes = (parent: AnyRoute): AnyRoute[] => [
  createRoute({
    getParentRoute: () => parent,
    path: '/',
    component: lazyRouteComponent(() => import('./home-page.tsx'), 'HomePage'),
  }),
  createRoute({
    getParentRoute: () => parent,
    path: 'tasks',
    component: lazyRouteComponent(() => import('./tasks-page.tsx'), 'TasksPage'),
  }),
  createRoute({
    getParentRoute: () => parent,
    path: 'models',
    component: lazyRouteComponent(() => import('./models-page.tsx'), 'ModelsPage'),
  }),
];
