import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router';

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
        'websites',
        lazyRouteComponent(() => import('./sites/websites-page.tsx'), 'WebsitesPage'),
      ),
      page(
        'websites/$id',
        lazyRouteComponent(() => import('./sites/website-page.tsx'), 'WebsitePage'),
      ),
      page(
        'pages/$id',
        lazyRouteComponent(() => import('./sites/editor/page-editor.tsx'), 'PageEditorPage'),
      ),
      page(
        'forms',
        lazyRouteComponent(() => import('./forms/forms-page.tsx'), 'FormsPage'),
      ),
      page(
        'forms/$id',
        lazyRouteComponent(() => import('./forms/form-page.tsx'), 'FormPage'),
      ),
    ]),
  ];
};
