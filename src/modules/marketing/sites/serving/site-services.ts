import type { Background } from '#core/background.ts';
import type { Services } from '#core/context.ts';
import { defineService } from '#core/module-service.ts';
import { showPreview } from '../preview/show-preview.ts';
import { VisitCounter } from '../statistics/visit-counter.ts';
import { SiteStore } from './site-store.ts';
import { Sites } from './sites.ts';

/** The objects that serve websites; a process has one of each. */
export const siteServices = defineService({
  name: 'marketing.siteServices',
  make(services) {
    const store = new SiteStore(services);
    const visits = new VisitCounter(services);
    const sites = new Sites(services, store, visits, (token) => showPreview(services, token));
    return { sites, store, visits };
  },
});

/** Follows changes of live releases, and writes the counts of visits. */
export function siteBackground(services: Services): Background {
  const { store, visits } = services.of(siteServices);
  return {
    async start() {
      await store.start();
      visits.start();
    },
    async stop() {
      store.stop();
      await visits.stop();
    },
  };
}
