import { inTenant, Params, scoped } from '#db/params.ts';
import { type Context, queryable } from '../context.ts';
import { badQuery } from '../errors.ts';
import type { RecordObject } from '../operations/validate.ts';
import { type EventFilter, readableEvents } from './event-access.ts';
import { changedFields, eventRecord } from './event-record.ts';
import { settledBelow } from './events.ts';

export type { EventFilter as FeedFilter } from './event-access.ts';

/** The change feed: the spine of a tenant in order, as far as one caller may see it. */

/**
 * The place of the last event that was seen. It is never derived from transactions without an event: after a failover the
 * new primary gives their ids to other transactions, whose events would lie before the position.
 */
export interface Position {
  readonly xid: string;
  readonly seq: string;
  /** When it was so, in milliseconds; older months are not looked at. */
  readonly at: number;
}

interface Change {
  readonly position: Position;
  /** Goes on behind this change. */
  readonly cursor: string;
  readonly type: string;
  /** JSON text of what the feed says. */
  readonly json: string;
}

export interface Changes {
  readonly changes: readonly Change[];
  readonly position: Position;
  readonly hasMore: boolean;
  /** There are events that wait for an older transaction to end: look again soon. */
  readonly unsettled: boolean;
}

/** Below zero when `a` comes first. */
export const comparePositions = (a: Position, b: Position): number =>
  compareNumbers(a.xid, b.xid) || compareNumbers(a.seq, b.seq);

const compareNumbers = (a: string, b: string): number => (a === b ? 0 : BigInt(a) < BigInt(b) ? -1 : 1);

export const beginning: Position = { xid: '0', seq: '0', at: 0 };

const largestXid = 2n ** 64n - 1n;
const largestSeq = 2n ** 63n - 1n;

export const encodePosition = ({ xid, seq, at }: Position): string =>
  Buffer.from(`${xid}.${seq}.${at}`).toString('base64url');

export function readPosition(cursor: string, name: string): Position {
  const text = Buffer.from(cursor, 'base64url').toString('utf8');
  const [, xid = '', seq = '', at = ''] = /^(\d{1,20})\.(-1|\d{1,19})\.(\d{1,15})$/.exec(text) ?? [];
  if (xid === '' || BigInt(xid) > largestXid || BigInt(seq) > largestSeq) {
    throw badQuery(name, 'is not a cursor that this feed gave out; begin again without it');
  }
  return { xid, seq, at: Number(at) };
}

/**
 * Where a reader begins who wants what happens from now on: at the newest settled event. Events that wait for an older
 * transaction come after it, so the reader gets them although they happened before.
 */
export async function presentPosition(context: Context): Promise<Position> {
  const { tenantId } = context.caller;
  const [row] = await queryable(context).query<{ xid: string; seq: string; now: Date }>(
    `select p.xid::text, p.seq, p.now from ${scoped(
      'p',
      `select e.xid, e.seq, now() as now from events e where ${inTenant('e')} and e.xid < ${settledBelow}
       order by e.xid desc, e.seq desc limit 1`,
    )}`,
    [tenantId],
  );
  return row ? { xid: row.xid, seq: row.seq, at: row.now.getTime() } : beginning;
}

/** Events that one statement looks at; a filter that matches few does not make it look at more. */
const windowSize = 1000;
/** Statements for one page, before it is answered as far as it got. */
const maxWindows = 20;
/** Bytes of records that one page is made from: a few large ones are a page as well. */
const largestPage = 2_000_000;

interface Row {
  readonly xid: string;
  readonly seq: string;
  readonly id: string | null;
  readonly type: string;
  readonly model: string;
  readonly record_id: string | null;
  readonly record: string | null;
  readonly previous: string | null;
  readonly actor_id: string | null;
  readonly request_id: string | null;
  readonly occurred_at: Date;
  readonly shown: boolean;
  /** Bytes of this and the shown ones before it, in this window. */
  readonly size: number;
  readonly looked: number;
  readonly now: Date;
  readonly unsettled: boolean;
}

/**
 * Changes behind a place, the oldest first. It stays below the oldest transaction under way, so that one that commits
 * late is neither passed over nor seen out of order.
 */
