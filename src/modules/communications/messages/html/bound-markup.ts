import { scanMarkup, type Tag } from '#lib/scan-markup.ts';

/**
 * Limits of the HTML of a mail. Long threads of mail programs have some 10,000 tags, 60 levels deep. Attributes are counted in one tag, and
 * `value` is the length of an attribute. Images are counted because each is looked up at every opening.
 */
const markupLimits = { depth: 200, tags: 40_000, images: 2000, attributes: 100, value: 20_000 } as const;

interface BoundedMarkup {
  readonly html: string;
  /** True when tags or attributes were left out. The text is complete. */
  readonly simplified: boolean;
}

const voidElements = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '));
const paragraphEnd = new Set(['p']);
const rowEnd = new Set(['tr', 'th', 'td']);
const partEnd = new Set(['thead', 'tbody', 'tfoot', 'tr', 'th', 'td']);
const termEnd = new Set(['dt', 'dd']);
/** Elements that end open elements without a closing tag. */
const impliedEnds = new Map<string, ReadonlySet<string>>([
  ['li', new Set(['li'])],
  ['option', new Set(['option'])],
  ['tr', rowEnd],
  ['td', new Set(['th', 'td'])],
  ['th', new Set(['th', 'td'])],
  ...['thead', 'tbody', 'tfoot'].map((name) => [name, partEnd] as const),
  ...['dt', 'dd'].map((name) => [name, termEnd] as const),
  ...'p h1 h2 h3 h4 h5 h6 address article aside blockquote center details div dl fieldset figure footer form header hr main nav ol pre section table ul'
    .split(' ')
    .map((name) => [name, paragraphEnd] as const),
]);

/** The open elements. */
class OpenElements {
  readonly #names: string[] = [];
  readonly #counts = new Map<string, number>();

  get depth(): number {
    return this.#names.length;
  }

  /** Closes the elements that HTML ends implicitly at this tag. */
  endImplied(name: string): void {
    const ended = impliedEnds.get(name);
    if (ended) while (ended.has(this.#names.at(-1) ?? '')) this.#pop();
  }

  open(name: string): void {
    this.#names.push(name);
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
  }

  /** Returns early when no element of this name is open, so that deep nesting costs no search. */
  close(name: string): void {
    if (!this.#counts.get(name)) return;
    while (this.#pop() !== name);
  }

  #pop(): string | undefined {
    const name = this.#names.pop();
    if (name !== undefined) this.#counts.set(name, (this.#counts.get(name) ?? 1) - 1);
    return name;
  }
}

/**
 * Limits the HTML, and removes comments and elements whose content is not displayed. It runs before the parsers,
 * because they need time quadratic in the depth; its own time is linear. Tags beyond a limit are dropped, and their
 * text stays.
 */
export function boundMarkup(html: string): BoundedMarkup {
  const open = new OpenElements();
  const leftOut = new Map<string, number>();
  const pieces: string[] = [];
  let copied = 0;
  let tags = 0;
  let images = 0;
  let simplified = false;
  const replace = ({ start, end }: Pick<Tag, 'start' | 'end'>, by = ''): void => {
    pieces.push(html.slice(copied, start), by);
    copied = end;
  };
  const drop = (tag: Tag, by: string): void => {
    simplified = true;
    replace(tag, by);
  };
  scanMarkup(html, {
    skipped: (start, end) => replace({ start, end }),
    tag: (tag) => {
      const { name, closing } = tag;
      tags += 1;
      // A space keeps the words around the dropped tag apart.
      if (tags > markupLimits.tags) return drop(tag, ' ');
      if (name === 'img' && ++images > markupLimits.images) return drop(tag, '');
      if (closing) {
        const missing = leftOut.get(name) ?? 0;
        if (missing === 0) return open.close(name);
        leftOut.set(name, missing - 1);
        return drop(tag, '');
      }
      open.endImplied(name);
      if (open.depth >= markupLimits.depth && !voidElements.has(name)) {
        leftOut.set(name, (leftOut.get(name) ?? 0) + 1);
        return drop(tag, '');
      }
      if (!voidElements.has(name)) open.open(name);
      if (exceedsLimits(tag)) drop(tag, `<${name}>`);
      return undefined;
    },
  });
  if (copied === 0) return { html, simplified };
  pieces.push(html.slice(copied));
  return { html: pieces.join(''), simplified };
}

const exceedsLimits = ({ attributes, longestValue }: Tag): boolean =>
  attributes > markupLimits.attributes || longestValue > markupLimits.value;

/**
 * Returns why HTML written by our users exceeds the limits, to continue a sentence that begins with its field;
 * undefined when it does not.
 */
export function markupProblem(html: string): string | undefined {
  const { depth, tags: maxTags, attributes, value } = markupLimits;
  const open = new OpenElements();
  let tags = 0;
  let problem: string | undefined;
  scanMarkup(html, {
    tag: (tag) => {
      const { name, closing } = tag;
      tags += 1;
      if (closing) open.close(name);
      else {
        open.endImplied(name);
        if (!voidElements.has(name)) open.open(name);
      }
      if (open.depth > depth) problem = `nests elements more than ${depth} deep; close the elements that it opens`;
      else if (tags > maxTags) problem = `has more than ${maxTags} tags; use fewer elements`;
      else if (tag.attributes > attributes) problem = `has a tag with more than ${attributes} attributes`;
      else if (tag.longestValue > value)
        problem = `has an attribute of more than ${value} characters; only the bytes of an image may be longer`;
      return problem === undefined;
    },
  });
  return problem;
}
