import type { LoadLibrary } from '#lib/threads/serve-tasks.ts';
import type { MarkupRequest } from './transform.ts';

/** Marks the author's CSS in an MJML document. MJML's own CSS stays in place, because it is meant for the head. */
export const authorMark = '/*author*/';

/**
 * Moves the rules of <style> into style attributes, because some mail clients drop <style>. Media queries, fonts and
 * :hover cannot be inlined and stay. Nothing is fetched.
 */
export async function inlineCss(html: string, { format, prefix }: MarkupRequest, load: LoadLibrary): Promise<string> {
  if (!/<style\b/i.test(html)) return html;
  const control = new RegExp(`${prefix}[ce]\\d+z`, 'i');
  const marked = changeStyles(html, (attributes, css) => {
    const isAuthors = format === 'html' || css.includes(authorMark);
    // Liquid decides during rendering which of these rules apply, so they cannot be inlined earlier.
    if (isAuthors && !control.test(css)) return `<style${attributes}>${css.replaceAll(authorMark, '')}</style>`;
    return `<style data-embed${attributes}>${css.replaceAll(authorMark, '')}</style>`;
  });
  const { default: juice } = await load(() => import('juice'));
  // Keep the rules of a class that Liquid chooses during rendering.
  const hasChosenClass = new RegExp(`\\b(?:class|id)\\s*=\\s*(?:"[^"]*|'[^']*)${prefix}`, 'i').test(marked);
  const inlined = juice(marked, { removeStyleTags: !hasChosenClass, preserveImportant: true });
  // juice removes the attribute itself, but not in comments for Outlook.
  return inlined.replaceAll('<style data-embed', '<style');
}

/** Scan by hand: a regular expression would search the whole rest of the text for the end of each unclosed element. */
function changeStyles(html: string, change: (attributes: string, css: string) => string): string {
  const [opening, closing] = [/<style\b[^<>]*>/gi, /<\/style\s*>/gi];
  let changed = '';
  let at = 0;
  for (let open = opening.exec(html); open !== null; open = opening.exec(html)) {
    closing.lastIndex = opening.lastIndex;
    const close = closing.exec(html);
    if (close === null) break;
    changed += html.slice(at, open.index) + change(open[0].slice(6, -1), html.slice(opening.lastIndex, close.index));
    at = opening.lastIndex = closing.lastIndex;
  }
  return changed + html.slice(at);
}
