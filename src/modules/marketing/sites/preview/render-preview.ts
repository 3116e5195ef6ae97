import type { Context } from '#core/context.ts';
import { notFound } from '#core/errors.ts';
import { writeShareToken } from '#core/files/share-link.ts';
import { authorize, operations } from '#core/operations/index.ts';
import { storedFiles, webLayouts, webPages, websites } from '../model-names.ts';
import { withCompanyDefaults } from '../publishing/company-defaults.ts';
import { fileIdsOf, formIdsOf, readFiles, readForms, readLayouts } from '../publishing/read-snapshot.ts';
import type { PageRecord, SiteFile, WebsiteRecord } from '../rendering/site-records.ts';
import { type RenderedPage, SiteRenderer } from '../rendering/site-renderer.ts';
import { siteUrl } from '../settings.ts';
import { readWithin } from '../sql/read-records.ts';

/** A preview shows images by links that expire after this time. */
const fileLinkMs = 3_600_000;

/** Renders a saved page, or a page with unsaved fields. Styles are in the document, because a preview has no files. */
export async function renderPreview(
  context: Context,
  pageId: string,
  draft: Partial<PageRecord> = {},
): Promise<RenderedPage> {
  const stored = await readWithin<PageRecord & { websiteId: string | null }>(
    context,
    authorize(context, operations.get, webPages(context)),
    pageId,
  );
  if (!stored) throw notFound(`Web page ${pageId}`);
  const page: PageRecord = { ...stored, ...draft };
  const website = await readWebsite(context, stored.websiteId);
  const layouts = await readLayouts(context, authorize(context, operations.list, webLayouts(context)), website, [page]);
  const files = await readFiles(context, fileIdsOf([page]));
  const site = {
    accountKey: context.caller.accountKey,
    website,
    pages: [page],
    layouts,
    redirects: [],
    forms: await readForms(context, formIdsOf([page])),
    files: new Map([...files].map(([id, file]) => [id, shared(context, id, file)])),
  };
  const { publicUrl } = context.services;
  const options = { baseUrl: siteUrl(context, website), publicUrl: publicUrl(), preview: true };
  return new SiteRenderer(site, options).render(page);
}

const shared = ({ services, caller, registry }: Context, recordId: string, file: SiteFile): SiteFile => {
  const expiresAtMs = Date.now() + fileLinkMs;
  const model = storedFiles({ registry }).name;
  const token = writeShareToken(services.vault, {
    tenantId: caller.tenantId,
    model,
    recordId,
    expiresAtMs,
    byPlatform: true,
  });
  return { ...file, path: `${services.publicUrl()}/f/${token}` };
};

/** Reads the website of a page. A page without a website is rendered with default settings. */
async function readWebsite(context: Context, id: string | null): Promise<WebsiteRecord> {
  const found =
    id && (await readWithin<WebsiteRecord>(context, authorize(context, operations.get, websites(context)), id));
  return withCompanyDefaults(context, found || unnamed);
}

const unnamed: WebsiteRecord = {
  _id: '00000000-0000-0000-0000-000000000000',
  name: 'Website',
  slug: 'preview',
  domain: null,
  domainVerifiedAt: null,
  homePageId: null,
  notFoundPageId: null,
  layoutId: null,
  language: null,
  logoUrl: null,
  faviconUrl: null,
  theme: null,
  navigation: null,
  headHtml: null,
  footerHtml: null,
  allowScripts: false,
  robotsTxt: null,
  publishedAt: null,
  liveReleaseId: null,
};
