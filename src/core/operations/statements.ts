import { type ParamSink, Params, ParamValues, plainArray, tenantScope } from '#db/params.ts';
import { LruMap } from '#lib/lru.ts';
import { type RuleCheck, ruleCheck } from '../behaviours/rules.ts';
import { addWriteSteps, writeSteps } from '../behaviours/write-steps.ts';
import { type Context, queryable, type TransactionContext } from '../context.ts';
import { addEventParameters, type EventParameters, notifyAfterCommit, notifyOfInserts } from '../events/events.ts';
import type { Field, JsonValue } from '../fields/field.ts';
import type { Model } from '../models/model.ts';
import type { InboundReference } from '../models/registry.ts';
import { eventJson, eventsOmitFields, recordJson, tableAs, tenantRows } from '../query/rows.ts';
import type { RecordDates } from './import-dates.ts';
import { isCustomNumber, uniqueText } from './references.ts';
import { asRuleViolation } from './rule-violations.ts';
import type { Values } from './validate.ts';

/** The statements that write one record together with its event. */

export interface SavedRow {
  readonly id: string;
  readonly version: number;
  /** The complete record as JSON text. */
  readonly record: string;
  /** The record as its events store it. Undefined when it equals `record`. */
  readonly logged?: string;
}

export interface ReturnedRow {
  readonly version: string;
  readonly record: string;
  readonly logged?: string;
}

/**
 * The check of the rules of a tenant, for writes of users and of programs that act for them. Writes of the platform itself
 * are not refused, because nobody could react to the refusal.
 */
const checkFor = ({ caller, registry }: Context, model: Model): RuleCheck | undefined =>
  model.rules.length === 0 || caller.userId === null ? undefined : ruleCheck(registry, model);

/** The column of a writing statement that checks rules, preceded by a comma; empty when there are none. */
export function rulesColumn(context: Context, model: Model, alias: string): string {
  const check = checkFor(context, model);
  return check ? `, ${check.sql(alias)} as obeys_rules` : '';
}

/** The columns that a statement returns of the row that it wrote or locked. */
export const returnedColumns = (model: Model, alias: string): string =>
  eventsOmitFields(model)
    ? `${alias}.version, ${recordJson(model, alias)} as record, ${eventJson(model, alias)} as logged`
    : `${alias}.version, ${recordJson(model, alias)} as record`;

/** `returnedColumns` as text. */
export const returnedAsText = (model: Model): string =>
  `version, record::text as record${eventsOmitFields(model) ? ', logged::text as logged' : ''}`;

/** The column of `returnedColumns` that has the record for the event. */
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

/** Converts a value to the parameter of its column. */
export const columnParameter = ({ type }: Field, value: JsonValue): unknown =>
  value === null || !type.param ? value : type.param(value);

/** The placeholders of values: one for each declared field, in order, and one object for all custom fields. */
interface ValueParameters {
  readonly declared: readonly string[];
  readonly custom: string | undefined;
  /** The numbers in custom fields. The statement reserves them, because no index keeps them unique. */
  readonly numbers: readonly { readonly field: string; readonly text: string }[];
}

function addValues(values: Values, params: ParamSink): ValueParameters {
  const declared: string[] = [];
  const numbers: ValueParameters['numbers'][number][] = [];
  let custom: Record<string, JsonValue> | undefined;
  for (const [field, value] of values) {
    if (field.customId !== undefined) {
      custom ??= {};
      custom[field.customId] = value;
      if (isCustomNumber(field) && value !== null)
        numbers.push({ field: field.customId, text: params.add(uniqueText(value), 'text') });
    } else declared.push(params.add(columnParameter(field, value), field.type.column));
  }
  return { declared, custom: custom && params.add(JSON.stringify(custom), 'jsonb'), numbers };
}

/** SQL of steps that reserve the numbers of a new record in custom fields. The primary key refuses a second reservation. */
const numberSteps = ({ numbers }: ValueParameters, id: string, name: string): string =>
  numbers
    .map(
      ({ field, text }, n) => `, ${name}_number${n} as (
      insert into custom_uniques (tenant_id, field_id, value, record_id)
      select scope.tenant::bigint, '${field}'::uuid, ${text}, ${id} from ${tenantScope})`,
    )
    .join('');

/** The columns of the declared fields, with their placeholders. */
const assignments = (values: Values, { declared }: ValueParameters): Assignment[] =>
  [...values.keys()]
    .filter(({ customId }) => customId === undefined)
    .map(({ column }, n) => ({ column: `"${column}"`, value: declared[n] as string }));

/**
 * The cached inserts of a model, by the fields that they set. Building the text and finding its name took a tenth of a
 * create.
 */
class InsertTexts {
  readonly texts = new LruMap<string, string>(20);
  /** Identifies the model in cache keys of inserts that begin with another model. */
  readonly number = nextNumber++;
}

