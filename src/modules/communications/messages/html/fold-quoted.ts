import { scanMarkup } from '#lib/scan-markup.ts';

/** The text of the author, and the quoted text of earlier messages below it. */
export interface FoldedText {
  readonly text: string;
  /** Null when there is none. */
  readonly quoted: string | null;
}

/** Lines before quoted text, as Gmail, Apple Mail, Thunderbird and Outlook write them in several languages. */
const introductions = [
  /^On .{4,200} wrote:\s*$/i,
  /^Am .{4,200} schrieb(?: .{1,200})?:\s*$/i,
  /^.{4,200} schrieb am .{4,100}:\s*$/i,
  /^Le .{4,200} a écrit\s*:\s*$/i,
  /^El .{4,200} escribió:\s*$/i,
  /^Il .{4,200} ha scritto:\s*$/i,
  /^Em .{4,200} escreveu:\s*$/i,
  /^Op .{4,200} schreef .{1,200}:\s*$/i,
  /^-{2,}\s*(?:original message|ursprüngliche nachricht|originalnachricht|message d'origine|message original|forwarded message|weitergeleitete nachricht|message transféré|mensaje original|messaggio originale|oorspronkelijk bericht)\s*-{2,}\s*$/i,
  /^_{20,}\s*$/,
];
/** The block of headers that Outlook puts before quoted text. */
const headerBlock = /^\*?(?:From|Von|De|Da|Van|Från)\s*:\*?\s.{1,300}$/i;
const headerNext =
  /^\*?(?:Sent|Date|To|Subject|Gesendet|Datum|An|Betreff|Envoyé|À|Objet|Date|Enviado|Para|Asunto|Inviato|A|Oggetto|Verzonden|Aan|Onderwerp|Cc)\s*:\*?\s/i;
const maxLine = 400;

/** Splits plain text where the quoted text begins. A reply between quoted lines is not split. */
export function foldQuoted(text: string): FoldedText {
  const lines = text.split(/\r?\n/);
  const tail = quotedTail(lines);
  const start = lines.findIndex((_, n) => beginsQuote(lines, n, tail));
  if (start < 0) return { text, quoted: null };
  const written = lines.slice(0, start).join('\n').trimEnd();
  // A mail of only quoted text, such as a forwarded one, is shown completely.
  if (written.trim() === '') return { text, quoted: null };
  return { text: written, quoted: lines.slice(start).join('\n') };
}

const isQuoted = (line: string): boolean => line.trimStart().startsWith('>');

/** The index of the first of the last lines that are all quoted or empty. */
function quotedTail(lines: readonly string[]): number {
  return lines.findLastIndex((line) => line.trim() !== '' && !isQuoted(line)) + 1;
}

function beginsQuote(lines: readonly string[], n: number, tail: number): boolean {
  const line = (lines[n] ?? '').trim();
  if (line === '' || line.length > maxLine) return false;
  const next = (lines[n + 1] ?? '').trim();
  if (introductions.some((pattern) => pattern.test(line))) return true;
  // Programs break the line after about 76 characters.
  if (/^(?:On|Am|Le|El|Il|Em|Op) /i.test(line) && next.length < maxLine && next.endsWith(':'))
    return introductions.some((pattern) => pattern.test(`${line} ${next}`));
  if (headerBlock.test(line)) return [1, 2, 3].some((step) => headerNext.test((lines[n + step] ?? '').trim()));
  return n >= tail && isQuoted(line);
}

/** Tags of elements that hold quoted text in the HTML of mail programs. */
const quotingTags = [
  /^<div[^>]{0,300}\bclass\s*=\s*["']?[^"'>]{0,100}\b(?:gmail_quote|moz-cite-prefix|yahoo_quoted)\b/i,
  /^<blockquote[^>]{0,300}\btype\s*=\s*["']?cite/i,
  /^<div[^>]{0,300}\bid\s*=\s*["']?(?:divRplyFwdMsg|appendonsend|x_divRplyFwdMsg)\b/i,
  /^<div style\s*=\s*["']border:none;border-top:solid #(?:E1E1E1|B5C4DF) 1\.0pt/i,
];
/** Only this many characters of a tag are examined. */
const maxTag = 500;

/**
 * Splits HTML where the quoted text begins. Both parts must be sanitised afterwards, which also closes their elements.
 */
export function foldQuotedHtml(html: string): { html: string; quoted: string | null } {
  let start = -1;
  let read = 0;
  let hasText = false;
  const readText = (end: number): void => {
    hasText ||= html.slice(read, end).replace(/&nbsp;|\s/g, '') !== '';
  };
  scanMarkup(html, {
    skipped: (from, end) => {
      readText(from);
      read = end;
    },
    tag: ({ name, closing, start: from, end }) => {
      readText(from);
      read = end;
      if (closing || (name !== 'div' && name !== 'blockquote')) return true;
      const text = html.slice(from, Math.min(end, from + maxTag));
      if (!quotingTags.some((pattern) => pattern.test(text))) return true;
      start = from;
      return false;
    },
  });
  if (start < 0 || !hasText) return { html, quoted: null };
  return { html: html.slice(0, start), quoted: html.slice(start) };
}
