import ipaddr from 'ipaddr.js';
import { LruMap } from '#lib/lru.ts';
import { AppError } from './errors.ts';

interface Window {
  count: number;
  readonly endsAtMs: number;
}

export interface Rate {
  readonly name: string;
  readonly most: number;
  readonly perMs: number;
}

const mostKeys = 50_000;

/** How often something happened lately, for each of many. It is this node's own count, and bounded in memory. */
export class Rates {
  readonly #windows = new LruMap<string, Window>(mostKeys);

  /** Counts one, and says whether that was too many. */
  take(rate: Rate, key: string): boolean {
    const window = this.#window(rate, key);
    window.count += 1;
    return window.count <= rate.most;
  }

  /** Counts one, or throws when there were too many. */
  enter(rate: Rate, key: string): void {
    const window = this.#window(rate, key);
    const { count, endsAtMs } = window;
    if (count < rate.most) {
      window.count += 1;
      return;
    }
    const seconds = Math.max(1, Math.ceil((endsAtMs - Date.now()) / 1000));
    throw new AppError('rate_limited', `Too many requests of this kind; try again in ${seconds} seconds.`, [], {
      'retry-after': String(seconds),
    });
  }

  /** It was none of those that count after all. */
  leave(rate: Rate, key: string): void {
    const window = this.#window(rate, key);
    window.count = Math.max(0, window.count - 1);
  }

  #window({ name, perMs }: Rate, key: string): Window {
    const known = this.#windows.get(`${name} ${key}`);
    if (known && known.endsAtMs > Date.now()) return known;
    const fresh = { count: 0, endsAtMs: Date.now() + perMs };
    this.#windows.set(`${name} ${key}`, fresh);
    return fresh;
  }
}

/** Whom an address stands for: one of version 6 is one of very many that the same household has. */
export function networkOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  return address.kind() === 'ipv6' ? (address as ipaddr.IPv6).parts.slice(0, 4).join(':') : address.toString();
}