let nextNumber = 0;
const insertTexts = new WeakMap<Model, InsertTexts>();

function textsOf(model: Model): InsertTexts {
  const texts = insertTexts.get(model) ?? new InsertTexts();
  insertTexts.set(model, texts);
  return texts;
}

/** The part of the cache key that depends on the fields that are set, and on the rules that are checked. */
function shapeOf({ context, model, values, dates }: NewRow): string {
  let shape = dates ? '@ ' : '';
  const check = checkFor(context, model);
  if (check) shape += `${check.key} `;
  let custom = '';
  for (const field of values.keys()) {
    if (field.customId === undefined) shape += `${field.column} `;
    else {
      custom = '+';
      if (isCustomNumber(field)) shape += `${field.customId} `;
    }
  }
  return shape + custom;
}

function cachedText(model: Model, shape: string, build: () => string): string {
  const { texts } = textsOf(model);
  const cached = texts.get(shape);
  if (cached !== undefined) return cached;
  const text = build();
  texts.set(shape, text);
  return text;
}

/** A validated record to insert, with its context. */
export interface NewRow {
  readonly context: Context;
  readonly model: Model;
  readonly values: Values;
  readonly id: string;
  /** The dates of an imported record. */
  readonly dates?: RecordDates | undefined;
}

interface InsertParameters {
  readonly id: string;
  readonly user: string;
  readonly createdAt: string | undefined;
  readonly updatedAt: string | undefined;
  readonly values: ValueParameters;
  readonly event: EventParameters;
}

/**
 * Adds all parameters of an insert and its event. Both the text and the values of the statement come from here, so they
 * have the same order.
 */
const addInsertParameters = ({ context, id, values, dates }: NewRow, params: ParamSink): InsertParameters => ({
  id: params.add(id, 'uuid'),
  user: params.add(dates?.createdBy ?? context.caller.userId, 'uuid'),
  createdAt: dates && params.add(dates.createdAt, 'timestamptz'),
  updatedAt: dates && params.add(dates.updatedAt, 'timestamptz'),
  values: addValues(values, params),
  event: addEventParameters(context, params),
});

/** SQL of two steps of a statement: one inserts the record, the other one its event. */
function insertSteps({ context, model, values }: NewRow, added: InsertParameters, name: string): string {
  const { id, user, createdAt, updatedAt, values: given, event } = added;
  const all: Assignment[] = [
    { column: 'tenant_id', value: 'scope.tenant::bigint' },
    { column: 'id', value: id },
    { column: 'created_by', value: user },
    { column: 'updated_by', value: user },
    ...(createdAt === undefined ? [] : [{ column: 'created_at', value: createdAt }]),
    ...(updatedAt === undefined ? [] : [{ column: 'updated_at', value: updatedAt }]),
    ...assignments(values, given),
    ...(given.custom === undefined ? [] : [{ column: 'custom', value: given.custom }]),
    ...(model.customId ? [{ column: 'model_id', value: `'${model.customId}'::uuid` }] : []),
  ];
  const source = { id, record: eventRecordColumn(model, name), previous: 'null::json', from: name };
  return `${name} as (
      insert into ${model.table} as t (${all.map(({ column }) => column).join(', ')})
      select ${all.map(({ value }) => value).join(', ')} from ${tenantScope}
      returning ${returnedColumns(model, 't')}${rulesColumn(context, model, 't')}
    ), ${writeSteps(`${name}_event`, model, 'created', event, source)}${numberSteps(given, id, name)}`;
}

/** Runs a statement that writes records. */
async function write<Row>(
  writes: readonly [Pick<NewRow, 'context' | 'model'>, ...Pick<NewRow, 'context' | 'model'>[]],
  text: string,
  { values }: Pick<Params, 'values'>,
): Promise<Row[]> {
  const [{ context }] = writes;
  try {
    return await queryable(context).query<Row>(text, values);
  } catch (error) {
    throw asRuleViolation(error, writes);
  }
}

/** Sets the tenant, inserts the record and appends its event, in one statement and one round trip. */
export async function insertRecord(
  context: Context,
  model: Model,
  values: Values,
  id: string,
  dates?: RecordDates,
): Promise<SavedRow> {
  const { tenantId } = context.caller;
  const row: NewRow = { context, model, values, id, dates };
  const text = cachedText(model, shapeOf(row), () => {
    const steps = insertSteps(row, addInsertParameters(row, new Params(tenantId)), 'saved');
    return `with ${steps} select ${returnedAsText(model)} from saved`;
  });
  const params = new ParamValues(tenantId);
  addInsertParameters(row, params);
  const [saved] = await write<ReturnedRow>([row], text, params);
  notifyOfInserts(context, model, 1);
  return savedRow(id, saved as ReturnedRow);
}

/**
 * Inserts records of the same tenant, each with its event, in one statement: all of them, or none. They may reference
 * each other.
 */
