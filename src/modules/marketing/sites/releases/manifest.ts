/** The position of the bytes in a pack: its number, the first byte and the length. */
export type Slice = readonly [pack: number, first: number, length: number];

/** Properties of a page for the sitemap and the feed of later releases. */
export interface PageFacts {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly type: string;
  readonly language: string | null;
  readonly noIndex: boolean;
  readonly publishedAt: string;
  readonly updatedAt: string;
  /** Pages that are translations of each other have the same group. */
  readonly group: string;
  /** The page that a variant replaces. */
  readonly variantOf?: string;
  readonly weight: number;
}

export interface FileEntry {
  readonly sha256: string;
  readonly type: string;
  readonly size: number;
  /** The position in a pack, uncompressed and compressed. Absent when the file is its own object in storage. */
  readonly at?: Slice;
  readonly br?: Slice;
  readonly gzip?: Slice;
  readonly stored?: string;
  /** Further sources of its Content-Security-Policy, by directive. */
  readonly allows?: Readonly<Record<string, readonly string[]>>;
  readonly page?: PageFacts;
  /** True for files of the previous release. Visitors who have just loaded an old page still request them. */
  readonly carried?: true;
}

export interface Redirect {
  /** A path of the website, or an address; null with status 410. */
  readonly to: string | null;
  readonly status: number;
  /** The page that redirects; absent for redirects from the website's own list. */
  readonly page?: string;
}

/** An object in storage that holds many files. */
export interface Pack {
  readonly sha256: string;
  readonly storageKey: string;
}

/** An immutable version of a website: the file at each path. */
export interface Manifest {
  readonly files: Readonly<Record<string, FileEntry>>;
  /** All versions of pages with variants; the page in `files` comes first. */
  readonly variants: Readonly<Record<string, readonly FileEntry[]>>;
  readonly redirects: Readonly<Record<string, Redirect>>;
  readonly packs: readonly Pack[];
  /** The path of the page for unknown addresses. */
  readonly notFound: string;
}
