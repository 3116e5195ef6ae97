import { randomUUID } from 'node:crypto';
import type { Services } from '#core/context.ts';
import type { Lease } from './data/delivery.ts';

/** The time for writing the result. */
const marginMs = 10_000;

/**
 * Creates a lease. It lasts for two attempts, one of a delivery ahead in the queue and its own, and for writing the
 * result.
 */
export function newLease({ settings }: Services): Lease {
  const durationMs = settings.outgoing.timeoutMs * 2 + marginMs;
  return { claim: randomUUID(), durationMs, expiresAt: Date.now() + durationMs };
}