export async function readChanges(
  context: Context,
  from: Position,
  filter: EventFilter,
  limit: number,
): Promise<Changes> {
  const changes: Change[] = [];
  let position = from;
  let left = largestPage;
  for (let windows = 1; ; windows += 1) {
    const rows = await readWindow(context, position, filter, limit - changes.length + 1, left);
    for (const row of rows) {
      const tooLarge = row.size > left && changes.length > 0;
      // One more than is asked for tells that there is more.
      if (tooLarge || (row.shown && changes.length === limit))
        return { changes, position, hasMore: true, unsettled: true };
      if (row.id === null) continue;
      position = { xid: row.xid, seq: row.seq, at: Math.max(position.at, row.occurred_at.getTime()) };
      if (row.shown) changes.push(describe(context, row, position));
    }
    const last = rows.at(-1) as Row;
    left -= last.size;
    if (last.looked < windowSize) {
      // All settled events were seen, so the months before this one need not be searched again.
      const end = { ...position, at: last.now.getTime() };
      return { changes, position: end, hasMore: false, unsettled: last.unsettled };
    }
    if (windows === maxWindows) return { changes, position, hasMore: true, unsettled: true };
  }
}

/**
 * Rows that the caller may see, and always a last one that tells how far it looked. Records are only read of those that
 * fit: the first in any case, the others as long as all of them together have no more bytes than are left.
 */
function readWindow(
  context: Context,
  { xid, seq, at }: Position,
  filter: EventFilter,
  most: number,
  left: number,
): Promise<Row[]> {
  const params = new Params(context.caller.tenantId);
  const place = `(${params.add(xid, 'xid8')}, ${params.add(seq, 'bigint')})`;
  const since = params.add(new Date(Math.max(0, at - 86_400_000)), 'timestamptz');
  const shown = readableEvents(context.caller.access, context.registry, 'e', params, filter);
  const fits = `(w.k = 1 or w.size <= ${params.add(left, 'bigint')})`;
  return queryable(context).query<Row>(
    `select w.xid::text, w.seq, w.id, w.type, w.model, w.record_id, w.record, w.previous, w.actor_id, w.request_id,
      w.occurred_at, w.shown, coalesce(w.size, 0)::int as size, coalesce(w.looked, 0)::int as looked, w.now, w.unsettled
     from ${scoped(
       'w',
       `select now() as now, w.*, exists (
          select from events e where ${inTenant('e')} and e.xid >= s.below and e.occurred_at >= now() - interval '1 day') as unsettled
        from (select ${settledBelow} as below offset 0) s
        left join lateral (
          select w.xid, w.seq, w.id, w.type, w.model, w.record_id, w.actor_id, w.request_id, w.occurred_at, w.shown, w.looked,
            w.size, case when w.shown and ${fits} then w.record::text end as record,
            case when w.shown and ${fits} then w.previous::text end as previous
          from (
            select w.*, sum(case when w.shown then coalesce(octet_length(w.record::text), 0) + coalesce(octet_length(w.previous::text), 0) end)
              over (order by w.n) as size
            from (
              select w.*, row_number() over (order by w.xid, w.seq) as n, count(*) over () as looked,
                count(*) filter (where w.shown) over (order by w.xid, w.seq) as k
              from (
                select e.*, ${shown} as shown from events e where ${inTenant('e')} and (e.xid, e.seq) > ${place}
                  and e.xid < s.below and e.occurred_at >= ${since}
                order by e.xid, e.seq limit ${windowSize}
              ) w
            ) w where (w.shown and w.k <= ${params.add(most, 'int')}) or w.n = w.looked
          ) w where w.n = w.looked or ${fits}
        ) w on true`,
     )} order by w.xid, w.seq`,
    params.values,
  );
}

function describe({ registry, caller }: Context, row: Row, position: Position): Change {
  const [moduleKey = '', slug = ''] = row.model.split('.');
  const model = registry.find(moduleKey, slug);
  const seen = (json: string | null): RecordObject | null =>
    json === null ? null : eventRecord(registry, caller.access, row.model, json);
  const record = seen(row.record);
  const previous = seen(row.previous);
  const cursor = encodePosition(position);
  const json = JSON.stringify({
    cursor,
    id: row.id,
    type: row.type,
    action: row.type.slice(row.type.lastIndexOf('.') + 1),
    moduleKey,
    slug,
    modelKey: model?.key ?? null,
    recordId: row.record_id,
    version: record?.version ?? previous?.version ?? null,
    timestamp: row.occurred_at.toISOString(),
    actorId: row.actor_id,
    requestId: row.request_id,
    changedFields: record && previous ? changedFields(record, previous) : null,
    record: record ?? (row.record_id === null ? {} : { _id: row.record_id }),
  });
  return { position, cursor, type: row.type, json };
}
