import type { Manifest } from '../releases/manifest.ts';
import { cleanPath } from '../rendering/page-path.ts';
import type { BrokenLink } from '../sql/publications.ts';

const maxReported = 200;

/** Returns links to paths that the release does not have. They are reported, and do not stop the publication. */
export function brokenLinks(
  pages: readonly { readonly pageId: string; readonly path: string; readonly links: readonly string[] }[],
  { files, redirects }: Manifest,
): BrokenLink[] {
  const broken: BrokenLink[] = [];
  for (const { pageId, path, links } of pages) {
    for (const link of links) {
      const target = cleanPath(decoded(link));
      const exists = Object.hasOwn(files, target) || Object.hasOwn(redirects, target) || link.startsWith('/_');
      if (!exists && broken.length < maxReported) broken.push({ pageId, path, link });
    }
  }
  return broken;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
