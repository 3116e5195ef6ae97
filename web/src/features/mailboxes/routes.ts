import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router';

export const mailboxRoutes = (parent: AnyRoute): AnyRoute[] => [
  createRoute({
    getParentRoute: () => parent,
    path: 'settings/mailboxes',
    component: lazyRouteComponent(() => import('./mailboxes-page.tsx'), 'MailboxesPage'),
  }),
];
