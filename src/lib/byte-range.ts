import type { ByteRange } from './file-storage/storage.ts';

interface RangeHeaders {
  readonly range: string;
  readonly ifRange: string | undefined;
}

const sameTag = (one: string, etag: string): boolean => one.trim().replace(/^W\//, '') === etag;

/** True when an If-None-Match header contains the tag of the content. */
export const hasTag = (header: string, etag: string): boolean =>
  header === etag || header.split(',').some((one) => sameTag(one, etag) || one.trim() === '*');

/**
 * The range that a client requests. Undefined means the whole file, because the file has changed since the client got
 * the other part.
 */
export const requestedRange = (
  { range, ifRange }: RangeHeaders,
  etag: string,
  size: number,
): ByteRange | 'unsatisfiable' | undefined =>
  ifRange !== undefined && !sameTag(ifRange, etag) ? undefined : rangeOf(range, size);

/** Parses one range of bytes. Several ranges may be answered with the whole file, and are. */
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
