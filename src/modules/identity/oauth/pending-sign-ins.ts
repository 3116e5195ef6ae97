import { createHash, timingSafeEqual } from 'node:crypto';
import { type Context, laneOf, outsideTransaction } from '#core/context.ts';
import { type newOneTimeToken, readOneTimeToken } from '#lib/one-time-token.ts';
import { insertOAuthState, takeOAuthState } from '../sql/oauth-states.ts';
import type { LoginStart } from './protocol.ts';
import type { ProviderName } from './settings.ts';

/** The maximum time that the user may spend at the provider. */
export const lifetimeSeconds = 600;

interface PendingSignIn {
  readonly tenantId: string;
  readonly nonce: string;
  readonly verifier: string;
  /** The user whom the identity will be linked to; null for a sign-in. */
  readonly userId: string | null;
  readonly returnTo: string | null;
  readonly begunAt: Date;
}

interface NewPendingSignIn {
  readonly state: ReturnType<typeof newOneTimeToken>;
  readonly provider: ProviderName;
  /** The random value of the cookie. */
  readonly browser: string;
  readonly start: LoginStart;
  readonly userId: string | null;
  readonly returnTo: string | null;
}

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Stores what the callback needs: state and cookie as hashes, the verifier encrypted. */
export async function savePendingSignIn(context: Context, tenantId: string, pending: NewPendingSignIn): Promise<void> {
  const { state, provider, browser, start, userId, returnTo } = pending;
  const { hash } = state;
  const { nonce } = start;
  const verifier = await context.services.vault.encrypt(start.verifier);
  const lane = laneOf(outsideTransaction(context), tenantId);
  await insertOAuthState(lane, tenantId, {
    hash,
    provider,
    browser: hashOf(browser),
    nonce,
    verifier,
    userId,
    returnTo,
  });
}

/**
 * Deletes a pending sign-in and returns it; undefined when it has expired or belongs to another browser or provider. It
 * is deleted in either case.
 */
export async function takePendingSignIn(
  context: Context,
  state: string,
  provider: ProviderName,
  browser: string | undefined,
): Promise<PendingSignIn | undefined> {
  const read = readOneTimeToken(state);
  if (!read) return undefined;
  const { tenantId, hash } = read;
  const row = await takeOAuthState(laneOf(outsideTransaction(context), tenantId), tenantId, hash, lifetimeSeconds);
  if (!row || row.expired || row.provider !== provider || browser === undefined) return undefined;
  if (!timingSafeEqual(row.browser, hashOf(browser))) return undefined;
  const { nonce, userId, returnTo, begunAt } = row;
  const verifier = context.services.vault.decrypt(row.verifier);
  return { tenantId, nonce, verifier, userId, returnTo, begunAt };
}
