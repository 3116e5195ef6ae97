import type { Params } from '#db/params.ts';
import { newId } from '#lib/ids.ts';
import type { Context } from '../context.ts';
import type { Model } from '../models/model.ts';

/** What happens to a record: the last word of its event's type. */
export const recordChanges = ['created', 'updated', 'deleted', 'restored'] as const;

export type Change = (typeof recordChanges)[number];

const eventType = (model: Model, change: Change): string => `${model.key}.${change}`;

interface EventSource {
  /** SQL of the record's id, its JSON now and its JSON before; null where there is none. */
  readonly id: string;
  readonly record: string;
  readonly previous: string;
  /** What they are selected from. */
  readonly from: string;
}

/**
 * SQL of the place in the spine of what the current transaction writes: the tenant's epoch and the transaction id. The
 * tenant is `$1`. It runs once for each statement and costs PostgreSQL 10 µs.
 */
export const currentPosition = '(select event_place(n.epoch) from tenants n where n.id = $1::bigint)';

/** SQL of the place below which events are settled: no transaction under way can still write one before them. */
export const settledBelow = '(select settled_below(n.epoch) from tenants n where n.id = $1::bigint)';

/**
 * The insert that goes with every write, in the same statement: no committed write lacks its event, no other has one.
 * The event's own id comes from here when it is one row, from the database when the write touches many.
 */
export function insertEvent(
  { caller, requestId }: Context,
  model: Model,
  change: Change,
  params: Params,
  { id, record, previous, from }: EventSource,
  many = false,
): string {
  const actor = params.add(caller.userId, 'uuid');
  const request = params.add(requestId, 'text');
  const eventId = many ? 'gen_random_uuid()' : params.add(newId(), 'uuid');
  return `insert into events (tenant_id, xid, id, type, model, record_id, record, previous, actor_id, request_id)
    select $1::bigint, ${currentPosition}, ${eventId}, '${eventType(model, change)}', '${model.name}', ${id}, ${record}, ${previous}, ${actor}, ${request}
    from ${from}`;
}

/** What `insertEvent` adds to the values of its statement, for one whose text is kept. */
export const eventValues = ({ caller, requestId }: Context): unknown[] => [caller.userId, requestId, newId()];

/** Tells who reads the spine that there is more, once it can be read. Call it after the statement that wrote events. */
export function announce({ services: { spine }, caller: { tenantId }, tx }: Context): void {
  if (tx) tx.afterCommit(() => spine.written(tenantId));
  else spine.written(tenantId);
}

export interface EventInput {
  readonly type: string;
  readonly model: string;
  readonly recordId: string | null;
  readonly record: unknown;
  readonly previous: unknown;
}

/** An event of something that is not a record of a model. Call it in the transaction of the change. */
export async function appendEvent(context: Context, event: EventInput): Promise<void> {
  const { caller, requestId, tx } = context;
  if (!tx) throw new Error('an event belongs into the transaction of its change');
  const text = (value: unknown) => (value === null ? null : JSON.stringify(value));
  await tx.query(
    `insert into events (tenant_id, xid, id, type, model, record_id, record, previous, actor_id, request_id)
     values ($1::bigint, ${currentPosition}, $2::uuid, $3::text, $4::text, $5::uuid, $6::json, $7::json, $8::uuid, $9::text)`,
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
    ],
  );
  announce(context);
}
