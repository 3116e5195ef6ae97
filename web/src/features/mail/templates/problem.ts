import { ApiError } from '~/api/http.ts';
import { readProblem, type TemplateProblem } from './problem-text.ts';

/** A refusal of a preview as a mistake of the template; undefined when it is something else. */
export function problemOf(error: unknown): TemplateProblem | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const detail = error.details.find(({ code }) => code === 'invalid_template');
  return detail && readProblem(detail.message, detail.field);
}
