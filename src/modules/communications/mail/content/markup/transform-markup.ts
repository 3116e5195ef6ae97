import type { LoadLibrary } from '#lib/threads/serve-tasks.ts';
import { plainText } from '../../../messages/html/plain-text.ts';
import { checkCost } from './check-cost.ts';
import { inlineCss } from './inline-css.ts';
import { mjmlToHtml } from './mjml-to-html.ts';
import { MarkupFault, type MarkupRequest, type MarkupResult } from './transform.ts';

/**
 * Converts MJML to HTML, inlines CSS and makes plain text. Throws a `MarkupFault`. It runs only in a thread, because a
 * large template takes seconds.
 */
export async function transformMarkup(request: MarkupRequest, load: LoadLibrary): Promise<MarkupResult> {
  try {
    checkCost(request.source, request.format);
    const source = request.format === 'mjml' ? await mjmlToHtml(request, load) : request.source;
    if (request.format === 'mjml') checkCost(source, 'html of mjml');
    const html = await inlineCss(source, request, load);
    if (request.wantsText) await load(() => import('html-to-text'));
    return { html, text: request.wantsText ? await plainText(html, request.prefix) : null };
  } catch (error) {
    // MJML and the CSS parser throw plain errors for input that they cannot read. All of it is the author's text.
    throw error instanceof MarkupFault ? error : new MarkupFault((error as Error).message);
  }
}
