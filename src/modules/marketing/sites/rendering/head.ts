import { escapeHtml } from '#lib/html.ts';
import type { Addresses } from '../links/addresses.ts';
import type { PageRecord, WebsiteRecord } from './site-records.ts';

export interface Translation {
  readonly language: string;
  readonly url: string;
}

interface HeadParts {
  readonly website: WebsiteRecord;
  readonly page: PageRecord;
  readonly addresses: Addresses;
  /** The absolute address of the page. */
  readonly url: string;
  readonly translations: readonly Translation[];
  readonly stylesheets: readonly string[];
  readonly hasFeed: boolean;
  readonly preview: boolean;
}

export const titleOf = (page: PageRecord, website: WebsiteRecord): string =>
  page.metaTitle || page.title || page.name || website.metaTitle || website.name;

export const descriptionOf = (page: PageRecord, website: WebsiteRecord): string =>
  page.metaDescription || page.description || website.metaDescription || '';

/** Renders title, description, Open Graph, languages, styles and the rules for search engines of a page. */
export function headHtml(parts: HeadParts): string {
  const { website, page, addresses, stylesheets, hasFeed, preview } = parts;
  const keywords = page.metaKeywords ?? website.metaKeywords ?? [];
  const noIndex = preview || page.noIndex || website.noIndex;
  const lines = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeHtml(titleOf(page, website))}</title>`,
    meta('name', 'description', descriptionOf(page, website)),
    meta('name', 'keywords', keywords.join(', ')),
    noIndex ? '<meta name="robots" content="noindex">' : '',
    ...socialTags(parts),
    ...languageTags(parts),
    website.faviconUrl ? `<link rel="icon" href="${addresses.resource(website.faviconUrl)}">` : '',
    hasFeed ? `<link rel="alternate" type="application/atom+xml" href="${addresses.resource('/feed.xml')}">` : '',
    ...stylesheets.map((path) => `<link rel="stylesheet" href="${addresses.resource(path)}">`),
  ];
  return lines.filter((line) => line !== '').join('\n');
}

const meta = (attribute: 'name' | 'property', name: string, content: string | null | undefined): string =>
  content ? `<meta ${attribute}="${name}" content="${escapeHtml(content)}">` : '';

function socialTags({ website, page, url }: HeadParts): string[] {
  const image = page.socialImageUrl || page.featuredImageUrl || website.socialImageUrl;
  return [
    meta('property', 'og:title', page.socialTitle || titleOf(page, website)),
    meta('property', 'og:description', page.socialDescription || descriptionOf(page, website)),
    meta('property', 'og:type', page.type === 'blogPost' ? 'article' : 'website'),
    meta('property', 'og:url', page.canonicalUrl || url),
    meta('property', 'og:site_name', website.name),
    meta('property', 'og:image', image),
    meta('name', 'twitter:card', image ? 'summary_large_image' : 'summary'),
  ];
}

function languageTags({ page, url, translations }: HeadParts): string[] {
  return [
    `<link rel="canonical" href="${escapeHtml(page.canonicalUrl || url)}">`,
    ...translations.map(
      (one) => `<link rel="alternate" hreflang="${escapeHtml(one.language)}" href="${escapeHtml(one.url)}">`,
    ),
  ];
}
