/** An inline element of Markdown. */
export type Inline =
  | { readonly type: 'text' | 'code'; readonly text: string }
  | { readonly type: 'strong' | 'emphasis' | 'deleted'; readonly children: readonly Inline[] }
  | { readonly type: 'link'; readonly address: string; readonly children: readonly Inline[] };

/**
 * The inline marks, in the order in which they are tried: code, image, link, bold, italic (not within words such as
 * `first_name`), strikethrough, bare address. Lengths are bounded, so that no text takes long to match.
 */
const mark = new RegExp(
  [
    '(?<ticks>`{1,3})(?<code>[^`]{1,500})\\k<ticks>',
    '!\\[(?<alt>[^\\]]{0,300})\\]\\([^)]{0,2000}\\)',
    '\\[(?<label>[^\\[\\]]{1,300})\\]\\((?<address>[^)\\s]{1,2000})(?:\\s+"[^"]{0,300}")?\\)',
    '\\*\\*(?<strong>[^*\\s](?:[^*]|\\*(?!\\*)|\\*(?=\\*\\*(?!\\*))){0,1000})\\*\\*',
    '(?<!\\w)__(?<strong2>[^_\\s][^_]{0,1000})__(?!\\w)',
    '\\*(?<emphasis>[^*\\s][^*]{0,1000})\\*',
    '(?<!\\w)_(?<emphasis2>[^_\\s][^_]{0,1000})_(?!\\w)',
    '~~(?<deleted>[^~]{1,1000})~~',
    '(?<bare>https?://[^\\s<>()\\[\\]]{0,2000}[^\\s<>()\\[\\].,;:!?\'"*_])',
  ].join('|'),
  'g',
);

/** Longer paragraphs are shown without inline marks. */
const maxLength = 20_000;
const maxDepth = 4;

/** Only web addresses become links, because an address such as `javascript:` would run in the console. */
const isWeb = (address: string): boolean => /^https?:\/\//i.test(address) && URL.canParse(address);

/**
 * Parses the inline marks of a text. An image becomes its alternative text: loading it would send its address to a
 * server, and a model could put data of the answer into that address.
 */
export function parseInline(text: string, depth = 0): readonly Inline[] {
  if (depth > maxDepth || text.length > maxLength) return [{ type: 'text', text }];
  const parts: Inline[] = [];
  let from = 0;
  for (const match of text.matchAll(mark)) {
    if (match.index > from) parts.push({ type: 'text', text: text.slice(from, match.index) });
    parts.push(partOf(match[0], match.groups ?? {}, depth + 1));
    from = match.index + match[0].length;
  }
  if (from < text.length) parts.push({ type: 'text', text: text.slice(from) });
  return parts;
}

function partOf(whole: string, groups: Readonly<Record<string, string | undefined>>, depth: number): Inline {
  const { code, alt, label, address, bare, deleted } = groups;
  const strong = groups.strong ?? groups.strong2;
  const emphasis = groups.emphasis ?? groups.emphasis2;
  if (code !== undefined) return { type: 'code', text: code.trim() };
  if (alt !== undefined) return { type: 'text', text: alt };
  if (label !== undefined && address !== undefined)
    return isWeb(address)
      ? { type: 'link', address, children: parseInline(label, depth) }
      : { type: 'text', text: label };
  if (strong !== undefined) return { type: 'strong', children: parseInline(strong, depth) };
  if (emphasis !== undefined) return { type: 'emphasis', children: parseInline(emphasis, depth) };
  if (deleted !== undefined) return { type: 'deleted', children: parseInline(deleted, depth) };
  if (bare !== undefined && isWeb(bare))
    return { type: 'link', address: bare, children: [{ type: 'text', text: bare }] };
  return { type: 'text', text: whole };
}
