import type { HtmlToTextOptions } from 'html-to-text';

const headings = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];

const options: HtmlToTextOptions = {
  // The words that replace Liquid tags have other lengths than the values.
  wordwrap: false,
  baseElements: { selectors: [] },
  formatters: {
    cell: (element, walk, builder) => {
      walk(element.children, builder);
      builder.addInline(' ');
    },
  },
  selectors: [
    ...headings.map((selector) => ({ selector, options: { uppercase: false } })),
    { selector: 'a', options: { hideLinkHrefIfSameAsText: true } },
    // Images are shown by their alternative text.
    { selector: 'img', options: { ignoreHref: true, linkBrackets: ['', ''], pathRewrite: () => '' } },
    { selector: 'ul', options: { itemPrefix: '- ' } },
    { selector: 'tr', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    // Rows of a layout table, as MJML makes them, are paragraphs.
    {
      selector: 'table[role="presentation"] > tbody > tr',
      format: 'block',
      options: { leadingLineBreaks: 2, trailingLineBreaks: 2 },
    },
    { selector: 'td', format: 'cell' },
    { selector: 'th', format: 'cell' },
    { selector: 'style', format: 'skip' },
    { selector: 'script', format: 'skip' },
    { selector: 'title', format: 'skip' },
    // Preview texts, including those of <mj-preview>.
    { selector: 'div[style*="display:none"i]', format: 'skip' },
    { selector: 'div[style*="display: none"i]', format: 'skip' },
  ],
};

/** Converts HTML to plain text. Words that replace Liquid tags stay. */
export async function plainText(html: string, prefix: string): Promise<string> {
  const { convert } = await import('html-to-text');
  const word = `${prefix}[cev]\\d+z`;
  const source = html
    // The head has no text, but it may contain {% assign %} and {% capture %}.
    .replace(/<head\b[\s\S]*?<\/head>/i, (head) => head.match(new RegExp(`(?<=>\\s*)${word}`, 'gi'))?.join('') ?? '')
    .replace(new RegExp(`<!--\\s*((?:${word}\\s*)+)-->`, 'gi'), '$1');
  const text = convert(source, options)
    .replace(/[ \t]+$/gm, '')
    .trim();
  return joinTagLines(text, prefix);
}

interface Piece {
  readonly text: string;
  /** Number of line breaks before it. */
  breaks: number;
}

/**
 * Joins lines that have only tags with their neighbours, so that loops and conditions leave no empty lines: the line
 * breaks around {% for %} move before it, and those around {% endfor %} partly into the loop.
 */
function joinTagLines(text: string, prefix: string): string {
  const tag = new RegExp(`${prefix}[ce]\\d+z`, 'gi');
  const pieces: Piece[] = [];
  let breaks = 0;
  for (const line of text.split('\n')) {
    const isTags = line.replace(tag, '').trim() === '' && line !== '';
    for (const [index, part] of (isTags ? (line.match(tag) ?? []) : line === '' ? [] : [line]).entries()) {
      pieces.push({ text: part, breaks: index === 0 ? Math.min(breaks, 2) : 0 });
      breaks = 0;
    }
    breaks += 1;
  }
  for (const [index, piece] of pieces.entries()) {
    const next = pieces[index + 1];
    if (next === undefined || piece.text.replace(tag, '') !== '') continue;
    const ends = piece.text.toLowerCase().startsWith(`${prefix}e`);
    if (!ends) piece.breaks = Math.max(piece.breaks, next.breaks);
    next.breaks = ends ? Math.max(0, next.breaks - piece.breaks) : 0;
  }
  return pieces.map((piece) => '\n'.repeat(piece.breaks) + piece.text).join('');
}
