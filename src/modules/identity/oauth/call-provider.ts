import type { Context } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { labelOf, type Provider } from './settings.ts';

/** The protocol is loaded at first use: its library takes 7 MB, and most installations have no provider. */
const loadProtocol = () => import('./protocol.ts');
type Protocol = Awaited<ReturnType<typeof loadProtocol>>;

/**
 * Runs a step of the protocol. Every error of the provider or the network becomes an `unauthenticated` answer; the log has the
 * reason. `errorParameter` is the error that the provider sent with the browser.
 */
export async function callProvider<T>(
  { services: { log }, requestId }: Context,
  { name }: Provider,
  run: (protocol: Protocol) => Promise<T>,
  errorParameter?: string,
): Promise<T> {
  const protocol = await loadProtocol();
  try {
    return await run(protocol);
  } catch (failure) {
    log.warn({ requestId, provider: name, reason: protocol.reasonOf(failure) }, 'a sign-in at a provider failed');
    const refused = errorParameter === 'access_denied' || errorParameter === 'user_cancelled_authorize';
    throw new AppError(
      'unauthenticated',
      refused
        ? `${labelOf(name)} did not sign you in, because access was refused there; begin again if that was not meant.`
        : `${labelOf(name)} did not confirm who you are; begin again in a moment.`,
    );
  }
}
