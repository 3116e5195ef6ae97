import { ApiError } from '~/api/http.ts';
import { readProblem, type TemplateProblem } from './problem-text.ts';

/** The error of a refused preview as a problem of the template; undefined for other errors. */
export function problemOf(error: unknown): TemplateProblem | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const detail = error.details.find(({ code }) => code === 'invalid_template');
  return detail && readProblem(detail.message, detail.field);
}
