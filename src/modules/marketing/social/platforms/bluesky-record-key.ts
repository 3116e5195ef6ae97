import { createHash } from 'node:crypto';

const alphabet = '234567abcdefghijklmnopqrstuvwxyz';
const length = 13;

/**
 * The key of a post (a TID): 53 bits of microseconds and 10 bits of a clock, in base 32. It is derived from the id of
 * our record, so that a post has the same key in every attempt and cannot be stored twice.
 */
export function recordKeyOf(id: string): string {
  const ms = BigInt(`0x${id.replaceAll('-', '').slice(0, 12)}`);
  const noise = createHash('sha256').update(id).digest();
  const micros = ms * 1000n + BigInt(noise.readUInt16BE(0) % 1000);
  let value = ((micros & ((1n << 53n) - 1n)) << 10n) | BigInt(noise.readUInt16BE(2) & 0x3ff);
  let key = '';
  for (let n = 0; n < length; n += 1) {
    key = alphabet[Number(value & 31n)] + key;
    value >>= 5n;
  }
  return key;
}
