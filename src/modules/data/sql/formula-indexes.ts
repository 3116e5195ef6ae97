import { type Context, queryable, type TransactionContext } from '#core/context.ts';
import { currentPosition, settledBelow } from '#core/events/events.ts';
import type { Field } from '#core/fields/field.ts';
import { copyForm } from '#core/fields/value-copies.ts';
import type { Model } from '#core/models/model.ts';
import { tableAs, tenantRows } from '#core/query/rows.ts';
import type { Database } from '#db/database.ts';
import { inTenant, Params, plainArray, scoped } from '#db/params.ts';
import { newId } from '#lib/ids.ts';

/** Statements about the indexes of formulas, and the copies of their values. */

export interface StoredIndex {
  readonly id: string;
  readonly fieldId: string;
  readonly definition: string;
  readonly state: 'building' | 'ready' | 'dropped';
  readonly xid: string;
  readonly filledTo: string | null;
  readonly createdAt: Date;
}

export const readIndexes = (context: Context): Promise<StoredIndex[]> =>
  queryable(context).query<StoredIndex>(
    `select i.* from ${scoped(
      'i',
      `select i.id, i.field_id as "fieldId", i.definition, i.state, i.xid::text, i.filled_to as "filledTo", i.created_at as "createdAt"
       from formula_indexes i where ${inTenant('i')} order by i.created_at, i.id`,
    )}`,
    [context.caller.tenantId],
  );

/** Makes an index that has no copies yet. Returns its id. */
export async function insertIndex(
  { tx, caller }: TransactionContext,
  model: Model,
  field: Field,
  definition: string,
): Promise<string> {
  const id = newId();
  await tx.query(
    `insert into formula_indexes (tenant_id, id, field_id, model, definition, state, xid)
     values ($1::bigint, $2::uuid, $3::uuid, $4::text, $5::text, 'building', ${currentPosition})`,
    [caller.tenantId, id, field.customId, model.name, definition],
  );
  return id;
}

export async function dropIndex({ tx, caller }: TransactionContext, id: string): Promise<void> {
  await tx.query(`update formula_indexes set state = 'dropped' where tenant_id = $1::bigint and id = $2::uuid`, [
    caller.tenantId,
    id,
  ]);
}

/** From now on filters use the index, unless it was dropped meanwhile. */
export async function setReady({ tx, caller }: TransactionContext, id: string): Promise<void> {
  await tx.query(
    `update formula_indexes set state = 'ready' where tenant_id = $1::bigint and id = $2::uuid and state = 'building'`,
    [caller.tenantId, id],
  );
}

/** Deletes copies of a dropped index, at most `limit`, and returns how many. */
export async function deleteCopies({ tx, caller }: TransactionContext, id: string, limit: number): Promise<number> {
  const rows = await tx.query(
    `delete from formula_values where tenant_id = $1::bigint and index_id = $2::uuid and record_id in (
       select record_id from formula_values where tenant_id = $1::bigint and index_id = $2::uuid limit $3::int)
     returning 1`,
    [caller.tenantId, id, limit],
  );
  return rows.length;
}

/** Forgets an index that was dropped some time ago. Writers that did not know so may have added copies until then. */
export async function forgetIndex({ tx, caller }: TransactionContext, id: string): Promise<void> {
  await tx.query(
    `delete from formula_indexes where tenant_id = $1::bigint and id = $2::uuid and state = 'dropped'
       and created_at < now() - interval '1 hour'`,
    [caller.tenantId, id],
  );
}

/** A field with the index that is filled. */
export interface IndexedField {
  readonly model: Model;
  readonly field: Field;
  readonly index: Pick<StoredIndex, 'id'>;
}

/**
 * Copies the values of the records that meet a condition. It locks them first, so that it reads their newest values, and no
 * write comes between reading and copying. Returns the highest id.
 */
