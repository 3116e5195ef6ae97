import type { WebPage } from '../site.ts';

/** A page with its depth in the tree. */
export interface TreeRow {
  readonly page: WebPage;
  readonly depth: number;
}

const byPlace = (a: WebPage, b: WebPage): number =>
  (a.position ?? 0) - (b.position ?? 0) || (a.path ?? '').localeCompare(b.path ?? '') || (a._id < b._id ? -1 : 1);

/** The pages of a website as a tree. The home page is first. A page whose parent is missing is at the top. */
export function pageTree(pages: readonly WebPage[], homePageId: string | null): TreeRow[] {
  const ids = new Set(pages.map(({ _id }) => _id));
  const children = new Map<string | null, WebPage[]>();
  for (const page of pages) {
    const parent = page.parentPageId !== null && ids.has(page.parentPageId) ? page.parentPageId : null;
    children.set(parent, [...(children.get(parent) ?? []), page]);
  }
  const rows: TreeRow[] = [];
  const seen = new Set<string>();
  const visit = (page: WebPage, depth: number): void => {
    if (seen.has(page._id)) return;
    seen.add(page._id);
    rows.push({ page, depth });
    for (const child of (children.get(page._id) ?? []).sort(byPlace)) visit(child, depth + 1);
  };
  const isHome = ({ _id }: WebPage) => _id === homePageId;
  const top = (children.get(null) ?? []).sort((a, b) => Number(isHome(b)) - Number(isHome(a)) || byPlace(a, b));
  for (const page of top) visit(page, 0);
  // Pages in a cycle of parents were not visited yet.
  for (const page of pages) visit(page, 0);
  return rows;
}
