import { types } from '#core/models/children.ts';
import { definePart } from '#core/modules/module.ts';
import { statuses } from '#core/statuses/status-model.ts';
import { cancelPublicationAction } from './actions/cancel-publication.ts';
import { countConversion } from './actions/count-conversion.ts';
import { createPreviewLink } from './actions/create-preview-link.ts';
import { endPageTest } from './actions/end-page-test.ts';
import { exportWebsite } from './actions/export-website.ts';
import { getPublication } from './actions/get-publication.ts';
import { getSiteDns } from './actions/get-site-dns.ts';
import { getSiteStatistics } from './actions/get-site-statistics.ts';
import { listReleasesAction } from './actions/list-releases.ts';
import { previewPage } from './actions/preview-page.ts';
import { publishWebsiteAction } from './actions/publish-website.ts';
import { rollBackWebsite } from './actions/roll-back-website.ts';
import { unpublishWebsite } from './actions/unpublish-website.ts';
import { verifySiteDomain } from './actions/verify-site-domain.ts';
import { countSiteVisits } from './jobs/count-site-visits.ts';
import { publishWebsite } from './jobs/publish-website.ts';
import { webLayouts } from './models/webLayouts.ts';
import { webPages } from './models/webPages.ts';
import { webRedirects } from './models/webRedirects.ts';
import { websites } from './models/websites.ts';
import { siteBackground, siteServices } from './serving/site-services.ts';
import { ownSiteChanges } from './site-changes.ts';
import { websiteStatuses } from './standard-statuses.ts';

/** Websites and their pages, layouts and redirects. */
export const sitePart = definePart({
  models: [
    websites,
    statuses('websiteStatuses', { standard: websiteStatuses }),
    types('websiteTypes'),
    webPages,
    webLayouts,
    webRedirects,
  ],
  actions: [
    cancelPublicationAction,
    createPreviewLink,
    exportWebsite,
    getPublication,
    getSiteDns,
    getSiteStatistics,
    countConversion,
    endPageTest,
    listReleasesAction,
    previewPage,
    publishWebsiteAction,
    rollBackWebsite,
    unpublishWebsite,
    verifySiteDomain,
  ],
  jobs: [countSiteVisits, publishWebsite],
  services: [siteServices, ownSiteChanges],
  sites: (services) => services.of(siteServices).sites,
  background: siteBackground,
  tables: ['site_hosts', 'site_publications', 'site_releases', 'site_visitors', 'site_visits'],
});
