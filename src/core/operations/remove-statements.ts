import { Params } from '#db/params.ts';
import { addWriteSteps } from '../behaviours/write-steps.ts';
import type { TransactionContext } from '../context.ts';
import { notifyAfterCommit } from '../events/events.ts';
import type { Field } from '../fields/field.ts';
import type { Model } from '../models/model.ts';
import type { InboundReference } from '../models/registry.ts';
import { eventJson, tableAs, tenantRows } from '../query/rows.ts';
import { pointsTo } from './statements.ts';

/** The statements of a deletion. This process receives only ids; PostgreSQL writes records and events itself. */

export interface ReferrerCount {
  readonly inbound: InboundReference;
  readonly count: number;
}

/**
 * Counts the rows that reference the records, per reference of the registry, up to `limit` each, in one round trip.
 * Omits references that no row uses.
 */
export async function countReferrers(
  { registry, caller, tx }: TransactionContext,
  model: Model,
  ids: readonly string[],
  limit: number,
): Promise<ReferrerCount[]> {
  const inbound = registry.inbound(model);
  if (inbound.length === 0) return [];
  const params = new Params(caller.tenantId);
  const idsParam = params.add(ids, 'uuid[]');
  const limitParam = params.add(limit, 'int');
  const counts = inbound.map(
    (other, n) =>
      `select ${n} as n, (select count(*)::int from (select from ${tableAs(other.model, 't')}
        where ${tenantRows(other.model, 't')} and ${pointsTo(other, 't', idsParam)} limit ${limitParam}) c) as count`,
  );
  const rows = await tx.query<{ n: number; count: number }>(
    `select * from (${counts.join(' union all ')}) c where count > 0`,
    params.values,
  );
  return rows.map(({ n, count }) => ({ inbound: inbound[n] as InboundReference, count }));
}

/** Locks the rows whose field references one of the records, at most `limit` if given. Returns their ids. */
export async function lockReferrers(
  { caller, tx }: TransactionContext,
  { model, field }: InboundReference,
  ids: readonly string[],
  limit?: number,
): Promise<string[]> {
  const params = new Params(caller.tenantId);
  const pointing = (alias: string) =>
    `${tenantRows(model, alias)} and ${pointsTo({ model, field }, alias, params.add(ids, 'uuid[]'))}`;
  // Limit the rows in a subquery, because sorting all rows for each batch of a thousand would make a large deletion
  // quadratic.
  const limited =
    limit === undefined
      ? ''
      : ` and t.id in (select s.id from ${tableAs(model, 's')} where ${pointing('s')} limit ${params.add(limit, 'int')})`;
  const rows = await tx.query<{ id: string; late: boolean }>(
    `select t.id, written_later(t.xmin) as late from ${tableAs(model, 't')}
     where ${pointing('t')}${limited} order by t.id for update`,
    params.values,
  );
  if (rows.some((row) => row.late)) tx.retryTransaction();
  return rows.map((row) => row.id);
}

/** Deletes locked rows and writes an event for each. */
export async function deleteRows(context: TransactionContext, model: Model, ids: readonly string[]): Promise<void> {
  const params = new Params(context.caller.tenantId);
  const idsParam = params.add(ids, 'uuid[]');
  const deleted = { id: 'deleted.id', record: 'null::json', previous: 'deleted.record', from: 'deleted' };
  const steps = addWriteSteps(context, model, 'deleted', params, deleted, true);
  await context.tx.query(
    `with deleted as (
      delete from ${tableAs(model, 't')} where ${tenantRows(model, 't')} and t.id = any(${idsParam})
      returning t.id, ${eventJson(model, 't')} as record
    ), ${steps}
    select 1`,
    params.values,
  );
  notifyAfterCommit(context);
}

/**
 * The maximum of rows per update. The statement joins each row before and after the update, by a nested loop when
 * PostgreSQL expects few rows (a table without statistics): 5,000 rows in one statement were 12 million comparisons and
 * took 8 of 11 seconds.
 */
const maxRowsPerUpdate = 500;

/** Clears references to deleted records in locked rows, and writes an event for each row. */
export const clearReferences = (
  context: TransactionContext,
  inbound: InboundReference,
  referrers: readonly string[],
  targets: readonly string[],
): Promise<void> =>
  writeReference(context, inbound, referrers, (params) =>
    inbound.field.type.array ? withoutIds(inbound.field, params.add(targets, 'uuid[]')) : 'null::uuid',
  );

/**
 * Sets a reference of locked rows to the value of an SQL expression over the row `t`, and writes an event for each row.
 * It checks nothing and runs no hooks.
 */
export async function writeReference(
  context: TransactionContext,
  inbound: InboundReference,
  rows: readonly string[],
  value: (params: Params) => string,
): Promise<void> {
  for (let from = 0; from < rows.length; from += maxRowsPerUpdate)
    await writeChunk(context, inbound, rows.slice(from, from + maxRowsPerUpdate), value);
  notifyAfterCommit(context);
}

async function writeChunk(
  context: TransactionContext,
  { model, field }: InboundReference,
  rows: readonly string[],
  newValue: (params: Params) => string,
): Promise<void> {
  const params = new Params(context.caller.tenantId);
  const these = `${tenantRows(model, 't')} and t.id = any(${params.add(rows, 'uuid[]')})`;
  const saved = { id: 'saved.id', record: 'saved.record', previous: 'saved.previous', from: 'saved' };
  const steps = addWriteSteps(context, model, 'updated', params, saved, true);
  const value = newValue(params);
  const set =
    field.column === null
      ? `custom = t.custom || jsonb_build_object('${field.customId}', to_jsonb(${value}))`
      : `"${field.column}" = ${value}`;
  await context.tx.query(
    `with old as materialized (
      select t.id, ${eventJson(model, 't')} as record from ${tableAs(model, 't')} where ${these}
    ), saved as (
      update ${tableAs(model, 't')} set ${set}, updated_at = clock_timestamp(),
        updated_by = ${params.add(context.caller.userId, 'uuid')}, version = t.version + 1
      from old where ${these} and t.id = old.id
      returning t.id, ${eventJson(model, 't')} as record, old.record as previous
    ), ${steps}
    select 1`,
    params.values,
  );
}

const withoutIds = (field: Field, ids: string): string =>
  `(select coalesce(array_agg(e order by n), '{}') from unnest(${field.sql('t')}) with ordinality u(e, n) where e <> all(${ids}))`;
