import { AuthorizationResponseError, ResponseBodyError } from 'openid-client';

/** Codes and tokens are long and without spaces: whatever looks like one is left out. */
const withoutSecrets = (text: string): string => text.replaceAll(/[\w.~+/=%-]{20,}/g, '…').slice(0, 300);

/** Why a sign-in at a provider failed, for the log: never a code, a token or a claim. */
export function reasonOf(error: unknown): string {
  if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError) {
    const { error: code, error_description: description } = error;
    return withoutSecrets(`the provider answered ${code}${description ? `: ${description}` : ''}`);
  }
  return chain(error).join(': ') || 'no reason was given';
}

/** The causes of an error, the outermost first. Objects that are no errors hold answers, and are not told. */
function chain(error: unknown, depth = 0): string[] {
  if (!(error instanceof Error) || depth > 4) return [];
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  const named = typeof code === 'string' && /^[A-Z0-9_]+$/.test(code) ? ` (${code})` : '';
  return [`${withoutSecrets(error.message)}${named}`, ...chain(cause, depth + 1)];
}
