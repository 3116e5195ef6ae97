/** A block of a Markdown text. Its texts may contain inline marks, see inline.ts. */
export type Block =
  | { readonly type: 'paragraph'; readonly text: string }
  | { readonly type: 'heading'; readonly level: number; readonly text: string }
  | { readonly type: 'code'; readonly text: string }
  | { readonly type: 'quote'; readonly blocks: readonly Block[] }
  | { readonly type: 'list'; readonly start: number | undefined; readonly items: readonly (readonly Block[])[] }
  | { readonly type: 'table'; readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] }
  | { readonly type: 'rule' };

const fence = /^ {0,3}(```+|~~~+)/;
const heading = /^ {0,3}(#{1,6})\s+(.+?)\s*#*$/;
const rule = /^ {0,3}([-*_])\s*(?:\1\s*){2,}$/;
const quote = /^ {0,3}> ?/;
const item = /^(\s*)([-*+]|\d{1,9}[.)])(\s+)(.*)$/;
const divider = /^\s*\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?\s*$/;
const isBlank = (line: string): boolean => line.trim() === '';
const indentOf = (line: string): number => line.length - line.trimStart().length;

/** Lists and quotes that are nested deeper than this are shown as text. */
const maxDepth = 6;

/** A cursor over the lines of the text. */
class Lines {
  readonly #lines: readonly string[];
  #at = 0;

  constructor(lines: readonly string[]) {
    this.#lines = lines;
  }

  get next(): string | undefined {
    return this.#lines[this.#at];
  }

  get afterNext(): string | undefined {
    return this.#lines[this.#at + 1];
  }

  take(): string {
    this.#at += 1;
    return this.#lines[this.#at - 1] ?? '';
  }

  takeWhile(takes: (line: string) => boolean): string[] {
    const taken: string[] = [];
    while (this.next !== undefined && takes(this.next)) taken.push(this.take());
    return taken;
  }
}

/** Parses Markdown. The text may end anywhere, because it is rendered while it streams in. */
export const parseBlocks = (text: string): readonly Block[] => blocksOf(text.replaceAll('\r', '').split('\n'), 0);

function blocksOf(all: readonly string[], depth: number): readonly Block[] {
  const lines = new Lines(all);
  const blocks: Block[] = [];
  for (let line = lines.next; line !== undefined; line = lines.next) {
    if (isBlank(line)) lines.take();
    else blocks.push(blockAt(lines, line, depth));
  }
  return blocks;
}

function blockAt(lines: Lines, line: string, depth: number): Block {
  const opened = fence.exec(line)?.[1];
  if (opened !== undefined) return code(lines, opened);
  const title = heading.exec(line);
  if (title) {
    lines.take();
    return { type: 'heading', level: title[1]?.length ?? 1, text: title[2] ?? '' };
  }
  if (rule.test(line)) {
    lines.take();
    return { type: 'rule' };
  }
  if (line.includes('|') && divider.test(lines.afterNext ?? '') && lines.afterNext?.includes('-')) return table(lines);
  if (depth < maxDepth && quote.test(line)) {
    const quoted = lines.takeWhile((one) => quote.test(one)).map((one) => one.replace(quote, ''));
    return { type: 'quote', blocks: blocksOf(quoted, depth + 1) };
  }
  if (depth < maxDepth && item.test(line)) return list(lines, line, depth);
  return paragraph(lines);
}

function code(lines: Lines, opened: string): Block {
  lines.take();
  const text = lines.takeWhile((line) => !line.trimStart().startsWith(opened));
  lines.take();
  return { type: 'code', text: text.join('\n') };
}

const cells = (line: string): string[] =>
  line
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.trim());

function table(lines: Lines): Block {
  const head = cells(lines.take());
  lines.take();
  const rows = lines.takeWhile((line) => line.includes('|') && !isBlank(line)).map(cells);
  return { type: 'table', head, rows: rows.map((row) => head.map((_name, n) => row[n] ?? '')) };
}

function list(lines: Lines, first: string, depth: number): Block {
  const indent = indentOf(first);
  const number = Number.parseInt(first.trimStart(), 10);
  const isOrdered = !Number.isNaN(number);
  const items: (readonly Block[])[] = [];
  for (let line = lines.next; line !== undefined; line = lines.next) {
    const found = item.exec(line);
    if (!found || indentOf(line) > indent + 3 || indentOf(line) < indent || /^\d/.test(found[2] ?? '') !== isOrdered)
      break;
    lines.take();
    const content = [found[4] ?? '', ...continued(lines, indent)];
    items.push(blocksOf(content, depth + 1));
  }
  return { type: 'list', start: isOrdered ? number : undefined, items };
}

/** The continuation lines of a list item: indented lines, and the rest of its paragraph. */
function continued(lines: Lines, indent: number): string[] {
  const taken: string[] = [];
  for (let line = lines.next; line !== undefined; line = lines.next) {
    const belongs = isBlank(line)
      ? lines.afterNext !== undefined && (isBlank(lines.afterNext) || indentOf(lines.afterNext) > indent)
      : indentOf(line) > indent + 1 || (!startsBlock(line) && !isBlank(taken.at(-1) ?? 'text'));
    if (!belongs) {
      // A blank line between two items does not end the list.
      if (isBlank(line) && item.test(lines.afterNext ?? '')) lines.take();
      break;
    }
    taken.push(lines.take());
  }
  const least = Math.min(...taken.filter((line) => !isBlank(line)).map(indentOf));
  return taken.map((line) => line.slice(Math.min(least, indentOf(line))));
}

const startsBlock = (line: string): boolean =>
  fence.test(line) || heading.test(line) || rule.test(line) || quote.test(line) || item.test(line);

function paragraph(lines: Lines): Block {
  // The first line is always consumed, so that the parser cannot loop forever.
  const first = lines.take();
  const rest = lines.takeWhile((line) => !isBlank(line) && !startsBlock(line));
  return { type: 'paragraph', text: [first, ...rest].map((line) => line.trim()).join('\n') };
}
