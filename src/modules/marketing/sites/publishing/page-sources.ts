import type { FileEntry } from '../releases/manifest.ts';
import type { Translation } from '../rendering/head.ts';
import type { PageRecord, SiteSnapshot } from '../rendering/site-records.ts';

/** Returns the translations among the kept pages, so that new pages link to them. */
export function keptTranslations(
  kept: readonly (readonly [path: string, entry: FileEntry])[],
  url: (path: string) => string,
): ReadonlyMap<string, readonly Translation[]> {
  const groups = new Map<string, Translation[]>();
  for (const [path, { page }] of kept) {
    if (!page?.language || page.variantOf) continue;
    groups.set(page.group, [...(groups.get(page.group) ?? []), { language: page.language, url: url(path) }]);
  }
  return groups;
}

/** The page for unknown addresses: the page that the website names, or a plain one. */
export function notFoundRecord({ website, pages }: SiteSnapshot): PageRecord {
  const own = pages.find(({ _id }) => _id === website.notFoundPageId);
  return own ? { ...own, noIndex: true } : { ...emptyPage, title: 'Page not found', noIndex: true };
}

const emptyPage: PageRecord = {
  _id: '00000000-0000-0000-0000-000000000000',
  name: null,
  title: null,
  description: 'There is nothing at this address.',
  path: null,
  slug: null,
  type: 'page',
  status: 'published',
  parentPageId: null,
  formId: null,
  layoutId: null,
  template: null,
  translationOfId: null,
  variantOfId: null,
  weight: null,
  language: null,
  html: null,
  css: null,
  script: null,
  blocks: [],
  featuredImageUrl: null,
  canonicalUrl: null,
  redirectUrl: null,
  publishedAt: null,
  updatedAt: '1970-01-01T00:00:00.000Z',
};
