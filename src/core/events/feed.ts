import { inTenant, Params, scoped } from '#db/params.ts';
import { type Context, queryable } from '../context.ts';
import { badQuery } from '../errors.ts';
import type { Model } from '../models/model.ts';
import type { RecordObject } from '../models/record.ts';
import { isInAudience } from '../query/reach.ts';
import { type EventFilter, readableEvents } from './event-access.ts';
import { actorOf, actorSql, type ViaColumns } from './event-actors.ts';
import { changedFields, eventRecord } from './event-record.ts';
import { settledBelow } from './events.ts';
import { pastState } from './past-state.ts';

export type { EventFilter as FeedFilter } from './event-access.ts';

/** The change feed: the events of a tenant in order, filtered by the permissions of the caller. */

/**
 * The position of the last event that a reader received. It is always the position of an event: after a failover the
 * new primary reuses transaction ids that have no event, and their new events would precede the position.
 */
export interface Position {
  /** The tenant's epoch (upper 16 bits) and the transaction id (lower 48). */
  readonly xid: string;
  /** Orders the events of one transaction. */
  readonly seq: string;
  /** The time of the position in milliseconds. Partitions of earlier months are not read. */
  readonly at: number;
}

interface Change {
  readonly position: Position;
  /** The cursor that continues after this change. */
  readonly cursor: string;
  readonly type: string;
  /** The change as JSON text. */
  readonly json: string;
  /** Set for a record with an audience, which decides who may see the change. */
  readonly limited?: Limited;
}

interface Limited {
  readonly model: Model;
  readonly record: RecordObject;
  /** Replaces an update for readers who left the audience with it: they learn only that the record is gone. */
  readonly withdrawal?: { readonly previous: RecordObject; readonly type: string; readonly json: string };
}

export interface Changes {
  readonly changes: readonly Change[];
  readonly position: Position;
  readonly hasMore: boolean;
  /** True when further events wait for an older transaction to end, so that the reader should read again soon. */
  readonly unsettled: boolean;
}

/** Negative when `a` comes first. */
export const comparePositions = (a: Position, b: Position): number =>
  compareNumbers(a.xid, b.xid) || compareNumbers(a.seq, b.seq);

const compareNumbers = (a: string, b: string): number => (a === b ? 0 : BigInt(a) < BigInt(b) ? -1 : 1);

export const beginning: Position = { xid: '0', seq: '0', at: 0 };

const maxXid = 2n ** 64n - 1n;
const maxSeq = 2n ** 63n - 1n;

export const encodePosition = ({ xid, seq, at }: Position): string =>
  Buffer.from(`${xid}.${seq}.${at}`).toString('base64url');

export function readPosition(cursor: string, name: string): Position {
  const text = Buffer.from(cursor, 'base64url').toString('utf8');
  const [, xid = '', seq = '', at = ''] = /^(\d{1,20})\.(-1|\d{1,19})\.(\d{1,15})$/.exec(text) ?? [];
  if (xid === '' || BigInt(xid) > maxXid || BigInt(seq) > maxSeq) {
    throw badQuery(name, 'is not a cursor of this feed; begin again without it');
  }
  return { xid, seq, at: Number(at) };
}

/**
 * The start position for a reader of future events: the newest settled event. Events that wait for an older transaction
 * come after it, so the reader gets them although they are older.
 */
