import { limits } from '../template/limits.ts';

/**
 * A value as text. Objects print nothing, because `[object Object]` helps no reader of a mail; dates print as in the
 * API, not in the time zone of the server.
 */
export function print(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') return String(value);
  if (Array.isArray(value)) return printList(value);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString();
  return '';
}

export const isPrintable = (value: unknown): boolean =>
  value !== null && value !== undefined && (typeof value !== 'object' || Array.isArray(value) || value instanceof Date);

function printList(list: readonly unknown[]): string {
  let text = '';
  for (const item of list) {
    text += print(item);
    if (text.length > limits.outputLength) throw new Error('output limit exceeded');
  }
  return text;
}

/**
 * The approximate length of a value as text; it stops counting above `limit`. A short list can be very long as text,
 * because its items may all be the same long string, or lists that contain each other.
 */
export function printedLength(value: unknown, limit: number): number {
  if (typeof value === 'string') return value.length;
  if (!Array.isArray(value)) return 1;
  let length = 1;
  for (const item of value) {
    length += printedLength(item, limit - length);
    if (length > limit) break;
  }
  return length;
}
