import { Type } from 'typebox';
import { isId } from '#lib/ids.ts';
import { badQuery } from '../errors.ts';
import { integerParameter } from './integer-parameter.ts';
import { readInteger } from './list-query.ts';

/** Pages of lists other than records of a model. They are sorted newest first, by ids that contain their time. */

export const pageParameters = {
  page: integerParameter(1, 1_000_000_000, 'From 1.'),
  limit: integerParameter(1, 200, '1 to 200; 20 when absent.'),
  cursor: Type.Optional(Type.String({ description: 'nextCursor of the page before, in place of page.' })),
};

export const pageMeta = Type.Object({
  page: Type.Union([Type.Integer(), Type.Null()]),
  limit: Type.Integer(),
  total: Type.Integer(),
  totalExact: Type.Boolean(),
  totalPages: Type.Integer(),
  hasMore: Type.Boolean(),
  nextCursor: Type.Union([Type.String(), Type.Null()]),
});

/**
 * A page of a list in memory. Without `limit` it has all entries, because clients that render screens need all of them.
 */
export function pageOf<T>(found: readonly T[], page: number, limit: number | undefined) {
  const size = limit ?? Math.max(found.length, 1);
  const meta = {
    page,
    limit: size,
    total: found.length,
    totalExact: true,
    totalPages: Math.ceil(found.length / size),
    hasMore: page * size < found.length,
    nextCursor: null,
  };
  return { data: found.slice((page - 1) * size, page * size), meta };
}

interface RawPage {
  readonly page?: number | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

export interface LogPage {
  readonly page: number | null;
  readonly limit: number;
  readonly offset: number;
  /** The id of the last entry of the previous page. The page contains only entries after it. */
  readonly before: string | null;
}

/** The maximum up to which entries are counted. */
export const maxCounted = 10_000;

/**
 * Parses the paging parameters. `isKey` validates the key in a cursor, for lists whose entries are not identified by
 * our ids.
 */
export function readLogPage({ page, limit, cursor }: RawPage, isKey: (key: string) => boolean = isId): LogPage {
  if (page !== undefined && cursor !== undefined) throw badQuery('cursor', 'cannot be used together with page');
  const size = readInteger(limit ?? 20, 'limit', 1, 200);
  if (cursor === undefined) {
    const number = readInteger(page ?? 1, 'page', 1, 1_000_000_000);
    return { page: number, limit: size, offset: (number - 1) * size, before: null };
  }
  const before = Buffer.from(cursor, 'base64url').toString('utf8');
  if (!isKey(before)) throw badQuery('cursor', 'is not a cursor that this list gave out; begin again without it');
  return { page: null, limit: size, offset: 0, before };
}

/** `rows` has one row more than the page if another page follows. `counted` is the total, at most `maxCounted` + 1. */
export function pageOfLog<Row extends { readonly id: string }>(
  { page, limit }: LogPage,
  rows: readonly Row[],
  counted: number,
) {
  const shown = rows.slice(0, limit);
  const hasMore = rows.length > limit;
  const totalExact = counted <= maxCounted;
  const total = Math.min(counted, maxCounted);
  const last = shown.at(-1)?.id;
  const nextCursor = hasMore && last !== undefined ? Buffer.from(last).toString('base64url') : null;
  return { shown, meta: { page, limit, total, totalExact, totalPages: Math.ceil(total / limit), hasMore, nextCursor } };
}

/** Parses a filter of one or several comma-separated values. */
export function readOneOf(value: string | undefined, name: string, allowed: readonly string[]): string[] | null {
  if (value === undefined) return null;
  const values = value.split(',');
  const wrong = values.find((one) => !allowed.includes(one));
  if (wrong !== undefined) throw badQuery(name, `must be one of ${allowed.join(', ')}, not "${wrong.slice(0, 100)}"`);
  return values;
}

/** Parses a filter by id. */
export function readId(value: string | undefined, name: string): string | null {
  if (value === undefined) return null;
  const id = value.toLowerCase();
  if (!isId(id)) throw badQuery(name, 'must be an id');
  return id;
}
