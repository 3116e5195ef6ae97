import type { AppError } from '#core/errors.ts';
import type { PageAnswer, Visit } from '#core/page.ts';
import { formOf } from './form-of.ts';
import { pageHeaders } from './page-headers.ts';
import { languageOf, textsIn } from './page-language.ts';
import { refusalText } from './problem-text.ts';
import { renderFailure } from './render-form.ts';
import { frameOf } from './show-form.ts';

/** An error in the language of the form, or of the visitor when the form is not known. It is shown in a frame where the form would be. */
export async function showFailure(visit: Visit, error: AppError): Promise<PageAnswer> {
  const [accountKey = '', slug = ''] = visit.rest.split('/');
  // A form that cannot be read has no title and no colors.
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
