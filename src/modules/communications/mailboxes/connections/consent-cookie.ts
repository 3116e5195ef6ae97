import { Type } from 'typebox';
import { consentCookie } from '#core/consent-cookie.ts';
import { connectionsRoute } from './connection-input.ts';

const pendingConsent = Type.Object({
  tenantId: Type.String(),
  userId: Type.String(),
  provider: Type.Union([Type.Literal('google'), Type.Literal('microsoft')]),
  /** The connection to renew; null for a new one. */
  connectionId: Type.Union([Type.String(), Type.Null()]),
  state: Type.String(),
  nonce: Type.String(),
  verifier: Type.String(),
  returnTo: Type.Union([Type.String(), Type.Null()]),
});
export type PendingConsent = Type.Static<typeof pendingConsent>;

export const mailboxConsent = consentCookie('platform_mailbox', connectionsRoute, pendingConsent);
