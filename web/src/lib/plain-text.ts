/** Long texts hold plain text or HTML. Only text that begins with a block or formatting element counts as HTML. */
export const isHtml = (text: string): boolean =>
  /^\s*<(p|ul|ol|h[1-4]|blockquote|pre|div|strong|em|br)\b[^>]*>/i.test(text);

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

const decoded = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w+));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return named[name.toLowerCase()] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });

/** The text of a note without its markup, for titles and one line of a list. It is text: never insert it as HTML. */
export function plainText(text: string): string {
  if (!isHtml(text)) return text;
  const bare = text.replace(/<(script|style)\b[\s\S]*?<\/\1>|<!--[\s\S]*?-->/gi, '');
  const spaced = bare.replace(/<\/(p|li|h[1-4]|blockquote|pre|div)>|<br\s*\/?>/gi, '$& ');
  return decoded(spaced.replace(/<\/?[a-z][^>]*>/gi, ''))
    .replace(/\s+/g, ' ')
    .trim();
}
