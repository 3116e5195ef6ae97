import { LruMap } from '#lib/lru.ts';
import type { Caller } from '../access/caller.ts';
import { AppError } from '../errors.ts';

declare module '../context.ts' {
  interface Services {
    /** Undefined when API_RATE_LIMIT is not set. */
    readonly requestRates: RequestRates | undefined;
  }
}

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
 * How many requests each tenant and each API key made lately. A request with an API key counts for that key alone, so that a
 * busy integration does not lock people out. Counted in this process: a count in the database would cost a statement more
 * for each request, and this limit protects the machine, not passwords.
 */
export class RequestRates {
  readonly #rate: RequestRate;
  readonly #windows = new LruMap<string, Window>(maxKeys);

  constructor(rate: RequestRate) {
    this.#rate = rate;
  }

  /** Counts a request, and returns the headers that tell its client where it stands; throws when there were too many. */
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
      const whose = keyId === undefined ? 'your account' : 'this API key';
      const message = `More than ${most} requests by ${whose} in a short time; try again in ${seconds} seconds.`;
      throw new AppError('rate_limited', message, [], { ...headers(0), 'retry-after': String(seconds) });
    }
    window.count += 1;
    return headers(most - window.count);
  }

  #windowOf(key: string): Window {
    const known = this.#windows.get(key);
    if (known && known.endsAtMs > Date.now()) return known;
    const fresh = { count: 0, endsAtMs: Date.now() + this.#rate.perMs };
    this.#windows.set(key, fresh);
    return fresh;
  }
}
