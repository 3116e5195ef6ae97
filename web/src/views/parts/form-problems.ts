import type { TFunction } from 'i18next';
import { ApiError } from '~/api/http.ts';
import { errorText, problemText } from '~/ui/error-text.ts';

export interface FormProblems {
  /** Problems by the name of the input. */
  readonly fields: Readonly<Record<string, string>>;
  /** The text of all problems that belong to no input. */
  readonly form: string | undefined;
}

/** Divides the problems of a refusal between the known inputs and the form. */
export function problemsOf(error: unknown, inputs: readonly string[], t: TFunction): FormProblems {
  if (!(error instanceof ApiError)) return { fields: {}, form: errorText(error, t) };
  const fields: Record<string, string> = {};
  const others: string[] = [];
  for (const problem of error.details) {
    const { field = '' } = problem;
    // A problem of `columns[2]` belongs to the input `columns`.
    const input = inputs.find((name) => field === name || field.startsWith(`${name}[`) || field.startsWith(`${name}.`));
    if (input === undefined) others.push(problem.message);
    else fields[input] ??= problemText(problem, t);
  }
  if (Object.keys(fields).length === 0) return { fields, form: errorText(error, t) };
  return { fields, form: others.length > 0 ? others.join(' ') : undefined };
}

/** The scope that is missing: "You cannot grant sales:write, because you do not hold it yourself." */
export const refusedScope = (error: unknown): string | undefined =>
  error instanceof ApiError ? error.details.find(({ code }) => code === 'missing_scope')?.field : undefined;
