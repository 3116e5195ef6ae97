import type { IOptions } from 'sanitize-html';

interface ShownHtml {
  readonly html: string;
  /** Whether it names pictures of other servers, which tell the sender that the mail is read. */
  readonly hasRemoteContent: boolean;
}

const allowedTags = [
  ...['a', 'abbr', 'b', 'blockquote', 'br', 'caption', 'center', 'code', 'col', 'colgroup', 'dd', 'del', 'div', 'dl'],
  ...[
    'dt',
    'em',
    'font',
    'h1',
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'hr',
    'i',
    'img',
    'ins',
    'li',
    'ol',
    'p',
    'pre',
    'q',
    's',
  ],
  ...[
    'small',
    'span',
    'strike',
    'strong',
    'sub',
    'sup',
    'table',
    'tbody',
    'td',
    'tfoot',
    'th',
    'thead',
    'tr',
    'u',
    'ul',
  ],
];
const words = [/^[\w\s.,%#()'"-]+$/];
const styles = ['color', 'background-color', 'text-align', 'font-weight', 'font-style', 'text-decoration', 'font-size'];

/** The HTML of a mail without scripts, styles of the page, forms and frames; without remote pictures unless they are wanted. */
export async function shownHtml(html: string, remote: boolean): Promise<ShownHtml> {
  const { default: sanitize } = await import('sanitize-html');
  let hasRemoteContent = false;
  const options: IOptions = {
    allowedTags,
    allowedAttributes: {
      a: ['href', 'title'],
      img: ['src', 'alt', 'width', 'height'],
      td: ['colspan', 'rowspan', 'align', 'valign', 'width'],
      th: ['colspan', 'rowspan', 'align', 'valign', 'width'],
      table: ['width', 'align', 'cellpadding', 'cellspacing', 'border'],
      '*': ['style', 'dir'],
    },
    allowedStyles: { '*': Object.fromEntries(styles.map((name) => [name, words])) },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowedSchemesByTag: { img: ['data', 'http', 'https'] },
    allowProtocolRelative: false,
    transformTags: {
      a: (tagName, attribs) => ({ tagName, attribs: { ...attribs, target: '_blank', rel: 'noopener noreferrer' } }),
      img: (tagName, { src = '', ...attribs }) => {
        if (/^data:image\/(png|jpe?g|gif|webp);/i.test(src)) return { tagName, attribs: { ...attribs, src } };
        if (/^https?:/i.test(src)) hasRemoteContent = true;
        return { tagName, attribs: remote && /^https?:/i.test(src) ? { ...attribs, src } : attribs };
      },
    },
  };
  options.allowedAttributes = { ...(options.allowedAttributes || {}), a: ['href', 'title', 'target', 'rel'] };
  return { html: sanitize(html, options), hasRemoteContent };
}

/** Where a program puts the message that is answered. */
const quoteStart =
  /^(?:On .{1,300} wrote:|Am .{1,300} schrieb .{1,200}:|Le .{1,300} a écrit :|-{2,} ?(?:Original Message|Forwarded message) ?-{2,}|_{20,})\s*$/m;

/** Divides plain text into what was written and what was quoted; null when nothing is quoted. */
export function foldQuote(text: string): { text: string; quotedText: string | null } {
  const start = quoteStart.exec(text)?.index ?? /(?:^>.*\n?)+\s*$/m.exec(text)?.index;
  if (start === undefined || text.slice(0, start).trim() === '') return { text, quotedText: null };
  return { text: text.slice(0, start).trimEnd(), quotedText: text.slice(start).trim() };
}
