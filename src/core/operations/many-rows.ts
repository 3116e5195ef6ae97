import { Access } from '../access/access.ts';
import { giveNumbers } from '../behaviours/numbers.ts';
import { applyStamps } from '../behaviours/stamps.ts';
import type { StatusOptions } from '../behaviours/statuses.ts';
import type { Context } from '../context.ts';
import type { Field, JsonValue } from '../fields/field.ts';
import type { Model } from '../models/model.ts';
import { isCustomNumber, lockReferences } from './references.ts';
import { type Mode, type RecordObject, readRecord, type Values } from './validate.ts';

/**
 * The common parts of `insertMany` and `updateMany`. Both write as the platform: they validate values, check no
 * permissions, and write read-only fields.
 */

export interface RowValues {
  readonly id: string;
  /** Values in JSON form, keyed by field. */
  readonly values: Readonly<Record<string, JsonValue>>;
  /** Fields of the record before the write, where stamps and followed values depend on them. */
  readonly previous?: RecordObject | undefined;
}

export interface CheckedRow {
  readonly id: string;
  readonly values: Values;
}

export interface CheckedRows {
  /** The rows, sorted by id. */
  readonly rows: readonly CheckedRow[];
  /** The fields for which at least one row has a value, except custom fields. */
  readonly columns: readonly Field[];
}

const maxRowsPerStatement = 1000;
/** The maximum of JSON characters in one statement, because PostgreSQL keeps several copies of them in memory. */
const maxJsonPerStatement = 8_000_000;

export interface ManyOptions extends StatusOptions {
  /** The caller does the work of the model's hooks. */
  readonly withoutHooks?: boolean;
  /** These rows are the last ones of their transaction, so their last statement is sent together with the commit. */
  readonly commit?: boolean;
}

export type Sender = 'query' | 'queryAndCommit';

/**
 * Decides how the statement for these rows is sent. In a transaction of its own, the last one is sent together with the
 * commit.
 */
export const senderFor = (
  { tx }: Context,
  { commit = tx === undefined }: ManyOptions,
  { isLast }: Documents,
): Sender => (commit && isLast ? 'queryAndCommit' : 'query');

/** Refuses models whose writes need more than one statement. */
export function requirePlainModel(model: Model, { withoutHooks = false }: ManyOptions): void {
  const { customId, hooks, affectsAccess } = model;
  const reason = customId
    ? 'is a custom model'
    : !withoutHooks && (hooks.beforeSave || hooks.afterSave)
      ? 'has hooks'
      : affectsAccess
        ? 'affects permissions'
        : undefined;
  if (reason) throw new Error(`${model.name} ${reason}, so its records can only be written one at a time`);
}

/** Validates the values as single writes do, and locks the records that they reference without a foreign key. */
export async function checkRows(
  context: Context,
  model: Model,
  given: readonly RowValues[],
  mode: Mode,
  options: ManyOptions = {},
): Promise<CheckedRows> {
  const grant = Access.system.grant(model, 'write');
  const byId = new Map<string, Values>();
  for (const { id, values: input, previous } of given) {
    if (byId.has(id)) throw new Error(`${model.name} ${id} is given twice`);
    const values = await readRecord(context, grant, input, mode, previous, { isPlatform: true });
    if (mode === 'create' || previous) await applyStamps(context, model, values, previous, options);
    byId.set(id, values);
  }
  // All at once, because counts that are asked for together are taken together.
  if (mode === 'create') await Promise.all(Array.from(byId.values(), (values) => giveNumbers(context, model, values)));
  const rows = Array.from(byId, ([id, values]) => ({ id, values })).sort((a, b) => (a.id < b.id ? -1 : 1));
  const fields = new Set(rows.flatMap(({ values }) => [...values.keys()]));
  for (const field of fields) requirePlainField(model, field);
  await lockAllReferences(context, rows, fields);
  return { rows, columns: [...fields].filter(({ column }) => column !== null) };
}

function requirePlainField(model: Model, field: Field): void {
  const { key, type, column, unique } = field;
  if (type.seal) throw new Error(`${model.name}.${key} is a secret, so it can only be written one record at a time`);
  if (column === null && unique && !isCustomNumber(field)) {
    throw new Error(`${model.name}.${key} is a unique custom field, so it can only be written one record at a time`);
  }
}

/** Locks the references of all rows at once, because rows of a mailing have the same attachments. */
export async function lockAllReferences(
  context: Context,
  rows: readonly CheckedRow[],
  fields: ReadonlySet<Field>,
): Promise<void> {
  const referenced: Values = new Map();
  for (const field of fields) {
    if (field.declared.to === undefined || field.foreignKey) continue;
    const ids = new Set(rows.flatMap(({ values }) => values.get(field) ?? []));
    if (ids.size > 0) referenced.set(field, [...ids]);
  }
  await lockReferences(context, referenced);
}

/** The rows of one statement. */
export interface Documents {
  /** A JSON array for `documentRows`. */
  readonly json: string;
  readonly count: number;
  readonly isLast: boolean;
}

const asDocuments = (texts: readonly string[], isLast: boolean): Documents => ({
  json: `[${texts.join(',')}]`,
  count: texts.length,
  isLast,
});

/** Splits the rows into as many statements as they need. */
export function* rowDocuments(rows: readonly CheckedRow[]): Generator<Documents> {
  let texts: string[] = [];
  let length = 0;
  for (const { id, values } of rows) {
    const fields: Record<string, JsonValue> = {};
    const custom: Record<string, JsonValue> = {};
    for (const [{ key, customId }, value] of values) {
      if (customId === undefined) fields[key] = value;
      else custom[customId] = value;
    }
    const text = JSON.stringify({ id, fields, custom });
    if (texts.length === maxRowsPerStatement || (texts.length > 0 && length + text.length > maxJsonPerStatement)) {
      yield asDocuments(texts, false);
      texts = [];
      length = 0;
    }
    texts.push(text);
    length += text.length;
  }
  if (texts.length > 0) yield asDocuments(texts, true);
}

/**
 * SQL of a limit close to the number of rows: 1, 10, 100 or 1,000. Without it PostgreSQL assumes 100 rows for a
 * document, and reads a whole small table to find one of its rows.
 */
export const limitFor = (count: number): string => `limit ${10 ** Math.ceil(Math.log10(count))}`;

/**
 * SQL of the rows of one document of `rowDocuments`. Its columns are extracted once: `j->'fields'` in the value of each
 * field would copy all fields for each of them.
 */
export const documentRows = (documents: string): string =>
  `jsonb_to_recordset(${documents}) r(id uuid, fields jsonb, custom jsonb)`;

/** SQL of a field's value in a row of `documentRows`. */
export const documentValue = ({ type, key }: Field, row: string): string => type.fromJson(`(${row}.fields->'${key}')`);
