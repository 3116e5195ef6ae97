import { AuthorizationResponseError, ResponseBodyError } from 'openid-client';

/** Codes and tokens are long and have no spaces: everything that looks like one is removed. */
const withoutSecrets = (text: string): string => text.replaceAll(/[\w.~+/=%-]{20,}/g, '…').slice(0, 300);

/** Why a request to a provider of sign-ins failed, for the log: never a code, a token or a claim. */
export function reasonOf(error: unknown): string {
  if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError) {
    const { error: code, error_description: description } = error;
    return withoutSecrets(`the provider answered ${code}${description ? `: ${description}` : ''}`);
  }
  return messagesOf(error).join(': ') || 'no reason was given';
}

/** The messages of an error and its causes, the outermost first. Causes that are not errors are answers, and are left out. */
function messagesOf(error: unknown, depth = 0): string[] {
  if (!(error instanceof Error) || depth > 4) return [];
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  const codeText = typeof code === 'string' && /^[A-Z0-9_]+$/.test(code) ? ` (${code})` : '';
  return [`${withoutSecrets(error.message)}${codeText}`, ...messagesOf(cause, depth + 1)];
}
