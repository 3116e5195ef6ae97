import { useCan } from '~/metadata/access.ts';

/** The areas of marketing, in the order of their links. */
const pages = [
  { key: 'social', to: '/marketing/social', scope: 'marketing:read' },
  { key: 'websites', to: '/marketing/websites', scope: 'marketing:read' },
  { key: 'forms', to: '/marketing/forms', scope: 'forms:read' },
] as const;

/** Those that the person may open. */
export function useMarketingPages() {
  const can = useCan();
  return pages.filter(({ scope }) => can.scope(scope));
}
