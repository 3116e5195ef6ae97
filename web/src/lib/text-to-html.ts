const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Plain text as HTML for an editor: an empty line begins a paragraph. */
export const textToHtml = (text: string): string =>
  text
    .replace(/[&<>]/g, (sign) => escapes[sign] ?? sign)
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${paragraph.replaceAll('\n', '<br>')}</p>`)
    .join('');
