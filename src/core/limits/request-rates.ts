import { LruMap } from '#lib/lru.ts';
import type { Caller } from '../access/caller.ts';
import { AppError } from '../errors.ts';

declare module '../context.ts' {
  interface Services {
    /** Undefined when API_RATE_LIMIT is not set. */
    readonly requestRates: RequestRates | undefined;
  }
}

/** At most `most` requests per window of `perMs`. */
export interface RequestRate {
  readonly most: number;
  readonly perMs: number;
}

interface Window {
  count: number;
  readonly endsAtMs: number;
}

const maxKeys = 50_000;

/**
 * Limits the requests of each tenant and each API key. A request with an API key counts only for that key, so that a
 * busy integration does not lock out users. The count is per process: a count in the database would cost a statement
 * per request, and this limit protects the machine, not passwords.
 */
export class RequestRates {
  readonly #rate: RequestRate;
  readonly #windows = new LruMap<string, Window>(maxKeys);

  constructor(rate: RequestRate) {
    this.#rate = rate;
  }

  /** Counts a request and returns its rate limit headers. Throws when the limit is reached. */
  enter({ tenantId, keyId }: Caller): Record<string, string> {
    const { most } = this.#rate;
    const window = this.#windowOf(keyId ?? tenantId);
    const seconds = Math.max(1, Math.ceil((window.endsAtMs - Date.now()) / 1000));
    const headers = (remaining: number) => ({
      'ratelimit-limit': String(most),
      'ratelimit-remaining': String(remaining),
      'ratelimit-reset': String(seconds),
    });
    if (window.count >= most) {
      const source = keyId === undefined ? 'your account' : 'this API key';
      const message = `More than ${most} requests by ${source} in a short time; try again in ${seconds} seconds.`;
      throw new AppError('rate_limited', message, [], { ...headers(0), 'retry-after': String(seconds) });
    }
    window.count += 1;
    return headers(most - window.count);
  }

  #windowOf(key: string): Window {
    const current = this.#windows.get(key);
    if (current && current.endsAtMs > Date.now()) return current;
    const next = { count: 0, endsAtMs: Date.now() + this.#rate.perMs };
    this.#windows.set(key, next);
    return next;
  }
}