export async function insertTogether(rows: readonly [NewRow, ...NewRow[]]): Promise<void> {
  const [{ context, model }] = rows;
  const shape = rows.map((row) => `${textsOf(row.model).number} ${shapeOf(row)}`).join();
  const text = cachedText(model, shape, () => {
    const params = new Params(context.caller.tenantId);
    const steps = rows.map((row, n) => insertSteps(row, addInsertParameters(row, params), `saved${n}`));
    return `with ${steps.join(', ')} select`;
  });
  const params = new ParamValues(context.caller.tenantId);
  for (const row of rows) addInsertParameters(row, params);
  await write(rows, text, params);
  for (const row of rows) notifyOfInserts(context, row.model, 1);
}

/** Reads records and locks them until the transaction ends, in the order of their ids. */
export async function lockRecords(
  { caller, tx }: TransactionContext,
  model: Model,
  ids: readonly string[],
): Promise<Map<string, SavedRow>> {
  const params = new Params(caller.tenantId);
  const rows = await tx.query<ReturnedRow & { id: string; late: boolean }>(
    `select t.id, ${returnedAsText(model)}, late from (select t.id, ${returnedColumns(model, 't')}, written_later(t.xmin) as late from ${tableAs(model, 't')}
     where ${tenantRows(model, 't')} and t.id = any(${params.add(plainArray(ids), 'uuid[]')}) order by t.id for update) t`,
    params.values,
  );
  if (rows.some(({ late }) => late)) tx.retryTransaction();
  return new Map(rows.map((row) => [row.id, savedRow(row.id, row)]));
}

/** Reads a record and locks it until the transaction ends. */
export async function lockRecord(
  { caller, tx }: TransactionContext,
  model: Model,
  id: string,
): Promise<SavedRow | undefined> {
  const params = new Params(caller.tenantId);
  const [row] = await tx.query<ReturnedRow & { late: boolean }>(
    `select ${returnedAsText(model)}, late from (select ${returnedColumns(model, 't')}, written_later(t.xmin) as late from ${tableAs(model, 't')}
     where ${tenantRows(model, 't')} and t.id = ${params.add(id, 'uuid')} for update) t`,
    params.values,
  );
  if (row?.late) tx.retryTransaction();
  return row && savedRow(id, row);
}

/**
 * SQL that is true when an update would change the row `t`. PostgreSQL compares the values: 1.0 equals 1, and a missing
 * value of a custom field is null. Encrypted values differ each time, so a secret in the input always changes the row.
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
 * Updates a record that `lockRecord` has locked. `before` is its result, which the event stores as the previous record.
 * Returns undefined, and writes no version and no event, when the record already has these values.
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
  const given = addValues(values, params);
  const columns = assignments(values, given);
  const { custom } = given;
  const sets = [
    ...columns.map(({ column, value }) => `${column} = ${value}`),
    ...(custom ? [`custom = t.custom || ${custom}`] : []),
    'updated_at = clock_timestamp()',
    `updated_by = ${params.add(context.caller.userId, 'uuid')}`,
    'version = t.version + 1',
  ];
  const steps = addWriteSteps(context, model, 'updated', params, {
    id,
    record: eventRecordColumn(model, 'saved'),
    previous: params.add(before.logged ?? before.record, 'json'),
    from: 'saved',
  });
  const [row] = await write<ReturnedRow>(
    [{ context, model }],
    `with saved as (
      update ${tableAs(model, 't')} set ${sets.join(', ')}
      where ${tenantRows(model, 't')} and t.id = ${id} and (${changesRow(values, columns, custom)})
      returning ${returnedColumns(model, 't')}${rulesColumn(context, model, 't')}
    ), ${steps}
    select ${returnedAsText(model)} from saved`,
    params,
  );
  if (!row) return undefined;
  notifyAfterCommit(context);
  return savedRow(before.id, row);
}

/** SQL condition: a reference of the row is in `ids`. */
export function pointsTo({ model, field }: InboundReference, alias: string, ids: string): string {
  const exact = field.type.array ? `${field.sql(alias)} && ${ids}` : `${field.sql(alias)} = any(${ids})`;
  if (field.customId === undefined) return exact;
  // `offset 0` and `array(…)` force the planner to search the index over `custom` first, one document at a time.
  // Without them it read a million contacts to delete one, because it expects 1 % of them to match. The exact condition
  // excludes rows that change in the meantime.
  const value = field.type.array ? 'jsonb_build_array(i)' : 'i';
  return `(${exact} and ${alias}.id = any(array(
    select p.id from (select jsonb_build_object('${field.customId}', ${value}) as part from unnest(${ids}) i offset 0) w
    cross join lateral (select p.id from ${tableAs(model, 'p')} where ${tenantRows(model, 'p')} and p.custom @> w.part offset 0) p)))`;
}
