/** What the author wrote, and the text of earlier messages below it. */
export interface FoldedText {
  readonly text: string;
  /** Null when there is none. */
  readonly quoted: string | null;
}

/** Lines before quoted text, of Gmail, Apple Mail, Thunderbird and Outlook in several languages. */
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

/** Splits plain text where the quoted text begins. An answer between quoted lines stays as it is. */
export function foldQuoted(text: string): FoldedText {
  const lines = text.split(/\r?\n/);
  const start = lines.findIndex((_, n) => beginsQuote(lines, n));
  if (start < 0) return { text, quoted: null };
  const written = lines.slice(0, start).join('\n').trimEnd();
  // A mail that is nothing but quoted text, such as a forwarded one, is shown whole.
  if (written.trim() === '') return { text, quoted: null };
  return { text: written, quoted: lines.slice(start).join('\n') };
}

function beginsQuote(lines: readonly string[], n: number): boolean {
  const line = (lines[n] ?? '').trim();
  if (line === '' || line.length > maxLine) return false;
  const next = (lines[n + 1] ?? '').trim();
  if (introductions.some((pattern) => pattern.test(line))) return true;
  // Programs break the line after some 76 characters.
  if (/^(?:On|Am|Le|El|Il|Em|Op) /i.test(line) && next.length < maxLine && /:\s*$/.test(next))
    return introductions.some((pattern) => pattern.test(`${line} ${next}`));
  if (headerBlock.test(line)) return [1, 2, 3].some((step) => headerNext.test((lines[n + step] ?? '').trim()));
  return line.startsWith('>') && lines.slice(n).every((one) => one.trim() === '' || one.trimStart().startsWith('>'));
}

/** Elements that hold quoted text in the HTML of mail programs. */
const quotedElements = [
  /<div[^>]{0,300}\bclass\s*=\s*["']?[^"'>]{0,100}\bgmail_quote\b/i,
  /<blockquote[^>]{0,300}\btype\s*=\s*["']?cite/i,
  /<div[^>]{0,300}\bid\s*=\s*["']?(?:divRplyFwdMsg|appendonsend|x_divRplyFwdMsg)\b/i,
  /<div[^>]{0,300}\bclass\s*=\s*["']?[^"'>]{0,100}\bmoz-cite-prefix\b/i,
  /<div[^>]{0,300}\bclass\s*=\s*["']?[^"'>]{0,100}\byahoo_quoted\b/i,
  /<div style\s*=\s*["']border:none;border-top:solid #(?:E1E1E1|B5C4DF) 1\.0pt/i,
];

/** Splits HTML where the quoted text begins. Both parts have to be sanitised, which also closes their elements. */
export function foldQuotedHtml(html: string): { html: string; quoted: string | null } {
  const starts = quotedElements.map((pattern) => html.search(pattern)).filter((at) => at >= 0);
  const start = Math.min(...starts);
  if (!Number.isFinite(start)) return { html, quoted: null };
  const written = html.slice(0, start);
  const isEmpty = written.replace(/<style\b[\s\S]*?<\/style>/gi, '').replace(/<[^>]*>|&nbsp;|\s/g, '') === '';
  return isEmpty ? { html, quoted: null } : { html: written, quoted: html.slice(start) };
}
