import type { ByteRange } from './file-storage/storage.ts';

interface RangeHeaders {
  readonly range: string;
  readonly ifRange: string | undefined;
}

const sameTag = (one: string, etag: string): boolean => one.trim().replace(/^W\//, '') === etag;

/** Whether an If-None-Match header names the content. */
export const hasTag = (header: string, etag: string): boolean =>
  header === etag || header.split(',').some((one) => sameTag(one, etag) || one.trim() === '*');

/** The part of a file that a client asks for; undefined: the whole file, because another one was there when it got the rest. */
export const requestedRange = (
  { range, ifRange }: RangeHeaders,
  etag: string,
  size: number,
): ByteRange | 'unsatisfiable' | undefined =>
  ifRange !== undefined && !sameTag(ifRange, etag) ? undefined : rangeOf(range, size);

/** One range of bytes. Several at once are allowed to be answered with the whole file, and are. */
function rangeOf(header: string, size: number): ByteRange | 'unsatisfiable' | undefined {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header.trim()) ?? [];
  if (from === '' && to === '') return undefined;
  if (from === '') {
    const count = Math.min(Number(to), size);
    return count === 0 ? 'unsatisfiable' : { first: size - count, last: size - 1 };
  }
  const first = Number(from);
  if (to !== '' && Number(to) < first) return undefined;
  if (first >= size) return 'unsatisfiable';
  return { first, last: to === '' ? size - 1 : Math.min(Number(to), size - 1) };
}