export async function latestPosition(context: Context): Promise<Position> {
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

/** The maximum of events that one statement reads, even when the filter matches few of them. */
const windowSize = 1000;
/** The maximum of statements for one page. After that the page is returned as it is. */
const maxWindows = 20;
/** The maximum size of the records of one page. */
const maxPageBytes = 2_000_000;

interface Row extends ViaColumns {
  readonly xid: string;
  readonly seq: string;
  readonly id: string | null;
  readonly type: string;
  readonly model: string;
  readonly record_id: string | null;
  readonly record: string | null;
  readonly previous: string | null;
  readonly actor_id: string | null;
  readonly email: string | null;
  readonly request_id: string | null;
  readonly occurred_at: Date;
  readonly shown: boolean;
  /** The sum of bytes of the shown rows of this window, up to and including this one. */
  readonly size: number;
  /** The number of events that the statement read. */
  readonly examined: number;
  readonly now: Date;
  readonly unsettled: boolean;
}

/**
 * Changes after a position, oldest first. It reads only below the oldest open transaction, so that the events of a
 * transaction that commits late are neither skipped nor returned out of order.
 */
export const readChanges = async (
  context: Context,
  from: Position,
  filter: EventFilter,
  limit: number,
): Promise<Changes> => withinAudience(context, await readSharedChanges(context, from, filter, limit));

/**
 * Omits changes of records whose audience does not include the caller. A deleted record keeps its audience. A caller
 * who leaves the audience by the change learns only that the record was withdrawn.
 */
export async function withinAudience(context: Context, page: Changes): Promise<Changes> {
  if (!page.changes.some(({ limited }) => limited)) return page;
  const changes: Change[] = [];
  for (const change of page.changes) {
    const shown = change.limited ? await asSeenByCaller(context, change, change.limited) : change;
    if (shown) changes.push(shown);
  }
  return { ...page, changes };
}

async function asSeenByCaller(context: Context, change: Change, limited: Limited): Promise<Change | undefined> {
  const { model, record, withdrawal } = limited;
  const grant = context.caller.access.grant(model, 'read');
  if (await isInAudience(context, grant, record)) return change;
  if (!withdrawal || !(await isInAudience(context, grant, withdrawal.previous))) return undefined;
  return { ...change, type: withdrawal.type, json: withdrawal.json };
}

/**
 * Like `readChanges`, for all callers with the same permissions. The result must be filtered by `withinAudience`, which
 * depends on the user.
 */
export async function readSharedChanges(
  context: Context,
  from: Position,
  filter: EventFilter,
  limit: number,
): Promise<Changes> {
  const changes: Change[] = [];
  let position = from;
  let bytesLeft = maxPageBytes;
  for (let windows = 1; ; windows += 1) {
    const rows = await readWindow(context, position, filter, limit - changes.length + 1, bytesLeft);
    for (const row of rows) {
      const tooLarge = row.size > bytesLeft && changes.length > 0;
      // The statement reads one row more than the limit, to know whether there are more.
      if (tooLarge || (row.shown && changes.length === limit))
        return { changes, position, hasMore: true, unsettled: true };
      if (row.id === null) continue;
      position = { xid: row.xid, seq: row.seq, at: Math.max(position.at, row.occurred_at.getTime()) };
      if (row.shown) changes.push(changeOf(context, row, position));
    }
    const last = rows.at(-1) as Row;
    bytesLeft -= last.size;
    if (last.examined < windowSize) {
      // All settled events were read, so the next read can skip the partitions of earlier months.
      const end = { ...position, at: last.now.getTime() };
      return { changes, position: end, hasMore: false, unsettled: last.unsettled };
    }
    if (windows === maxWindows) return { changes, position, hasMore: true, unsettled: true };
  }
}

/**
 * Rows that the caller may see, and always the last row that was read, even if it is not shown. Records are read only
 * for rows that fit: always for the first row, and for the others while the sum of their bytes is at most `bytesLeft`.
 */
function readWindow(
  context: Context,
  { xid, seq, at }: Position,
  filter: EventFilter,
  maxShown: number,
  bytesLeft: number,
): Promise<Row[]> {
  const params = new Params(context.caller.tenantId);
  const position = `(${params.add(xid, 'xid8')}, ${params.add(seq, 'bigint')})`;
  const since = params.add(new Date(Math.max(0, at - 86_400_000)), 'timestamptz');
  const shown = readableEvents(context.caller.access, context.registry, 'e', params, {
    ...filter,
    audiences: true,
  });
  const { join, email } = actorSql(context, 'w', params);
  const fits = `(w.k = 1 or w.size <= ${params.add(bytesLeft, 'bigint')})`;
  return queryable(context).query<Row>(
    `select w.xid::text, w.seq, w.id, w.type, w.model, w.record_id, w.record, w.previous, w.actor_id, w.email, w.request_id, w.via, w.via_id,
      w.occurred_at, w.shown, coalesce(w.size, 0)::int as size, coalesce(w.examined, 0)::int as examined, w.now, w.unsettled
     from ${scoped(
       'w',
       `select now() as now, w.*, ${email} as email, exists (
          select from events e where ${inTenant('e')} and e.xid >= s.below and e.occurred_at >= now() - interval '1 day') as unsettled
        from (select ${settledBelow} as below offset 0) s
        left join lateral (
          select w.xid, w.seq, w.id, w.type, w.model, w.record_id, w.actor_id, w.request_id, w.via, w.via_id, w.occurred_at, w.shown, w.examined,
            w.size, case when w.shown and ${fits} then w.record::text end as record,
            case when w.shown and ${fits} then w.previous::text end as previous
          from (
            select w.*, sum(case when w.shown then coalesce(octet_length(w.record::text), 0) + coalesce(octet_length(w.previous::text), 0) end)
              over (order by w.n) as size
            from (
              select w.*, row_number() over (order by w.xid, w.seq) as n, count(*) over () as examined,
                count(*) filter (where w.shown) over (order by w.xid, w.seq) as k
              from (
                select e.*, ${shown} as shown from events e where ${inTenant('e')} and (e.xid, e.seq) > ${position}
                  and e.xid < s.below and e.occurred_at >= ${since}
                order by e.xid, e.seq limit ${windowSize}
              ) w
            ) w where (w.shown and w.k <= ${params.add(maxShown, 'int')}) or w.n = w.examined
          ) w where w.n = w.examined or ${fits}
        ) w on true ${join}`,
     )} order by w.xid, w.seq`,
    params.values,
  );
}

function changeOf({ registry, caller }: Context, row: Row, position: Position): Change {
  const [moduleKey = '', slug = ''] = row.model.split('.');
  const model = registry.find(moduleKey, slug);
  const derivedAt = row.via === 'derived' ? row.occurred_at.toISOString() : undefined;
  const visible = (json: string | null): RecordObject | null =>
    json === null ? null : eventRecord(registry, caller.access, row.model, json, derivedAt);
  const record = visible(row.record);
  const previous = visible(row.previous);
  const cursor = encodePosition(position);
  const change = {
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
    actor: actorOf(row.actor_id, row.email, row),
    requestId: row.request_id,
    ...(derivedAt !== undefined && { derived: true }),
    changedFields: record && previous ? changedFields(record, previous) : null,
    record: record ?? (row.record_id === null ? {} : { _id: row.record_id }),
  };
  return {
    position,
    cursor,
    type: row.type,
    json: JSON.stringify(change),
    ...(model?.audience && !isForEverybody(model, record, previous) && limitsOf(model, row, change)),
  };
}

/** True when every reader of the model sees the record, and saw it before. This applies to most mails. */
function isForEverybody({ audience }: Model, ...states: readonly (RecordObject | null)[]): boolean {
  const key = audience?.visibility;
  return key !== undefined && !audience?.roles && !audience?.teams && !audience?.shared
    ? states.every((state) => state === null || state[key] === 'everyone')
    : false;
}

function limitsOf(model: Model, row: Row, change: { readonly type: string }): { limited: Limited } | undefined {
  const state = row.record ?? row.previous;
  if (state === null) return undefined;
  const record = pastState(model, state);
  if (row.record === null || row.previous === null) return { limited: { model, record } };
  const type = `${change.type.slice(0, change.type.lastIndexOf('.'))}.withdrawn`;
  const left = {
    ...change,
    type,
    action: 'withdrawn',
    version: null,
    actorId: null,
    actor: null,
    requestId: null,
    changedFields: null,
    record: { _id: row.record_id },
  };
  return {
    limited: {
      model,
      record,
      withdrawal: { previous: pastState(model, row.previous), type, json: JSON.stringify(left) },
    },
  };
}
