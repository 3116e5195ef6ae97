import { randomFillSync } from 'node:crypto';

const pattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export const isId = (text: string): boolean => pattern.test(text);

// Random bytes are drawn in bulk: one system call for 256 ids.
const pool = new Uint8Array(256 * 10);
let drawn = pool.length;
let lastMs = 0;
let counter = 0;

const hex = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
const octet = (value: number) => hex[value & 0xff] as string;

/**
 * UUIDv7: 48 bits of Unix milliseconds, a 12-bit counter that keeps ids of one millisecond in order, 62 random bits.
 * When the counter runs over, the clock is pushed on by one millisecond rather than repeated.
 */
export function newId(): string {
  const now = Date.now();
  if (now > lastMs) {
    lastMs = now;
    counter = 0;
  } else if (++counter > 0xfff) {
    lastMs += 1;
    counter = 0;
  }
  if (drawn + 10 > pool.length) {
    randomFillSync(pool);
    drawn = 0;
  }
  const r = (i: number) => pool[drawn + i] as number;
  const time = lastMs.toString(16).padStart(12, '0');
  const id = `${time.slice(0, 8)}-${time.slice(8)}-7${hex[counter >> 8]?.slice(1)}${octet(counter)}-${octet((r(0) & 0x3f) | 0x80)}${octet(r(1))}-${octet(r(2))}${octet(r(3))}${octet(r(4))}${octet(r(5))}${octet(r(6))}${octet(r(7))}`;
  drawn += 10;
  return id;
}

/** The lowest id of a moment: ids made earlier are below it. */
export const idAt = (ms: number): string => {
  const time = Math.max(0, Math.floor(ms)).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`;
};
