import { randomBytes } from 'node:crypto';
import type { Context, Services } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { connectionsRoute } from './connection-input.ts';
import { mailboxConsent } from './consent-cookie.ts';
import type { Consent } from './provider-client.ts';
import { labelOf, type MailboxProvider, type ProviderName } from './settings.ts';

/** Loaded at first use, because the library behind it takes 7 MB. */
export const loadProviderClient = () => import('./provider-client.ts');

export const callbackRoute = `${connectionsRoute}/callback`;

export function requireProvider({ settings }: Services, name: ProviderName): MailboxProvider {
  const provider = settings.mailboxes.providers[name];
  if (provider) return provider;
  const variable = `MAILBOX_${name.toUpperCase()}`;
  throw new AppError(
    'not_configured',
    `Mailboxes of ${labelOf(name)} are not set up: the operator must set ${variable}_CLIENT_ID and ${variable}_CLIENT_SECRET.`,
  );
}

interface ConsentRequest {
  readonly provider: ProviderName;
  readonly userId: string;
  readonly connectionId: string | null;
  readonly email?: string;
  readonly returnTo: string | null;
}

/** Returns the address of the consent page, and the cookie that binds the consent to this browser. */
export async function startConsent(
  context: Context,
  { provider: name, userId, connectionId, email, returnTo }: ConsentRequest,
): Promise<{ readonly url: string; readonly cookie: string }> {
  const provider = requireProvider(context.services, name);
  const state = randomBytes(32).toString('base64url');
  const redirectUri = `${context.services.publicUrl()}${callbackRoute}`;
  const { url, nonce, verifier } = await atProvider(context, name, ({ beginConsent }) =>
    beginConsent(provider, redirectUri, state, email),
  );
  const { tenantId } = context.caller;
  const pending = { tenantId, userId, provider: name, connectionId, state, nonce, verifier, returnTo };
  return { url, cookie: await mailboxConsent.set(context, pending) };
}

/** Runs a step at the provider. Errors become one that the user understands; the log contains the reason. */
export async function atProvider<T>(
  { services: { log }, requestId }: Context,
  name: ProviderName,
  run: (client: Awaited<ReturnType<typeof loadProviderClient>>) => Promise<T>,
  errorParameter?: string,
): Promise<T> {
  const client = await loadProviderClient();
  try {
    return await run(client);
  } catch (error) {
    log.warn({ requestId, provider: name, reason: client.reasonOf(error) }, 'a mailbox could not be connected');
    if (error instanceof client.ConsentIncomplete)
      throw new AppError('conflict', `${labelOf(name)} did not connect the mailbox: ${error.message}.`);
    throw new AppError(
      'unauthenticated',
      errorParameter === 'access_denied'
        ? `The mailbox was not connected, because access was refused at ${labelOf(name)}.`
        : `${labelOf(name)} did not connect the mailbox; begin again in a moment.`,
    );
  }
}

/** The fields of the record that store a consent. */
export const consentFields = (provider: ProviderName, { email, refreshToken, scopes }: Consent) => ({
  provider,
  email,
  refreshToken,
  grantedScopes: scopes,
});
