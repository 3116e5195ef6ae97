import { escapeHtml } from '#lib/html.ts';

interface ImageOptions {
  /** True keeps images of other servers, which tell the sender that the mail was read. */
  readonly remote: boolean;
  /** The address of an image of the mail by its Content-ID; undefined when there is none. */
  cid(contentId: string): string | undefined;
}

const references: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };

/** Sanitised HTML has `<` only in tags, and `src` is the first attribute of an image. */
const opening = '<img src="';

/**
 * Fills in the image addresses of sanitised HTML for one reader: images of the mail itself, and those of other servers
 * only when requested.
 */
export function fillImages(html: string, { remote, cid }: ImageOptions): string {
  const pieces: string[] = [];
  let copied = 0;
  for (let at = html.indexOf(opening); at >= 0; at = html.indexOf(opening, copied)) {
    const start = at + opening.length;
    const end = html.indexOf('"', start);
    if (html.startsWith('data:', start) || (remote && !html.startsWith('cid:', start))) {
      pieces.push(html.slice(copied, end));
      copied = end;
      continue;
    }
    const address = html.startsWith('cid:', start) ? cid(decoded(html.slice(start + 4, end))) : undefined;
    pieces.push(html.slice(copied, at), address === undefined ? '<img' : `${opening}${escapeHtml(address)}"`);
    copied = end + 1;
  }
  return pieces.length === 0 ? html : pieces.join('') + html.slice(copied);
}

const decoded = (value: string): string =>
  value.includes('&') ? value.replace(/&(?:amp|lt|gt|quot);/g, (reference) => references[reference] ?? '') : value;
