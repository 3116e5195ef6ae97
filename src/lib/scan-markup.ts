/** A tag in HTML. */
export interface Tag {
  /** The name in lower case. */
  readonly name: string;
  readonly closing: boolean;
  /** The position of `<`, and the position after the tag. */
  readonly start: number;
  readonly end: number;
  readonly attributes: number;
  /** The length of the longest value, except values that contain the bytes of an image. */
  readonly longestValue: number;
}

interface MarkupVisitor {
  /** Returns false to stop. */
  // biome-ignore lint/suspicious/noConfusingVoidType: most visitors return nothing.
  tag(tag: Tag): boolean | void;
  /**
   * Called for comments, declarations, and elements whose content is not markup, such as `style`, including their
   * content.
   */
  skipped?(start: number, end: number): void;
}

/** Elements whose content is not markup and is not displayed. */
const rawElements = ['style', 'script', 'title', 'textarea', 'xmp', 'iframe', 'noembed', 'noframes'];
const rawEnds = new Map(rawElements.map((name) => [name, new RegExp(`</${name}(?=[\\s/>])`, 'gi')]));

const isLetter = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
const isSpace = (code: number): boolean => code === 32 || (code >= 9 && code <= 13 && code !== 11);
const [gt, slash, equals, double, single] = [62, 47, 61, 34, 39];

/**
 * Visits the tags of HTML from beginning to end. It examines each character once, so the time is linear in the length.
 */
export function scanMarkup(html: string, visitor: MarkupVisitor): void {
  for (let at = html.indexOf('<'); at >= 0; ) {
    const next = html.charCodeAt(at + 1);
    const closing = next === slash;
    if (isLetter(closing ? html.charCodeAt(at + 2) : next)) {
      const tag = readTag(html, at, closing);
      const rawEnd = closing ? undefined : rawEnds.get(tag.name);
      const end = rawEnd ? endOfRaw(html, tag, rawEnd) : tag.end;
      if (rawEnd) visitor.skipped?.(at, end);
      else if (visitor.tag(tag) === false) return;
      at = html.indexOf('<', end);
    } else if (closing || next === 33 || next === 63) {
      const end = endOfDeclaration(html, at);
      visitor.skipped?.(at, end);
      at = html.indexOf('<', end);
    } else at = html.indexOf('<', at + 1);
  }
}

const orEnd = (html: string, position: number, length: number): number =>
  position < 0 ? html.length : position + length;

function endOfDeclaration(html: string, at: number): number {
  if (!html.startsWith('<!--', at)) return orEnd(html, html.indexOf('>', at), 1);
  // Browsers also end a comment here.
  if (html.startsWith('<!-->', at)) return at + 5;
  return orEnd(html, html.indexOf('-->', at + 4), 3);
}

function endOfRaw(html: string, { end }: Tag, pattern: RegExp): number {
  pattern.lastIndex = end;
  const found = pattern.exec(html);
  return found ? orEnd(html, html.indexOf('>', found.index), 1) : html.length;
}

function readTag(html: string, start: number, closing: boolean): Tag {
  const nameStart = start + (closing ? 2 : 1);
  let at = nameStart;
  for (let code = html.charCodeAt(at); at < html.length && code !== gt && code !== slash && !isSpace(code); )
    code = html.charCodeAt(++at);
  const name = html.slice(nameStart, Math.min(at, nameStart + maxName)).toLowerCase();
  let attributes = 0;
  let longestValue = 0;
  while (at < html.length && html.charCodeAt(at) !== gt) {
    const value = readAttribute(html, at);
    if (value.hasName) attributes += 1;
    if (value.length > longestValue && !html.startsWith('data:image/', value.start)) longestValue = value.length;
    at = value.end;
  }
  return { name, closing, start, end: Math.min(at + 1, html.length), attributes, longestValue };
}

const maxName = 40;

interface AttributeSpan {
  readonly hasName: boolean;
  /** The position at which the value begins. */
  readonly start: number;
  readonly length: number;
  readonly end: number;
}

/** Reads one attribute, or white space and slashes when there is none. */
function readAttribute(html: string, from: number): AttributeSpan {
  let at = from;
  const none = (end: number, hasName: boolean): AttributeSpan => ({ hasName, start: end, length: 0, end });
  while (at < html.length && (isSpace(html.charCodeAt(at)) || html.charCodeAt(at) === slash)) at += 1;
  if (at >= html.length || html.charCodeAt(at) === gt) return none(at, false);
  // A name may begin with an equals sign.
  at += 1;
  while (at < html.length && !endsName(html.charCodeAt(at))) at += 1;
  while (at < html.length && isSpace(html.charCodeAt(at))) at += 1;
  if (html.charCodeAt(at) !== equals) return none(at, true);
  at += 1;
  while (at < html.length && isSpace(html.charCodeAt(at))) at += 1;
  const quote = html.charCodeAt(at);
  if (quote === double || quote === single) {
    const close = html.indexOf(quote === double ? '"' : "'", at + 1);
    const end = close < 0 ? html.length : close;
    return { hasName: true, start: at + 1, length: end - at - 1, end: Math.min(end + 1, html.length) };
  }
  const start = at;
  while (at < html.length && html.charCodeAt(at) !== gt && !isSpace(html.charCodeAt(at))) at += 1;
  return { hasName: true, start, length: at - start, end: at };
}

const endsName = (code: number): boolean => code === gt || code === slash || code === equals || isSpace(code);
