import { randomFillSync } from 'node:crypto';

const pattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export const isId = (text: string): boolean => pattern.test(text);

// Random bytes for 256 ids, from one system call.
const pool = new Uint8Array(256 * 10);
let usedBytes = pool.length;
let lastMs = 0;
let counter = 0;

const hex = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
const octet = (value: number) => hex[value & 0xff] as string;

/**
 * UUIDv7: 48 bits of Unix milliseconds, a 12-bit counter that keeps ids of one millisecond in order, 62 random bits.
 * When the counter overflows, the id takes the next millisecond.
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
  if (usedBytes + 10 > pool.length) {
    randomFillSync(pool);
    usedBytes = 0;
  }
  const r = (i: number) => pool[usedBytes + i] as number;
  const time = lastMs.toString(16).padStart(12, '0');
  const id = `${time.slice(0, 8)}-${time.slice(8)}-7${hex[counter >> 8]?.slice(1)}${octet(counter)}-${octet((r(0) & 0x3f) | 0x80)}${octet(r(1))}-${octet(r(2))}${octet(r(3))}${octet(r(4))}${octet(r(5))}${octet(r(6))}${octet(r(7))}`;
  usedBytes += 10;
  return id;
}

/** The lowest id of a millisecond: ids created before it are lower. */
export const idAt = (ms: number): string => {
  const time = Math.max(0, Math.floor(ms)).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`;
};
