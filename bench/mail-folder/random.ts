import { createCipheriv } from 'node:crypto';

/** Pseudo-random numbers that are the same in every run. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** Returns a number from 0 to below 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  }

  between(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  pick<T>(items: readonly T[]): T {
    return items[Math.floor(this.next() * items.length)] as T;
  }

  /** Bytes that cannot be compressed, like those of most files. */
  bytes(length: number): Buffer {
    const key = Buffer.alloc(16);
    for (let at = 0; at < 16; at += 4) key.writeUInt32LE(Math.floor(this.next() * 4_294_967_296), at);
    return createCipheriv('aes-128-ctr', key, Buffer.alloc(16)).update(Buffer.alloc(length));
  }

  /** Random characters for an id, a signature or a token. */
  token(length: number): string {
    return this.bytes(Math.ceil(length * 0.75) + 3)
      .toString('base64')
      .slice(0, length);
  }

  hex(length: number): string {
    return this.bytes(Math.ceil(length / 2))
      .toString('hex')
      .slice(0, length);
  }
}
