import type { RecordData } from '~/api/records.ts';

export const websitesPath = '/api/marketing/websites';
export const pagesPath = '/api/marketing/webPages';
export const redirectsPath = '/api/marketing/webRedirects';
export const websitesModel = 'marketing.websites';
export const pagesModel = 'marketing.webPages';
export const redirectsModel = 'marketing.webRedirects';

export interface NavigationEntry {
  readonly label: string;
  readonly path?: string;
  readonly url?: string;
  readonly children?: readonly NavigationEntry[];
}

/** A record of marketing/websites. */
export interface Website extends RecordData {
  readonly name: string;
  readonly slug: string | null;
  readonly domain: string | null;
  readonly status: string;
  readonly homePageId: string | null;
  readonly language: string | null;
  readonly theme: Readonly<Record<string, string | number>> | null;
  readonly navigation: readonly NavigationEntry[] | null;
  readonly lastPublishedAt: string | null;
  readonly liveReleaseId: string | null;
}

/** A block of a page. Its fields depend on its type. */
export interface Block {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** A record of marketing/webPages. */
export interface WebPage extends RecordData {
  readonly websiteId: string | null;
  readonly name: string | null;
  readonly title: string | null;
  readonly path: string | null;
  readonly slug: string | null;
  readonly status: string;
  readonly type: string | null;
  readonly parentPageId: string | null;
  readonly position: number | null;
  readonly blocks: readonly Block[] | null;
  readonly html: string | null;
  readonly publishedUrl: string | null;
  readonly viewCount: number | null;
  /** The page that this variant replaces for some visitors. */
  readonly variantOfId: string | null;
  readonly weight: number | null;
}

export const pageName = ({ name, title, path, _id }: WebPage): string => name || title || path || _id;

/** The fields that a person writes. The comparison of versions shows them. */
export const writtenFields = [
  'name',
  'title',
  'path',
  'status',
  'type',
  'description',
  'blocks',
  'html',
  'css',
  'script',
  'metaTitle',
  'metaDescription',
  'noIndex',
  'redirectUrl',
  'canonicalUrl',
  'featuredImageUrl',
  'parentPageId',
  'layoutId',
  'campaignId',
] as const;
