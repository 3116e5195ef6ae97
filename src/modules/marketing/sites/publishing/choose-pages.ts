import type { FileEntry, Manifest, Redirect } from '../releases/manifest.ts';
import type { PageRecord } from '../rendering/site-records.ts';
import type { Publication } from '../sql/publications.ts';
import type { ReadSite } from './read-snapshot.ts';

export interface PageChoice {
  /** Pages that are rendered from their records. */
  readonly rendered: readonly PageRecord[];
  /** Pages that stay as visitors see them now, by path. */
  readonly kept: readonly (readonly [path: string, entry: FileEntry])[];
  readonly keptRedirects: readonly (readonly [path: string, redirect: Redirect])[];
  readonly skippedDrafts: number;
}

const withdrawn = new Set(['archived', 'unpublished']);

/** Pages with these statuses are published only when the request names them, even in the first publication of a website. */
const heldBack = new Set(['archived', 'inReview']);

/**
 * Chooses the pages of a release. With `pageIds`, only these pages change. Without, all published pages are rendered
 * again; while the website is offline no page is published, so drafts and withdrawn pages are included.
 */
export function choosePages({ kind, pageIds }: Pick<Publication, 'kind' | 'pageIds'>, read: ReadSite): PageChoice {
  const { site, live, statuses } = read;
  const named = new Set(pageIds ?? []);
  const rendered = kind === 'publish' ? site.pages.filter((page) => isRendered(page, pageIds, live !== undefined)) : [];
  const changed = new Set([...named, ...rendered.map(({ _id }) => _id)]);
  // Keep pages that the publisher may not read.
  const readable = new Set(site.pages.map(({ _id }) => _id));
  const stays = (id: string): boolean => {
    const status = statuses.get(id);
    if (status === undefined || changed.has(id) || withdrawn.has(status ?? '')) return false;
    return pageIds !== null || !readable.has(id);
  };
  const kept = pageEntries(live).filter(([, { page }]) => page !== undefined && stays(page.id));
  const keptRedirects = Object.entries(live?.redirects ?? {}).filter(
    ([, { page }]) => page !== undefined && stays(page),
  );
  const skippedDrafts =
    pageIds === null && kind === 'publish'
      ? site.pages.filter(({ _id, status }) => status === 'draft' && !changed.has(_id)).length
      : 0;
  return { rendered, kept, keptRedirects, skippedDrafts };
}

function isRendered({ _id, status }: PageRecord, pageIds: readonly string[] | null, isLive: boolean): boolean {
  if (pageIds !== null) return pageIds.includes(_id);
  return isLive ? status === 'published' : !heldBack.has(status ?? '');
}

/** All pages of a release, including variants. */
const pageEntries = (manifest: Manifest | undefined): (readonly [string, FileEntry])[] =>
  Object.entries(manifest?.files ?? {}).flatMap(([path, entry]) =>
    (manifest?.variants[path] ?? [entry]).map((one) => [path, one] as const),
  );
