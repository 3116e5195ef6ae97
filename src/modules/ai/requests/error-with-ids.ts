import { AppError } from '#core/errors.ts';

/** The error of an answer, with the ids of what stays of it: of the completion that can be undone, or the conversation that goes on. */
export function errorWithIds(error: unknown, ids: Readonly<Record<string, string>>): unknown {
  if (!(error instanceof AppError)) return error;
  const { code, message, details, headers, extra } = error;
  return new AppError(code, message, details, { ...headers }, { ...extra, ...ids });
}
