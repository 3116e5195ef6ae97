import type { Context } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import type { DeliveryReport } from '../../../messages/returned/delivery-report.ts';

/** A request of a provider, before it is verified. */
export interface ProviderRequest {
  readonly context: Context;
  readonly tenantId: string;
  readonly body: Buffer;
  header(name: string): string | undefined;
  /** The event keys of the tenant's transports of this provider. */
  readonly keys: readonly string[];
}

interface ProviderEvents {
  readonly reports: readonly DeliveryReport[];
  /** Call it when the events could not be written, so that the provider can send them again. */
  readonly release?: () => Promise<void>;
}

/** A company that sends mail and reports the events of each mail. */
export interface EventProvider {
  /** Checks that the request comes from the provider, and reads its events. Throws `notFromProvider()` otherwise. */
  read(request: ProviderRequest): Promise<ProviderEvents>;
  /** Throws a sentence that describes a valid key when the text cannot be one. */
  checkKey?(key: string): void;
}

export const notFromProvider = (
  reason = 'the signature is missing or does not match eventKey of a transport',
): AppError => new AppError('unauthenticated', `The events were refused: ${reason}.`);

/** Refuses a signed time, in seconds since 1970, that is too far from now. */
export function requireRecent(seconds: string | undefined, maxAgeMs: number): void {
  const ageMs = /^\d{1,12}$/.test(seconds ?? '') ? Math.abs(Date.now() - Number(seconds) * 1000) : Number.NaN;
  if (!(ageMs <= maxAgeMs)) throw notFromProvider(`their time is more than ${maxAgeMs / 60_000} minutes off`);
}
