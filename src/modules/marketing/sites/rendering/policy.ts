import { createHash } from 'node:crypto';

/** Sources that a page may load besides those of every page, by directive of the Content-Security-Policy. */
export class PageSources {
  readonly #sources = new Map<string, Set<string>>();

  add(directive: string, source: string): void {
    // A source ends at a space, and a directive at a semicolon or comma.
    if (/[\s;,]/.test(source)) return;
    const sources = this.#sources.get(directive) ?? new Set<string>();
    this.#sources.set(directive, sources.add(source));
  }

  get entries(): Readonly<Record<string, readonly string[]>> | undefined {
    if (this.#sources.size === 0) return undefined;
    return Object.fromEntries([...this.#sources].map(([directive, sources]) => [directive, [...sources].sort()]));
  }
}

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const attribute = (attributes: string, name: string): string | undefined => {
  const found = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(attributes);
  return found?.[1] ?? found?.[2] ?? found?.[3];
};

const originOf = (address: string | undefined): string | undefined =>
  address !== undefined && /^https:\/\//i.test(address) && URL.canParse(address) ? new URL(address).origin : undefined;

/**
 * Finds what the HTML of administrators needs: styles, frames and media of other origins, and, where the website allows scripts, each
 * script by its hash or address. Texts of other people are escaped, so every tag in the document is an administrator's or ours.
 */
export function addSources(html: string, allowScripts: boolean, sources: PageSources): void {
  for (const [, attributes = '', content = ''] of html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script\s*>/gi)) {
    if (!allowScripts) break;
    const address = attribute(attributes, 'src');
    if (address === undefined) sources.add('script-src', hashOf(content));
    else sources.add('script-src', originOf(address) ? address.replace(/[?#].*$/s, '') : "'self'");
  }
  if (allowScripts && /<script\b/i.test(html))
    for (const source of ["'self'", 'https:']) sources.add('connect-src', source);
  addStyles(html, sources);
  for (const [, tag = '', attributes = ''] of html.matchAll(/<(iframe|video|audio|source)\b([^>]*)>/gi)) {
    const origin = originOf(attribute(attributes, 'src'));
    if (origin !== undefined) sources.add(tag.toLowerCase() === 'iframe' ? 'frame-src' : 'media-src', origin);
  }
  if (/<form\b/i.test(html)) for (const source of ["'self'", 'https:']) sources.add('form-action', source);
}

function addStyles(html: string, sources: PageSources): void {
  // Hashes would switch 'unsafe-inline' off, and attributes have no hash.
  if (/<[^>]+\sstyle\s*=/i.test(html)) sources.add('style-src', "'unsafe-inline'");
  else
    for (const [, content = ''] of html.matchAll(/<style\b[^>]*>([\s\S]*?)<\/style\s*>/gi))
      sources.add('style-src', hashOf(content));
  for (const [, attributes = ''] of html.matchAll(/<link\b([^>]*)>/gi)) {
    const origin = originOf(attribute(attributes, 'href'));
    if (origin !== undefined && /stylesheet/i.test(attribute(attributes, 'rel') ?? ''))
      sources.add('style-src', origin);
  }
}

/** The policy of every file of a website. */
const base: Readonly<Record<string, readonly string[]>> = {
  'default-src': ["'none'"],
  'script-src': [],
  'style-src': ["'self'"],
  'img-src': ["'self'", 'https:', 'data:'],
  'font-src': ["'self'", 'https:', 'data:'],
  'media-src': ["'self'"],
  'frame-src': [],
  'connect-src': [],
  'manifest-src': ["'self'"],
  'form-action': [],
  'base-uri': [],
  'frame-ancestors': ["'self'"],
};

/** Writes the header. `isolated`: the page shares its origin with the console, so its scripts get an origin of their own. */
export function policyText(allows: Readonly<Record<string, readonly string[]>> = {}, isolated = false): string {
  const directives = Object.entries(base).map(([directive, sources]) => {
    const all = [...sources, ...(allows[directive] ?? [])];
    return `${directive} ${all.length === 0 ? "'none'" : all.join(' ')}`;
  });
  if (isolated)
    directives.push('sandbox allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox allow-downloads');
  return directives.join('; ');
}
