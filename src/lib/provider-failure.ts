import { AuthorizationResponseError, ResponseBodyError } from 'openid-client';

/** Removes everything that looks like a code or token: long, and without spaces. */
const withoutSecrets = (text: string): string => text.replaceAll(/[\w.~+/=%-]{20,}/g, '…').slice(0, 300);

/** The reason why a request to an OAuth provider failed, for the log. It never contains a code, a token or a claim. */
export function reasonOf(error: unknown): string {
  if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError) {
    const { error: code, error_description: description } = error;
    return withoutSecrets(`the provider answered ${code}${description ? `: ${description}` : ''}`);
  }
  return messagesOf(error).join(': ') || 'no reason was given';
}

/**
 * The messages of an error and its causes, outermost first. Causes that are not errors are answers, and are omitted.
 */
function messagesOf(error: unknown, depth = 0): string[] {
  if (!(error instanceof Error) || depth > 4) return [];
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  const codeText = typeof code === 'string' && /^[A-Z0-9_]+$/.test(code) ? ` (${code})` : '';
  return [`${withoutSecrets(error.message)}${codeText}`, ...messagesOf(cause, depth + 1)];
}
