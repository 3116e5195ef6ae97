import { ApiError } from '~/api/http.ts';

/** The server's message for each field of a refused request. A problem of `to.0` belongs to `to`. */
export function fieldErrors(error: unknown): Readonly<Record<string, string>> {
  if (!(error instanceof ApiError)) return {};
  return Object.fromEntries(
    error.details.flatMap(({ field, message }) =>
      field === undefined ? [] : [[field.split('.')[0] ?? field, message]],
    ),
  );
}
