import { escapeHtml } from '#lib/html.ts';
import { isSafeLink } from './safe-link.ts';

/**
 * Builds the links of one page. A website is served at the root of its own domain, below /sites, and from an exported
 * folder, so paths of the website become relative to the page.
 */
export class Addresses {
  readonly #page: string;
  /** Paths of the website that the page links to. */
  readonly internal = new Set<string>();

  constructor(pagePath: string) {
    this.#page = pagePath;
  }

  /** The escaped value of an `href`. An unsafe address becomes a link without a target. */
  link(address: string): string {
    if (!isSafeLink(address)) return '#';
    return escapeHtml(this.#local(address));
  }

  /** The escaped value of a `src`. */
  resource(address: string): string {
    if (!isSafeLink(address, ['http', 'https'])) return '';
    return escapeHtml(address.startsWith('/') ? relativePath(this.#page, address) : address);
  }

  /** Makes paths relative in HTML that an administrator wrote. */
  inMarkup(html: string): string {
    return html.replace(
      /(\s(href|src|action|poster)\s*=\s*)(["'])(\/(?!\/)[^"'<>]*)\3/gi,
      (_all, before: string, name: string, quote: string, path: string) =>
        `${before}${quote}${name.toLowerCase() === 'href' ? this.#local(path) : relativePath(this.#page, path)}${quote}`,
    );
  }

  #local(address: string): string {
    if (!address.startsWith('/')) return address;
    this.internal.add(address.replace(/[?#].*$/s, ''));
    return relativePath(this.#page, address);
  }
}

/** Returns the path relative to a page: from `/blog/post` to `/about#team` it is `../about#team`. */
function relativePath(from: string, to: string): string {
  const [, path = '/', rest = ''] = /^([^?#]*)(.*)$/s.exec(to) ?? [];
  const base = from.split('/').slice(1, -1);
  const target = path.split('/').slice(1);
  let shared = 0;
  while (shared < base.length && shared < target.length - 1 && base[shared] === target[shared]) shared += 1;
  const steps = [...base.slice(shared).map(() => '..'), ...target.slice(shared)].join('/');
  // Browsers would read a first segment with a colon as a scheme, and an empty path as the page itself.
  const relative = steps === '' || steps.startsWith('/') || /^[^/]*:/.test(steps) ? `./${steps}` : steps;
  return relative + rest;
}
