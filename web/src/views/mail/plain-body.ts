const blocks = 'p,div,li,h1,h2,h3,h4,blockquote,pre,tr';

/** The plain text of an HTML mail, for mail programs that show no HTML. */
export function plainBody(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const line of body.querySelectorAll('br')) line.replaceWith('\n');
  for (const item of body.querySelectorAll('li')) item.prepend('- ');
  for (const link of body.querySelectorAll('a[href]')) {
    const href = link.getAttribute('href') ?? '';
    if (link.textContent !== href) link.append(` (${href})`);
  }
  for (const block of body.querySelectorAll(blocks)) block.append('\n');
  return (body.textContent ?? '').replace(/\n{3,}/g, '\n\n').trim();
}

/** True when the editor has no content that could be sent. */
export const isEmptyBody = (html: string): boolean =>
  html.replace(/<[^>]*>|&nbsp;|\s/g, '') === '' && !html.includes('<img');
