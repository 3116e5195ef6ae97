import { useCan } from '~/metadata/access.ts';
import { useRegistry } from '~/metadata/registry.ts';

/** The areas of marketing in the order of their links, each with its model. */
const pages = [
  { key: 'campaigns', to: '/marketing/campaigns', model: 'marketing.campaignMembers' },
  { key: 'calendar', to: '/marketing/calendar', model: 'marketing.campaigns' },
  { key: 'social', to: '/marketing/social', model: 'marketing.socialPosts' },
  { key: 'websites', to: '/marketing/websites', model: 'marketing.webRedirects' },
  { key: 'forms', to: '/marketing/forms', model: 'forms.forms' },
  { key: 'optOuts', to: '/marketing/opt-outs', model: 'marketing.smsOptOuts' },
] as const;

/** The areas that the person may open. */
export function useMarketingPages() {
  const can = useCan();
  const registry = useRegistry();
  return pages.filter(({ model: name }) => {
    const model = registry.find(name);
    return model !== undefined && can.read(model);
  });
}
