import { createHash } from 'node:crypto';

/** Sources that a page may load in addition to those of every page, by directive of the Content-Security-Policy. */
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

interface FoundElement {
  /** The tag name in lower case. */
  readonly name: string;
  readonly attributes: string;
  /** The content of a `script` or `style`. */
  readonly content: string;
}

/** Further elements get no source in the policy, so browsers do not load their addresses. */
const maxElements = 5000;
const closings: Readonly<Record<string, RegExp>> = { script: /<\/script\s{0,99}>/gi, style: /<\/style\s{0,99}>/gi };

/**
 * Finds the elements that affect the policy. Its time is linear in the length: a missing end tag is searched for only
 * once.
 */
function findElements(html: string): FoundElement[] {
  const opening = /<(script|style|iframe|video|audio|source|link)\b/gi;
  /** The end of the last script and style. A tag of the same name before it is part of their text. */
  const endOf = new Map<string, number>();
  const found: FoundElement[] = [];
  for (let match = opening.exec(html); match && found.length < maxElements; match = opening.exec(html)) {
    const name = (match[1] as string).toLowerCase();
    if (match.index < (endOf.get(name) ?? 0)) continue;
    const end = html.indexOf('>', opening.lastIndex);
    if (end < 0) return found;
    const attributes = html.slice(opening.lastIndex, end);
    opening.lastIndex = end + 1;
    const closing = closings[name];
    if (closing) closing.lastIndex = end + 1;
    const close = closing?.exec(html);
    if (closing) endOf.set(name, close ? closing.lastIndex : html.length);
    // Browsers ignore a script or style without an end.
    if (!closing || close) found.push({ name, attributes, content: close ? html.slice(end + 1, close.index) : '' });
  }
  return found;
}

/** True when a tag has the attribute `style`. Only the first `<` before each `>` can begin a tag. */
function hasStyleAttribute(html: string): boolean {
  for (let open = html.indexOf('<'); open >= 0; ) {
    const close = html.indexOf('>', open);
    const end = close < 0 ? html.length : close;
    if (/\sstyle\s*=/i.test(html.slice(open + 2, end))) return true;
    open = html.indexOf('<', end);
  }
  return false;
}

/**
 * Adds the sources that the HTML of administrators needs: styles, frames and media of other origins, and, where the
 * website allows scripts, each script by its hash or address. Texts of other people are escaped, so every tag in the
 * document comes from an administrator or from the platform.
 */
export function addSources(html: string, allowScripts: boolean, sources: PageSources): void {
  // Hashes would disable 'unsafe-inline', which style attributes need because they have no hash.
  const hasStyles = hasStyleAttribute(html);
  if (hasStyles) sources.add('style-src', "'unsafe-inline'");
  for (const element of findElements(html)) {
    if (element.name === 'script') addScript(element, allowScripts, sources);
    else if (element.name === 'style') addStyle(element, hasStyles, sources);
    else if (element.name === 'link') addStylesheet(element, sources);
    else {
      const origin = originOf(attribute(element.attributes, 'src'));
      if (origin !== undefined) sources.add(element.name === 'iframe' ? 'frame-src' : 'media-src', origin);
    }
  }
  if (allowScripts && /<script\b/i.test(html))
    for (const source of ["'self'", 'https:']) sources.add('connect-src', source);
  if (/<form\b/i.test(html)) for (const source of ["'self'", 'https:']) sources.add('form-action', source);
}

function addScript({ attributes, content }: FoundElement, allowScripts: boolean, sources: PageSources): void {
  if (!allowScripts) return;
  const address = attribute(attributes, 'src');
  if (address === undefined) sources.add('script-src', hashOf(content));
  else sources.add('script-src', originOf(address) ? address.replace(/[?#].*$/s, '') : "'self'");
}

function addStyle({ content }: FoundElement, hasStyles: boolean, sources: PageSources): void {
  if (!hasStyles) sources.add('style-src', hashOf(content));
}

function addStylesheet({ attributes }: FoundElement, sources: PageSources): void {
  const origin = originOf(attribute(attributes, 'href'));
  if (origin !== undefined && /stylesheet/i.test(attribute(attributes, 'rel') ?? '')) sources.add('style-src', origin);
}

/** The basic policy of every file of a website. */
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

/**
 * Writes the header. With `isolated`, the page shares its origin with the console, so a sandbox gives its scripts
 * another origin.
 */
export function policyText(allows: Readonly<Record<string, readonly string[]>> = {}, isolated = false): string {
  const directives = Object.entries(base).map(([directive, sources]) => {
    const all = [...sources, ...(allows[directive] ?? [])];
    return `${directive} ${all.length === 0 ? "'none'" : all.join(' ')}`;
  });
  if (isolated)
    directives.push('sandbox allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox allow-downloads');
  return directives.join('; ');
}
