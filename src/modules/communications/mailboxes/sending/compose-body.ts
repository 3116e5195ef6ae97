import { invalid } from '#core/errors.ts';
import { escapeHtml } from '#lib/html.ts';
import { plainText } from '../../content/markup/plain-text.ts';

interface Body {
  readonly html: string | null;
  readonly text: string;
}

/** A word that no mail contains: the texts here are no templates. */
const noTemplate = 'zqnotemplatezq';

/** The texts of a mail with the signature of the mailbox. Plain text is made from HTML when there is none. */
export async function composeBody(
  body: string | undefined,
  html: string | undefined,
  signature: string | null,
): Promise<Body> {
  if (body === undefined && html === undefined) throw invalid('body', 'required', 'or html is required');
  const text = body ?? (await plainText(html ?? '', noTemplate));
  const signed = signature?.trim() ? signature.trim() : null;
  if (signed === null) return { html: html ?? null, text };
  const isHtml = /<[a-z][^>]*>/i.test(signed);
  const signedText = isHtml ? await plainText(signed, noTemplate) : signed;
  const signedHtml = isHtml ? signed : escapeHtml(signed).replaceAll('\n', '<br>');
  return {
    html: html === undefined ? null : beforeBodyEnd(html, `<div class="signature">-- <br>${signedHtml}</div>`),
    // Mail programs recognise a signature by the line "-- ".
    text: `${text.trimEnd()}\n\n-- \n${signedText}\n`,
  };
}

function beforeBodyEnd(html: string, addition: string): string {
  const end = html.toLowerCase().lastIndexOf('</body>');
  return end < 0 ? html + addition : html.slice(0, end) + addition + html.slice(end);
}
