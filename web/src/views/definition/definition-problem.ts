import type { TFunction } from 'i18next';
import { ApiError } from '~/api/http.ts';
import { errorText } from '~/ui/error-text.ts';

/** The place of a condition in the JSON, which the builder does not show: `definition[or][0][title] `. */
const place = /^definition(\[[^\]]*\])+ /;

/** Returns a sentence about the error of a definition, for the person who edits it. */
export function definitionProblem(error: unknown, t: TFunction): string {
  const text = errorText(error, t);
  if (!(error instanceof ApiError)) return text;
  const plain = text.replace(place, '');
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}
