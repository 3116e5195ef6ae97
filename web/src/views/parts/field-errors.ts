import { ApiError } from '~/api/http.ts';

/** What the server says about each field of a refused request. `to.0` counts as `to`. */
export function fieldErrors(error: unknown): Readonly<Record<string, string>> {
  if (!(error instanceof ApiError)) return {};
  return Object.fromEntries(
    error.details.flatMap(({ field, message }) =>
      field === undefined ? [] : [[field.split('.')[0] ?? field, message]],
    ),
  );
}
