import type { AppError } from '#core/errors.ts';
import type { PageAnswer, Visit } from '#core/page.ts';
import { formOf } from './form-of.ts';
import { pageHeaders } from './page-headers.ts';
import { languageOf, textsIn } from './page-language.ts';
import { refusalText } from './problem-text.ts';
import { renderFailure } from './render-form.ts';
import { frameOf } from './show-form.ts';

/**
 * Renders an error in the language of the form, or of the visitor when the form is unknown. An embedded form shows it
 * inside its frame.
 */
export async function showFailure(visit: Visit, error: AppError): Promise<PageAnswer> {
  const [accountKey = '', slug = ''] = visit.rest.split('/');
  // A form that cannot be read leaves the page without title and colors.
  const form = await formOf(visit).then(
    (found) => found.form,
    () => undefined,
  );
  const frame = form
    ? frameOf(visit, form, `/f/${accountKey}/${slug}`)
    : { ...frameOf(visit, {}, ''), language: languageOf(undefined, visit.origin.headers['accept-language']) };
  const texts = textsIn(frame.language);
  return {
    content: renderFailure(frame, refusalText(texts, error), texts),
    type: 'text/html; charset=utf-8',
    headers: pageHeaders(form ?? {}, frame),
  };
}
