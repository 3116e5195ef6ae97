import { escapeHtml } from '#lib/html.ts';
import type { FileEntry, PageFacts } from '../releases/manifest.ts';
import type { WebsiteRecord } from '../rendering/site-records.ts';

/** Files that every website has besides its pages. */

type SitePage = PageFacts & { readonly path: string };

export const notFoundPath = '/404.html';

/** The addresses of these files, where no page is allowed. */
export const siteFilePaths: readonly string[] = ['/sitemap.xml', '/robots.txt', '/feed.xml', notFoundPath];

export const listedPages = (files: Iterable<readonly [string, FileEntry]>): SitePage[] =>
  [...files].flatMap(([path, { page }]) => (page && !page.variantOf ? [{ path, ...page }] : []));

export function sitemapXml(pages: readonly SitePage[], url: (path: string) => string): string {
  const byGroup = Map.groupBy(pages, ({ group }) => group);
  const entries = pages
    .filter(({ noIndex }) => !noIndex)
    .map(({ path, group, updatedAt }) => {
      const translations = (byGroup.get(group) ?? []).filter(({ language }) => language);
      const alternates = (translations.length > 1 ? translations : []).map(
        (one) =>
          `<xhtml:link rel="alternate" hreflang="${escapeHtml(one.language ?? '')}" href="${escapeHtml(url(one.path))}"/>`,
      );
      return `<url><loc>${escapeHtml(url(path))}</loc><lastmod>${escapeHtml(updatedAt)}</lastmod>${alternates.join('')}</url>`;
    });
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${entries.join('\n')}
</urlset>
`;
}

export function robotsText({ robotsTxt, noIndex }: WebsiteRecord, url: (path: string) => string): string {
  if (robotsTxt) return robotsTxt.endsWith('\n') ? robotsTxt : `${robotsTxt}\n`;
  if (noIndex) return 'User-agent: *\nDisallow: /\n';
  return `User-agent: *\nAllow: /\nSitemap: ${url('/sitemap.xml')}\n`;
}

const maxFeedEntries = 50;

/** The blog posts as an Atom feed, newest first; undefined when there are none. */
export function feedXml(
  website: WebsiteRecord,
  pages: readonly SitePage[],
  url: (path: string) => string,
): string | undefined {
  const posts = pages
    .filter(({ type, noIndex }) => type === 'blogPost' && !noIndex)
    .sort((a, b) => b.publishedAt.localeCompare(a.publishedAt))
    .slice(0, maxFeedEntries);
  if (posts.length === 0) return undefined;
  const entries = posts.map(({ path, id, title, description, publishedAt, updatedAt }) => {
    const address = escapeHtml(url(path));
    return `<entry><id>urn:uuid:${id}</id><title>${escapeHtml(title)}</title><link href="${address}"/><published>${escapeHtml(publishedAt)}</published><updated>${escapeHtml(updatedAt)}</updated><summary>${escapeHtml(description)}</summary></entry>`;
  });
  const updated = posts.map((post) => post.updatedAt).reduce((a, b) => (a > b ? a : b));
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom"><id>urn:uuid:${website._id}</id><title>${escapeHtml(website.name)}</title><link href="${escapeHtml(url('/'))}"/><link rel="self" href="${escapeHtml(url('/feed.xml'))}"/><updated>${escapeHtml(updated)}</updated><author><name>${escapeHtml(website.name)}</name></author>
${entries.join('\n')}
</feed>
`;
}
