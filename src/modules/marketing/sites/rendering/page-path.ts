import type { PageRecord } from './site-records.ts';

/** Turns input into a path: `Über uns` becomes `/Über-uns`. No segment leads upwards or to files of the platform. */
export function cleanPath(text: string): string {
  const segments = text
    .normalize('NFC')
    .replace(/[?#].*$/s, '')
    .split(/[/\\]+/)
    .map((segment) =>
      segment
        .trim()
        .replace(/\s+/g, '-')
        .replace(/[^\p{L}\p{M}\p{N}\-.~!$'()*+,;=:@_]/gu, '')
        .replace(/^[._]+/, ''),
    )
    .filter((segment) => segment !== '');
  return `/${segments.join('/')}`;
}

export const slugOf = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60)
    .replace(/-+$/, '');

/** The paths of all pages. A page without a path gets one from its slug, name or title, below that of its parent. */
export function pagePaths(pages: readonly PageRecord[], homePageId: string | null): ReadonlyMap<string, string> {
  const byId = new Map(pages.map((page) => [page._id, page]));
  const paths = new Map<string, string>();
  const pathOf = (page: PageRecord, below: ReadonlySet<string>): string => {
    const known = paths.get(page._id);
    if (known !== undefined) return known;
    const path = page._id === homePageId ? '/' : ownPath(page, below);
    paths.set(page._id, path);
    return path;
  };
  const ownPath = (page: PageRecord, below: ReadonlySet<string>): string => {
    if (page.path) return cleanPath(page.path);
    const parent = page.parentPageId ? byId.get(page.parentPageId) : undefined;
    // The recursion ends here when pages are each other's parents.
    const prefix = parent && !below.has(parent._id) ? pathOf(parent, new Set([...below, page._id])) : '/';
    return cleanPath(`${prefix}/${page.slug || slugOf(page.name ?? page.title ?? '') || page._id}`);
  };
  for (const page of pages) pathOf(page, new Set([page._id]));
  return paths;
}
