const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for HTML content and attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (mark) => escapes[mark] ?? mark);

/**
 * Extracts the text between tags in one pass. A regular expression for it is quadratic in the number of `<` without
 * `>`.
 */
export function withoutTags(html: string, replacement = ''): string {
  const pieces: string[] = [];
  let at = 0;
  for (let open = html.indexOf('<'); open >= 0; open = html.indexOf('<', at)) {
    const close = html.indexOf('>', open);
    if (close < 0) break;
    pieces.push(html.slice(at, open), replacement);
    at = close + 1;
  }
  pieces.push(html.slice(at));
  return pieces.join('');
}
