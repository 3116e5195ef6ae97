import type { Params } from '#db/params.ts';
import { badQuery } from '../errors.ts';
import { type RawQuery, readInteger } from '../query/list-query.ts';

/** Pages of events, newest first. */

/** The position of an event in the order of a tenant's events. */
interface EventPosition {
  readonly xid: string;
  readonly seq: string;
}

export interface EventPage {
  readonly page: number;
  readonly limit: number;
  readonly after: EventPosition | undefined;
}

const maxXid = 2n ** 64n - 1n;
const maxSeq = 2n ** 63n - 1n;

export function readEventPage({ page, limit, cursor }: RawQuery): EventPage {
  if (page !== undefined && cursor !== undefined) throw badQuery('cursor', 'cannot be used together with page');
  return {
    page: readInteger(page === undefined ? 1 : page, 'page', 1, 1_000_000_000),
    limit: readInteger(limit === undefined ? 20 : limit, 'limit', 1, 200),
    after: cursor === undefined ? undefined : readCursor(cursor),
  };
}

function readCursor(cursor: unknown): EventPosition {
  const text = typeof cursor === 'string' ? Buffer.from(cursor, 'base64url').toString('utf8') : '';
  const [, xid, seq] = /^(\d{1,20})\.(\d{1,19})$/.exec(text) ?? [];
  if (xid === undefined || seq === undefined || BigInt(xid) > maxXid || BigInt(seq) > maxSeq)
    throw badQuery('cursor', 'is not a cursor that this list gave out; begin again without it');
  return { xid, seq };
}

/** The part of `where` that continues after the cursor. */
export const afterCursor = ({ after }: EventPage, alias: string, params: Params): string =>
  after
    ? ` and (${alias}.xid, ${alias}.seq) < (${params.add(after.xid, 'xid8')}, ${params.add(after.seq, 'bigint')})`
    : '';

/** Reads one row more than the page has, to know whether another page follows. */
export const pageLimit = ({ page, limit, after }: EventPage, params: Params): string =>
  `limit ${params.add(limit + 1, 'bigint')} offset ${params.add(after ? 0 : (page - 1) * limit, 'bigint')}`;

/** The rows of a page and its `meta`. */
export function cutPage<Row extends EventPosition>({ page, limit, after }: EventPage, found: readonly Row[]) {
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  const hasMore = found.length > limit;
  const nextCursor = hasMore && last ? Buffer.from(`${last.xid}.${last.seq}`).toString('base64url') : null;
  return { rows, meta: { page: after ? null : page, limit, hasMore, nextCursor } };
}
