import type { ParamSink, Params } from '#db/params.ts';
import { newId } from '#lib/ids.ts';
import type { Context } from '../context.ts';
import type { Model } from '../models/model.ts';

/** The changes of a record: the last part of the event type, as in `contact.created`. */
export const recordChanges = ['created', 'updated', 'deleted', 'restored'] as const;

export type Change = (typeof recordChanges)[number];

const eventType = (model: Model, change: Change): string => `${model.key}.${change}`;

interface EventSource {
  /** SQL of the record's id, and of its JSON after and before the change; `null` where there is none. */
  readonly id: string;
  readonly record: string;
  readonly previous: string;
  /** The from clause. */
  readonly from: string;
}

/**
 * SQL of the position of events that the current transaction writes: the tenant's epoch and the transaction id. The
 * tenant is `$1`. It runs once per statement and costs PostgreSQL 10 µs.
 */
export const currentPosition = '(select event_place(n.epoch) from tenants n where n.id = $1::bigint)';

/** SQL of the position below which events are settled: no open transaction can still write an event before it. */
export const settledBelow = '(select settled_below(n.epoch) from tenants n where n.id = $1::bigint)';

/** Placeholders for the values that the event of a write takes from its call. */
export interface EventParameters {
  readonly actor: string;
  readonly request: string;
  readonly eventId: string;
  readonly kind: string;
  readonly viaId: string;
  readonly depth: string;
  readonly quiet: string;
}

/**
 * Adds the values that an event takes from its call. For one row this process creates the event id; for `many` rows the
 * database does.
 */
export const addEventParameters = (
  { caller, requestId, via, depth }: Context,
  params: ParamSink,
  many = false,
): EventParameters => ({
  actor: params.add(caller.userId, 'uuid'),
  request: params.add(requestId, 'text'),
  eventId: many ? 'gen_random_uuid()' : params.add(newId(), 'uuid'),
  kind: params.add(via?.kind ?? null, 'text'),
  viaId: params.add(via?.id ?? null, 'uuid'),
  depth: params.add(depth ?? 0, 'smallint'),
  quiet: params.add(via?.quiet ?? false, 'boolean'),
});

/**
 * SQL that inserts the event of a write as a part of the same statement, so that a write and its event are committed or
 * rolled back together.
 */
export function eventSql(
  model: Model,
  change: Change,
  { actor, request, eventId, kind, viaId, depth, quiet }: EventParameters,
  { id, record, previous, from }: EventSource,
): string {
  return `insert into events (tenant_id, xid, id, type, model, record_id, record, previous, actor_id, request_id, via, via_id, depth, quiet)
    select $1::bigint, ${currentPosition}, ${eventId}, '${eventType(model, change)}', '${model.name}', ${id}, ${record}, ${previous}, ${actor}, ${request}, ${kind}, ${viaId}, ${depth}, ${quiet}
    from ${from}`;
}

/** `eventSql` with its parameters, for statements whose text is built for each call. */
export const insertEvent = (
  context: Context,
  model: Model,
  change: Change,
  params: Params,
  source: EventSource,
  many = false,
): string => eventSql(model, change, addEventParameters(context, params, many), source);

/** Notifies the readers of the spine when the events are committed. Call this after the statement that wrote them. */
export function notifyAfterCommit({ services: { spine }, caller: { tenantId }, tx }: Context): void {
  if (tx) tx.afterCommit(() => spine.eventsCommitted(tenantId));
  else spine.eventsCommitted(tenantId);
}

/** Like `notifyAfterCommit`, for a statement that inserted records. */
export function notifyOfInserts(context: Context, { table }: Model, rows: number): void {
  const { services, caller, tx } = context;
  notifyAfterCommit(context);
  const count = () => services.grownTables.rowsCreated(table, caller.tenantId, rows);
  if (tx) tx.afterCommit(count);
  else count();
}

export interface EventInput {
  readonly type: string;
  readonly model: string;
  readonly recordId: string | null;
  readonly record: unknown;
  readonly previous: unknown;
}

/** Writes an event about something other than a record of a model. Call this in the transaction of the change. */
export async function appendEvent(context: Context, event: EventInput): Promise<void> {
  const { caller, requestId, tx, via, depth } = context;
  if (!tx) throw new Error('an event must be written in the transaction of its change');
  const text = (value: unknown) => (value === null ? null : JSON.stringify(value));
  await tx.query(
    `insert into events (tenant_id, xid, id, type, model, record_id, record, previous, actor_id, request_id, via, via_id, depth, quiet)
     values ($1::bigint, ${currentPosition}, $2::uuid, $3::text, $4::text, $5::uuid, $6::json, $7::json, $8::uuid, $9::text, $10::text, $11::uuid, $12::smallint, $13::boolean)`,
    [
      caller.tenantId,
      newId(),
      event.type,
      event.model,
      event.recordId,
      text(event.record),
      text(event.previous),
      caller.userId,
      requestId,
      via?.kind ?? null,
      via?.id ?? null,
      depth ?? 0,
      via?.quiet ?? false,
    ],
  );
  notifyAfterCommit(context);
}
