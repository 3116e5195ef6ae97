/** The position of the bytes: number of the pack, first byte and length. */
export type Slice = readonly [pack: number, first: number, length: number];

/** Facts about the page of a file, for the sitemap and the feed of later releases. */
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
  /** Its bytes in a pack, as they are and compressed; or its own object in storage. */
  readonly at?: Slice;
  readonly br?: Slice;
  readonly gzip?: Slice;
  readonly stored?: string;
  /** The Content-Security-Policy, where it differs from that of other files: its further sources by directive. */
  readonly allows?: Readonly<Record<string, readonly string[]>>;
  readonly page?: PageFacts;
  /** True for files of the previous release, which visitors who just loaded an old page still request. */
  readonly carried?: true;
}

export interface Redirect {
  /** A path of the website, or an address; null with the status 410. */
  readonly to: string | null;
  readonly status: number;
  /** The page that redirects; absent for redirects of the website. */
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
  /** Pages of which visitors see different versions: all of them, the page of `files` first. */
  readonly variants: Readonly<Record<string, readonly FileEntry[]>>;
  readonly redirects: Readonly<Record<string, Redirect>>;
  readonly packs: readonly Pack[];
  /** The path of the page for unknown addresses. */
  readonly notFound: string;
}
