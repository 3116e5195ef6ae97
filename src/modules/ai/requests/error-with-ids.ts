import { AppError } from '#core/errors.ts';

/**
 * Adds ids to the error of an answer: of the completion that can be undone, or of the conversation that can continue.
 */
export function errorWithIds(error: unknown, ids: Readonly<Record<string, string>>): unknown {
  if (!(error instanceof AppError)) return error;
  const { code, message, details, headers, extra } = error;
  return new AppError(code, message, details, { ...headers }, { ...extra, ...ids });
}
