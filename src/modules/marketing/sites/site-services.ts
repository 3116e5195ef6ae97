import type { Services } from '#core/context.ts';
import type { Background } from '#core/module.ts';
import { showPreview } from './preview/show-preview.ts';
import { SiteStore } from './serving/site-store.ts';
import { Sites } from './serving/sites.ts';
import { VisitCounter } from './statistics/visit-counter.ts';

interface SiteServices {
  readonly sites: Sites;
  readonly store: SiteStore;
  readonly visits: VisitCounter;
}

const created = new WeakMap<Services, SiteServices>();

/** The objects that serve websites, one of each for a process. */
export function siteServices(services: Services): SiteServices {
  const known = created.get(services);
  if (known) return known;
  const store = new SiteStore(services);
  const visits = new VisitCounter(services);
  const sites = new Sites(services, store, visits, (token) => showPreview(services, token));
  const made = { sites, store, visits };
  created.set(services, made);
  return made;
}

/** Follows which releases are live, and writes the counts of visits. */
export function siteBackground(services: Services): Background {
  const { store, visits } = siteServices(services);
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
