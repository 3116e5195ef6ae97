import { AtriumError } from 'atrium-sdk';
import { CommandError, exitCodes, UsageError } from './command-error.ts';

export function exitCodeOf(error: unknown): number {
  if (error instanceof UsageError) return exitCodes.usage;
  if (error instanceof CommandError) return error.exitCode;
  if (!(error instanceof AtriumError)) return exitCodes.failed;
  const { status } = error;
  if (status === 0 || status === 502 || status === 503 || status === 504) return exitCodes.unreachable;
  if (status === 401 || status === 403) return exitCodes.forbidden;
  if (status === 404) return exitCodes.notFound;
  if (status === 400 || status === 422) return exitCodes.invalid;
  return status === 409 || status === 412 ? exitCodes.conflict : exitCodes.failed;
}

/** The lines that a person reads: what went wrong, each field, and what to do. */
export function linesOf(error: unknown): string[] {
  if (!(error instanceof AtriumError)) return [error instanceof Error ? error.message : String(error)];
  const { message, details, status, requestId, code } = error;
  const fields = details.flatMap((detail) =>
    detail.message === message ? [] : [`  ${detail.field === undefined ? '' : `${detail.field}: `}${detail.message}`],
  );
  const advice = adviceOn(error);
  return [
    message,
    ...fields,
    ...(advice === undefined ? [] : [advice]),
    ...(status >= 500 && requestId !== undefined
      ? [`The log of the server has the request ${requestId} (${code}).`]
      : []),
  ];
}

function adviceOn({ status, code, details }: AtriumError): string | undefined {
  if (status === 401) return 'Sign in again: atrium login';
  if (status === 0) return 'Check the address (atrium login --url …, or ATRIUM_URL) and that the server runs.';
  if (code === 'version_mismatch') return 'Somebody else changed the record: read it again (atrium get) and repeat.';
  if (details.some((detail) => detail.code === 'invalid_type'))
    return 'Numbers, true, false, null and lists are written with := as in score:=12 or tags:=\'["vip"]\'.';
  return undefined;
}
