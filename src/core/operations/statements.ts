import { Params, tenantScope } from '#db/params.ts';
import { LruMap } from '#lib/lru.ts';
import { type Context, queryable, type TransactionContext } from '../context.ts';
import { announce, eventValues, insertEvent } from '../events/events.ts';
import type { Field, JsonValue } from '../fields/field.ts';
import type { Model } from '../models/model.ts';
import type { Inbound } from '../models/registry.ts';
import { eventJson, eventsOmitFields, recordJson, tableAs, tenantRows } from '../query/rows.ts';
import type { RecordDates } from './import-dates.ts';
import type { Values } from './validate.ts';

/** The statements that write one record together with its event. */

export interface SavedRow {
  readonly id: string;
  readonly version: number;
  /** The whole record as JSON text. */
  readonly record: string;
  /** The record as its events keep it, where that is not the same. */
  readonly logged?: string;
}

export interface ReturnedRow {
  readonly version: string;
  readonly record: string;
  readonly logged?: string;
}

/** What a statement returns of the row that it wrote or locked. */
export const returned = (model: Model, alias: string): string =>
  eventsOmitFields(model)
    ? `${alias}.version, ${recordJson(model, alias)} as record, ${eventJson(model, alias)} as logged`
    : `${alias}.version, ${recordJson(model, alias)} as record`;

/** The columns of `returned`, as text. */
export const returnedAsText = (model: Model): string =>
  `version, record::text as record${eventsOmitFields(model) ? ', logged::text as logged' : ''}`;

/** Where an event finds its record among the columns of `returned`. */
export const eventRecordColumn = (model: Model, alias: string): string =>
  `${alias}.${eventsOmitFields(model) ? 'logged' : 'record'}`;

export const savedRow = (id: string, { version, record, logged }: ReturnedRow): SavedRow => ({
  id,
  version: Number(version),
  record,
  ...(logged !== undefined && { logged }),
});

interface Assignment {
  readonly column: string;
  readonly value: string;
}

/** The value as its column takes it. */
const inColumn = ({ type }: Field, value: JsonValue): unknown =>
  value === null || !type.param ? value : type.param(value);

const parameter = (field: Field, value: JsonValue, params: Params): string =>
  params.add(inColumn(field, value), field.type.column);

/** Columns of declared fields one by one; the tenant's own fields together, as the object that holds them. */
function assignments(values: Values, params: Params): { columns: Assignment[]; custom: string | undefined } {
  const columns: Assignment[] = [];
  let own: Record<string, JsonValue> | undefined;
  for (const [field, value] of values) {
    if (field.customId !== undefined) {
      own ??= {};
      own[field.customId] = value;
    } else columns.push({ column: `"${field.column}"`, value: parameter(field, value, params) });
  }
  return { columns, custom: own && params.add(JSON.stringify(own), 'jsonb') };
}

/** Inserts by the columns that they set. Building such a text, and finding its name, took a tenth of a create. */
const insertTexts = new WeakMap<Model, LruMap<string, string>>();
const maxInsertTexts = 20;

function insertText(context: Context, model: Model, values: Values, dates: RecordDates | undefined): string {
  let shape = dates ? '@ ' : '';
  let custom = '';
  for (const field of values.keys()) {
    if (field.customId === undefined) shape += `${field.column} `;
    else custom = '+';
  }
  const texts = insertTexts.get(model) ?? new LruMap<string, string>(maxInsertTexts);
  insertTexts.set(model, texts);
  const known = texts.get(shape + custom);
  if (known !== undefined) return known;
  const text = writeInsert(context, model, values, dates);
  texts.set(shape + custom, text);
  return text;
}

/** The order of its values is that of `insertValues`. */
function writeInsert(context: Context, model: Model, values: Values, dates: RecordDates | undefined): string {
  const params = new Params(context.caller.tenantId);
  const id = params.add(null, 'uuid');
  const user = params.add(null, 'uuid');
  const imported = dates
    ? [
        { column: 'created_at', value: params.add(null, 'timestamptz') },
        { column: 'updated_at', value: params.add(null, 'timestamptz') },
      ]
    : [];
  const { columns, custom } = assignments(values, params);
  const all: Assignment[] = [
    { column: 'tenant_id', value: 'scope.tenant::bigint' },
    { column: 'id', value: id },
    { column: 'created_by', value: user },
    { column: 'updated_by', value: user },
    ...imported,
    ...columns,
    ...(custom ? [{ column: 'custom', value: custom }] : []),
    ...(model.customId ? [{ column: 'model_id', value: `'${model.customId}'::uuid` }] : []),
  ];
  const event = insertEvent(context, model, 'created', params, {
    id,
    record: eventRecordColumn(model, 'saved'),
    previous: 'null::json',
    from: 'saved',
  });
  return `with saved as (
      insert into ${model.table} as t (${all.map(({ column }) => column).join(', ')})
      select ${all.map(({ value }) => value).join(', ')} from ${tenantScope}
      returning ${returned(model, 't')}
    ), appended as (${event})
    select ${returnedAsText(model)} from saved`;
}

