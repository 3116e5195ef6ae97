import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router';

export const forecastRoutes = (parent: AnyRoute): AnyRoute[] => [
  createRoute({
    getParentRoute: () => parent,
    path: 'forecast',
    component: lazyRouteComponent(() => import('./forecast-page.tsx'), 'ForecastPage'),
  }),
];
