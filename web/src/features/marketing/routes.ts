import { type AnyRoute, createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';

export const marketingRoutes = (parent: AnyRoute): AnyRoute[] => {
  const marketing = createRoute({
    getParentRoute: () => parent,
    path: 'marketing',
    component: lazyRouteComponent(() => import('./marketing-layout.tsx'), 'MarketingLayout'),
  });
  const page = (path: string, component: ReturnType<typeof lazyRouteComponent>): AnyRoute =>
    createRoute({ getParentRoute: () => marketing, path, component });
  return [
    marketing.addChildren([
      page(
        '/',
        lazyRouteComponent(() => import('./first-page.tsx'), 'FirstPage'),
      ),
      page(
        'campaigns',
        lazyRouteComponent(() => import('./campaigns/campaigns-page.tsx'), 'CampaignsPage'),
      ),
      page(
        'campaigns/$id',
        lazyRouteComponent(() => import('./campaigns/campaign-page.tsx'), 'CampaignPage'),
      ),
      page(
        'calendar',
        lazyRouteComponent(() => import('./calendar/calendar-page.tsx'), 'CalendarPage'),
      ),
      page(
        'social',
        lazyRouteComponent(() => import('./social/social-page.tsx'), 'SocialPage'),
      ),
      // Social platforms and mails link to this address.
      createRoute({
        getParentRoute: () => marketing,
        path: 'social/connections',
        beforeLoad: () => {
          throw redirect({ to: '/marketing/social', search: { tab: 'accounts' } as never });
        },
      }),
      page(
        'social/compose',
        lazyRouteComponent(() => import('./social/composer/compose-page.tsx'), 'ComposePage'),
      ),
      page(
        'social/posts/$id',
        lazyRouteComponent(() => import('./social/post-page.tsx'), 'PostPage'),
      ),
      page(
        'websites',
        lazyRouteComponent(() => import('./sites/websites-page.tsx'), 'WebsitesPage'),
      ),
      page(
        'websites/$id',
        lazyRouteComponent(() => import('./sites/website-page.tsx'), 'WebsitePage'),
      ),
      page(
        'websites/pages/$id',
        lazyRouteComponent(() => import('./sites/editor/page-editor.tsx'), 'PageEditorPage'),
      ),
      page(
        'forms',
        lazyRouteComponent(() => import('./forms/forms-page.tsx'), 'FormsPage'),
      ),
      page(
        'opt-outs',
        lazyRouteComponent(() => import('./opt-outs/opt-outs-page.tsx'), 'OptOutsPage'),
      ),
      page(
        'forms/$id',
        lazyRouteComponent(() => import('./forms/form-page.tsx'), 'FormPage'),
      ),
    ]),
  ];
};