function insertValues(context: Context, id: string, values: Values, dates: RecordDates | undefined): unknown[] {
  const { tenantId, userId } = context.caller;
  const all: unknown[] = [tenantId, id, userId, ...(dates ? [dates.createdAt, dates.updatedAt] : [])];
  let own: Record<string, JsonValue> | undefined;
  for (const [field, value] of values) {
    if (field.customId === undefined) all.push(inColumn(field, value));
    else {
      own ??= {};
      own[field.customId] = value;
    }
  }
  if (own) all.push(JSON.stringify(own));
  all.push(...eventValues(context));
  return all;
}

/** One statement, one round trip: sets the tenant, inserts the record and appends its event. */
export async function insertRecord(
  context: Context,
  model: Model,
  values: Values,
  id: string,
  dates?: RecordDates,
): Promise<SavedRow> {
  const text = insertText(context, model, values, dates);
  const [row] = await queryable(context).query<ReturnedRow>(text, insertValues(context, id, values, dates));
  announce(context);
  return savedRow(id, row as ReturnedRow);
}

/** Reads a record and keeps others from changing it until the transaction ends. */
export async function lockRecord(
  { caller, tx }: TransactionContext,
  model: Model,
  id: string,
): Promise<SavedRow | undefined> {
  const params = new Params(caller.tenantId);
  const [row] = await tx.query<ReturnedRow & { late: boolean }>(
    `select ${returnedAsText(model)}, late from (select ${returned(model, 't')}, written_later(t.xmin) as late from ${tableAs(model, 't')}
     where ${tenantRows(model, 't')} and t.id = ${params.add(id, 'uuid')} for update) t`,
    params.values,
  );
  if (row?.late) tx.startAgain();
  return row && savedRow(id, row);
}

/**
 * SQL of whether an update would change the row `t`, compared as PostgreSQL compares values: 1.0 is 1, and a missing value
 * of a tenant's own field is null. Sealed values differ each time, so a secret that is given always changes the row.
 */
function changesRow(values: Values, columns: readonly Assignment[], custom: string | undefined): string {
  const changes = columns.map(({ column, value }) => `t.${column} is distinct from ${value}`);
  if (custom === undefined) return changes.join(' or ');
  const typed = [...values.keys()].filter(({ customId, type }) => customId !== undefined && type.manyJsonForms);
  const ids = typed.map(({ customId }) => `'${customId}'`);
  changes.push(
    ...typed.map(
      ({ sql, type, customId }) => `${sql('t')} is distinct from ${type.fromJson(`(${custom}->'${customId}')`)}`,
    ),
    `exists (select from jsonb_each(${custom}${ids.length > 0 ? ` - array[${ids}]` : ''}) c
      where nullif(t.custom->c.key, 'null') is distinct from nullif(c.value, 'null'))`,
  );
  return changes.join(' or ');
}

/**
 * Needs the lock of `lockRecord`, whose answer is what the event keeps as the record before. Returns undefined, and writes
 * neither version nor event, when the record has these values already.
 */
export async function updateRecord(
  context: Context,
  model: Model,
  before: SavedRow,
  values: Values,
): Promise<SavedRow | undefined> {
  if (values.size === 0) return undefined;
  const params = new Params(context.caller.tenantId);
  const id = params.add(before.id, 'uuid');
  const { columns, custom } = assignments(values, params);
  const sets = [
    ...columns.map(({ column, value }) => `${column} = ${value}`),
    ...(custom ? [`custom = t.custom || ${custom}`] : []),
    'updated_at = clock_timestamp()',
    `updated_by = ${params.add(context.caller.userId, 'uuid')}`,
    'version = t.version + 1',
  ];
  const event = insertEvent(context, model, 'updated', params, {
    id,
    record: eventRecordColumn(model, 'saved'),
    previous: params.add(before.logged ?? before.record, 'json'),
    from: 'saved',
  });
  const [row] = await queryable(context).query<ReturnedRow>(
    `with saved as (
      update ${tableAs(model, 't')} set ${sets.join(', ')}
      where ${tenantRows(model, 't')} and t.id = ${id} and (${changesRow(values, columns, custom)})
      returning ${returned(model, 't')}
    ), appended as (${event})
    select ${returnedAsText(model)} from saved`,
    params.values,
  );
  if (!row) return undefined;
  announce(context);
  return savedRow(before.id, row);
}

/** True of rows whose reference, or one of whose references, is among `ids`. */
export function pointsTo({ model, field }: Inbound, alias: string, ids: string): string {
  const exact = field.type.array ? `${field.sql(alias)} && ${ids}` : `${field.sql(alias)} = any(${ids})`;
  if (field.customId === undefined) return exact;
  // The index over `custom` is asked for one document at a time, before anything else: `offset 0` and `array(…)` leave the
  // planner no other order. Of its own it read a million contacts to delete one, because it expects 1 % of them to match.
  // The exact condition is for rows that change meanwhile.
  const one = field.type.array ? 'jsonb_build_array(i)' : 'i';
  return `(${exact} and ${alias}.id = any(array(
    select p.id from (select jsonb_build_object('${field.customId}', ${one}) as part from unnest(${ids}) i offset 0) w
    cross join lateral (select p.id from ${tableAs(model, 'p')} where ${tenantRows(model, 'p')} and p.custom @> w.part offset 0) p)))`;
}
