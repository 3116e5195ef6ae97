import type { Context } from '#core/context.ts';
import { invalid } from '#core/errors.ts';
import { escapeHtml } from '#lib/html.ts';
import { scanMarkup } from '#lib/scan-markup.ts';
import { requireSimpleHtml } from '../../messages/html/require-simple-html.ts';
import { MailNotRead } from '../../messages/reading/mail-thread.ts';
import { mailThread } from '../../messages/reading/mail-thread-of.ts';

interface Body {
  readonly html: string | null;
  readonly text: string;
}

/** The texts of a mail with the signature of the mailbox. Plain text is made from HTML when there is none. */
export async function composeBody(
  context: Context,
  body: string | undefined,
  html: string | undefined,
  signature: string | null,
): Promise<Body> {
  if (body === undefined && html === undefined) throw invalid('body', 'required', 'or html is required');
  if (html !== undefined) requireSimpleHtml('html', html);
  const text = body ?? (await plainTextOf(context, 'html', html ?? ''));
  const signed = signature?.trim() ? signature.trim() : null;
  if (signed === null) return { html: html ?? null, text };
  const isHtml = hasTag(signed);
  if (isHtml) requireSimpleHtml('signature', signed);
  const signedText = isHtml ? await plainTextOf(context, 'signature', signed) : signed;
  const signedHtml = isHtml ? signed : escapeHtml(signed).replaceAll('\n', '<br>');
  return {
    html: html === undefined ? null : beforeBodyEnd(html, `<div class="signature">-- <br>${signedHtml}</div>`),
    // Mail programs recognise a signature by the line "-- ".
    text: `${text.trimEnd()}\n\n-- \n${signedText}\n`,
  };
}

async function plainTextOf({ services, caller }: Context, field: string, html: string): Promise<string> {
  try {
    return await services.of(mailThread).plainText(caller.tenantId, html);
  } catch (error) {
    if (!(error instanceof MailNotRead)) throw error;
    throw invalid(field, 'too_complex', 'takes too long to turn into plain text; use simpler HTML');
  }
}

function hasTag(text: string): boolean {
  let found = false;
  scanMarkup(text, {
    tag: ({ end }) => {
      found = text[end - 1] === '>';
      return !found;
    },
  });
  return found;
}

function beforeBodyEnd(html: string, addition: string): string {
  const end = html.toLowerCase().lastIndexOf('</body>');
  return end < 0 ? html + addition : html.slice(0, end) + addition + html.slice(end);
}