async function copyValues(
  { tx }: TransactionContext,
  { model, field, index }: IndexedField,
  condition: string,
  params: Params,
): Promise<string | undefined> {
  const { column, of } = copyForm(field.type);
  const [last] = await tx.query<{ id: string }>(
    `with found as materialized (
      select t.id, ${of(field.sql('t'))} as copy from ${tableAs(model, 't')}
      where ${tenantRows(model, 't')} and ${condition} for share
    ), copied as (
      insert into formula_values as v (tenant_id, index_id, record_id, ${column})
      select $1::bigint, '${index.id}'::uuid, f.id, f.copy from found f
      on conflict (tenant_id, index_id, record_id) do update set ${column} = excluded.${column}
      where v.${column} is distinct from excluded.${column}
    )
    select id from found order by id desc limit 1`,
    params.values,
  );
  return last?.id;
}

/** Copies the values of the next records after an id. Returns the last of them; undefined when there are no more. */
export async function copyNext(
  context: TransactionContext,
  indexed: IndexedField,
  after: string,
  limit: number,
): Promise<string | undefined> {
  const params = new Params(context.caller.tenantId);
  const condition = `t.id > ${params.add(after, 'uuid')} order by t.id limit ${params.add(limit, 'int')}`;
  const last = await copyValues(context, indexed, condition, params);
  if (last !== undefined)
    await context.tx.query(
      'update formula_indexes set filled_to = $3::uuid where tenant_id = $1::bigint and id = $2::uuid',
      [context.caller.tenantId, indexed.index.id, last],
    );
  return last;
}

export async function copyOf(
  context: TransactionContext,
  indexed: IndexedField,
  ids: readonly string[],
): Promise<void> {
  const params = new Params(context.caller.tenantId);
  await copyValues(context, indexed, `t.id = any(${params.add(plainArray(ids), 'uuid[]')}) order by t.id`, params);
}

/** The position of an event. */
export interface Position {
  readonly xid: string;
  readonly seq: string;
}

export interface WrittenRecords {
  readonly ids: readonly string[];
  /** The position of the last event that was read. */
  readonly to: Position;
  readonly isFull: boolean;
  /** No open transaction can still write an event below it. */
  readonly settledBelow: bigint;
}

/** Reads the records of a model that were written after a position, by settled events. */
export async function readWritten(
  context: Context,
  model: Model,
  from: Position,
  since: Date,
  limit: number,
): Promise<WrittenRecords> {
  const params = new Params(context.caller.tenantId);
  const position = `(${params.add(from.xid, 'xid8')}, ${params.add(from.seq, 'bigint')})`;
  const rows = await queryable(context).query<{ id: string | null; xid: string; seq: string; below: string }>(
    `select w.* from ${scoped(
      'w',
      `select s.below::text, e.* from (select ${settledBelow} as below) s left join lateral (
         select e.record_id as id, e.xid::text, e.seq::text from events e
         where ${inTenant('e')} and e.model = '${model.name}' and e.record is not null
           and (e.xid, e.seq) > ${position} and e.xid < s.below and e.occurred_at >= ${params.add(since, 'timestamptz')}
         order by e.xid, e.seq limit ${params.add(limit, 'int')}) e on true`,
    )}`,
    params.values,
  );
  const events = rows.filter(({ id }) => id !== null);
  const last = events.at(-1);
  return {
    ids: [...new Set(events.flatMap(({ id }) => id ?? []))],
    to: last ? { xid: last.xid, seq: last.seq } : from,
    isFull: events.length === limit,
    settledBelow: BigInt(rows[0]?.below ?? 0),
  };
}

/** The position of a transaction that begins now. */
export async function positionNow({ tx, caller }: TransactionContext): Promise<bigint> {
  const [row] = await tx.query<{ xid: string }>(`select ${currentPosition}::text as xid`, [caller.tenantId]);
  return BigInt(row?.xid ?? 0);
}

/** The tenants that have indexes of formulas. */
export const tenantsWithIndexes = (db: Database): Promise<{ tenantId: string; accountKey: string }[]> =>
  db.platform((tx) =>
    tx.query<{ tenantId: string; accountKey: string }>(
      `select t.id as "tenantId", t.account_key as "accountKey" from tenants t
       where exists (select from formula_indexes i where i.tenant_id = t.id) order by t.id`,
    ),
  );
