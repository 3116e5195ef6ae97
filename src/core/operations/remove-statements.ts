import { Params } from '#db/params.ts';
import type { TransactionContext } from '../context.ts';
import { announce, insertEvent } from '../events/events.ts';
import type { Field } from '../fields/field.ts';
import type { Model } from '../models/model.ts';
import type { Inbound } from '../models/registry.ts';
import { eventJson, tableAs, tenantRows } from '../query/rows.ts';
import { pointsTo } from './statements.ts';

/** The statements of a delete. Only ids travel to this process; records and events are written inside PostgreSQL. */

export interface PointingCount {
  readonly inbound: Inbound;
  readonly count: number;
}

/**
 * How many rows point to the records through each reference of the registry, counted up to `most`. One round trip,
 * however many references there are; those that no row uses are left out.
 */
export async function countPointing(
  { registry, caller, tx }: TransactionContext,
  model: Model,
  ids: readonly string[],
  most: number,
): Promise<PointingCount[]> {
  const inbound = registry.inbound(model);
  if (inbound.length === 0) return [];
  const params = new Params(caller.tenantId);
  const idsParam = params.add(ids, 'uuid[]');
  const limit = params.add(most, 'int');
  const counts = inbound.map(
    (other, n) =>
      `select ${n} as n, (select count(*)::int from (select from ${tableAs(other.model, 't')}
        where ${tenantRows(other.model, 't')} and ${pointsTo(other, 't', idsParam)} limit ${limit}) c) as count`,
  );
  const rows = await tx.query<{ n: number; count: number }>(
    `select * from (${counts.join(' union all ')}) c where count > 0`,
    params.values,
  );
  return rows.map(({ n, count }) => ({ inbound: inbound[n] as Inbound, count }));
}

/** Locks rows whose field points to one of the records, all of them or at most `most`, and returns their ids. */
export async function lockPointing(
  { caller, tx }: TransactionContext,
  { model, field }: Inbound,
  ids: readonly string[],
  most?: number,
): Promise<string[]> {
  const params = new Params(caller.tenantId);
  const pointing = (alias: string) =>
    `${tenantRows(model, alias)} and ${pointsTo({ model, field }, alias, params.add(ids, 'uuid[]'))}`;
  // The limit is inside: sorting all rows to lock the first thousand would make a delete of many quadratic.
  const some =
    most === undefined
      ? ''
      : ` and t.id in (select s.id from ${tableAs(model, 's')} where ${pointing('s')} limit ${params.add(most, 'int')})`;
  const rows = await tx.query<{ id: string; late: boolean }>(
    `select t.id, written_later(t.xmin) as late from ${tableAs(model, 't')}
     where ${pointing('t')}${some} order by t.id for update`,
    params.values,
  );
  if (rows.some((row) => row.late)) tx.startAgain();
  return rows.map((row) => row.id);
}

/** Deletes rows that are locked already, each with its event. */
export async function deleteRows(context: TransactionContext, model: Model, ids: readonly string[]): Promise<void> {
  const params = new Params(context.caller.tenantId);
  const idsParam = params.add(ids, 'uuid[]');
  const gone = { id: 'gone.id', record: 'null::json', previous: 'gone.record', from: 'gone' };
  const event = insertEvent(context, model, 'deleted', params, gone, true);
  await context.tx.query(
    `with gone as (
      delete from ${tableAs(model, 't')} where ${tenantRows(model, 't')} and t.id = any(${idsParam})
      returning t.id, ${eventJson(model, 't')} as record
    ), appended as (${event})
    select 1`,
    params.values,
  );
  announce(context);
}

/**
 * Rows of one update with the record before and after. The two are joined, and by a nested loop where PostgreSQL expects
 * few rows (a table without statistics): 5,000 rows at once were 12 million comparisons and took 8 of 11 seconds.
 */
const together = 500;

/** Takes references to records that go away out of rows that are locked already: each row with its event. */
export async function clearReferences(
  context: TransactionContext,
  inbound: Inbound,
  holders: readonly string[],
  ids: readonly string[],
): Promise<void> {
  for (let from = 0; from < holders.length; from += together)
    await clearSome(context, inbound, holders.slice(from, from + together), ids);
  announce(context);
}

async function clearSome(
  context: TransactionContext,
  { model, field }: Inbound,
  holders: readonly string[],
  ids: readonly string[],
): Promise<void> {
  const params = new Params(context.caller.tenantId);
  const these = `${tenantRows(model, 't')} and t.id = any(${params.add(holders, 'uuid[]')})`;
  const saved = { id: 'saved.id', record: 'saved.record', previous: 'saved.previous', from: 'saved' };
  const event = insertEvent(context, model, 'updated', params, saved, true);
  const left = field.type.array ? withoutIds(field, params.add(ids, 'uuid[]')) : 'null';
  const set =
    field.column === null
      ? `custom = t.custom || jsonb_build_object('${field.customId}', ${field.type.array ? `to_jsonb(${left})` : left})`
      : `"${field.column}" = ${left}`;
  await context.tx.query(
    `with old as materialized (
      select t.id, ${eventJson(model, 't')} as record from ${tableAs(model, 't')} where ${these}
    ), saved as (
      update ${tableAs(model, 't')} set ${set}, updated_at = clock_timestamp(),
        updated_by = ${params.add(context.caller.userId, 'uuid')}, version = t.version + 1
      from old where ${these} and t.id = old.id
      returning t.id, ${eventJson(model, 't')} as record, old.record as previous
    ), appended as (${event})
    select 1`,
    params.values,
  );
}

const withoutIds = (field: Field, gone: string): string =>
  `(select coalesce(array_agg(e order by n), '{}') from unnest(${field.sql('t')}) with ordinality u(e, n) where e <> all(${gone}))`;
