import { escapeHtml } from '#lib/html.ts';
import { isJsonObject } from '#lib/json.ts';
import type { Addresses } from '../links/addresses.ts';

export interface NavigationItem {
  readonly label: string;
  /** The escaped address, relative to the page. */
  readonly url: string;
  readonly current: boolean;
  readonly children: readonly NavigationItem[];
}

const maxItems = 200;
const maxDepth = 3;

/** Reads the navigation of a website for one page. Skips entries without a label or an address. */
export function navigationOf(navigation: unknown, pagePath: string, addresses: Addresses, depth = 1): NavigationItem[] {
  if (!Array.isArray(navigation) || depth > maxDepth) return [];
  return navigation.slice(0, maxItems).flatMap((item) => {
    if (!isJsonObject(item) || typeof item.label !== 'string') return [];
    const address = [item.path, item.url].find((one): one is string => typeof one === 'string' && one !== '');
    const children = navigationOf(item.children, pagePath, addresses, depth + 1);
    if (address === undefined && children.length === 0) return [];
    const url = address === undefined ? '#' : addresses.link(address);
    return [{ label: item.label, url, current: address === pagePath, children }];
  });
}

export function navigationHtml(items: readonly NavigationItem[]): string {
  if (items.length === 0) return '';
  const list = (entries: readonly NavigationItem[]): string =>
    `<ul>${entries
      .map(
        ({ label, url, current, children }) =>
          `<li><a href="${url}"${current ? ' aria-current="page"' : ''}>${escapeHtml(label)}</a>${children.length > 0 ? list(children) : ''}</li>`,
      )
      .join('')}</ul>`;
  return `<nav>${list(items)}</nav>`;
}
