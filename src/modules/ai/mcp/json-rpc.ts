import type { ErrorFormat } from '#core/action.ts';
import type { AppError } from '#core/errors.ts';

/** Error codes of JSON-RPC. */
export const rpcErrors = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  internalError: -32603,
} as const;

/** An error of JSON-RPC. The id is null when the message could not be parsed. */
export const rpcError = (code: number, message: string, id: string | number | null = null, data?: unknown) => ({
  jsonrpc: '2.0',
  id,
  error: { code, message, ...(data !== undefined && { data }) },
});

/**
 * Returns the error format of a message. Errors of authentication, permission and rate use the default format; errors
 * in a message use JSON-RPC.
 */
export function rpcErrorFormat({ code, status, message, details }: AppError): ErrorFormat {
  if (status === 401 || status === 403 || status === 429) return {};
  const isJson = !details.some((detail) => detail.code === 'invalid_json');
  const rpcCode = status >= 500 ? rpcErrors.internalError : isJson ? rpcErrors.invalidRequest : rpcErrors.parseError;
  return {
    status: status === 422 ? 400 : status,
    body: rpcError(rpcCode, message, null, { code, ...(details.length > 0 && { details }) }),
  };
}
