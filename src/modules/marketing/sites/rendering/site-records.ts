/** Records of a website in the form for the renderer. Null means "not set". */

interface SeoFields {
  readonly metaTitle?: string | null;
  readonly metaDescription?: string | null;
  readonly metaKeywords?: readonly string[] | null;
  readonly socialTitle?: string | null;
  readonly socialDescription?: string | null;
  readonly socialImageUrl?: string | null;
  readonly noIndex?: boolean | null;
}

export interface WebsiteRecord extends SeoFields {
  readonly _id: string;
  readonly name: string;
  readonly slug: string | null;
  readonly domain: string | null;
  readonly domainVerifiedAt: string | null;
  readonly homePageId: string | null;
  readonly notFoundPageId: string | null;
  readonly layoutId: string | null;
  readonly language: string | null;
  readonly logoUrl: string | null;
  readonly faviconUrl: string | null;
  readonly theme: unknown;
  readonly navigation: unknown;
  readonly headHtml: string | null;
  readonly footerHtml: string | null;
  readonly allowScripts: boolean | null;
  readonly robotsTxt: string | null;
  readonly publishedAt: string | null;
  readonly liveReleaseId: string | null;
}

export interface PageRecord extends SeoFields {
  readonly _id: string;
  readonly name: string | null;
  readonly title: string | null;
  readonly description: string | null;
  readonly path: string | null;
  readonly slug: string | null;
  readonly type: string | null;
  readonly status: string | null;
  readonly parentPageId: string | null;
  readonly formId: string | null;
  readonly layoutId: string | null;
  readonly template: string | null;
  readonly translationOfId: string | null;
  readonly variantOfId: string | null;
  readonly weight: number | null;
  readonly language: string | null;
  readonly html: string | null;
  readonly css: string | null;
  readonly script: string | null;
  readonly blocks: unknown;
  readonly featuredImageUrl: string | null;
  readonly canonicalUrl: string | null;
  readonly redirectUrl: string | null;
  readonly publishedAt: string | null;
  readonly updatedAt: string;
}

export interface LayoutRecord {
  readonly _id: string;
  readonly name: string;
  readonly html: string;
}

export interface RedirectRecord {
  readonly fromPath: string;
  readonly toUrl: string | null;
  readonly status: string | null;
}

/** An uploaded image or video that pages show. */
export interface SiteFile {
  /** Its path in the website. */
  readonly path: string;
  readonly sha256: string;
  readonly size: number;
  readonly type: string;
  readonly storageKey: string;
}

/** A form that pages show. */
export interface SiteForm {
  readonly slug: string;
  readonly title: string;
}

/** All data from which pages are rendered, read in one snapshot. */
export interface SiteSnapshot {
  readonly accountKey: string;
  readonly website: WebsiteRecord;
  readonly pages: readonly PageRecord[];
  readonly layouts: readonly LayoutRecord[];
  readonly redirects: readonly RedirectRecord[];
  /** Published forms, by id. */
  readonly forms: ReadonlyMap<string, SiteForm>;
  /** Files by the id of the stored file. */
  readonly files: ReadonlyMap<string, SiteFile>;
}
