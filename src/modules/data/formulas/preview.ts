import { checkBehaviour } from '#core/behaviours/check.ts';
import { formulaResult } from '#core/behaviours/derive.ts';
import { readFormula } from '#core/behaviours/formulas.ts';
import type { Context } from '#core/context.ts';
import type { ResultType } from '#core/fields/behaviour.ts';
import { bindField } from '#core/fields/bind-field.ts';
import { formulaTypes } from '#core/fields/derived.ts';
import type { JsonValue } from '#core/fields/field.ts';
import { evaluate, type FieldPath, type Formula } from '#core/formulas/index.ts';
import type { Model } from '#core/models/model.ts';
import { invoke, operations } from '#core/operations/index.ts';
import { parseJson } from '#lib/json.ts';
import { hiddenOf, named } from '../schema/check-behaviours.ts';

interface PreviewInput {
  readonly formula: string;
  /** The key of the field that has the formula. A formula must not read its own field. */
  readonly key?: string | undefined;
  readonly recordId?: string | undefined;
}

export interface Preview {
  readonly resultType: ResultType;
  /** Null when there is no record. */
  readonly result: JsonValue;
  readonly recordId: string | null;
}

type RecordValues = Readonly<Record<string, JsonValue>>;

interface ShownRecord {
  readonly record: RecordValues;
  readonly included: Readonly<Record<string, RecordValues>>;
}

/** Checks a formula as a field with it would be checked, and computes it for a record that the caller may read. */
export async function previewFormula(
  context: Context,
  model: Model,
  { formula: text, key = '', recordId }: PreviewInput,
): Promise<Preview> {
  const formula = named('formula', () => checkedFormula(context, model, text, key));
  const resultType = named('formula', () => formulaResult(formula));
  const shown = await readShown(context, model, formula, recordId);
  if (!shown) return { resultType, result: null, recordId: null };
  const result = evaluate(formula, (path) => valueAt(shown, path), {
    now: new Date(),
    timeZone: context.registry.timeZone,
  });
  return { resultType, result, recordId: shown.record._id as string };
}

function checkedFormula(context: Context, model: Model, text: string, key: string): Formula {
  const { registry } = context;
  const formula = readFormula(registry, model, text, hiddenOf(context));
  const resultType = formulaResult(formula);
  const field = bindField(key, { type: formulaTypes[resultType], options: { formula: text, resultType } });
  checkBehaviour(registry, model, field, hiddenOf(context));
  return formula;
}

/** A value of a record to which the record refers is null when the caller may not read that record. */
function valueAt({ record, included }: ShownRecord, [key = '', inner]: FieldPath): JsonValue | undefined {
  if (inner === undefined) return record[key];
  return included[String(record[key])]?.[inner];
}

/** Reads the record with this id, or the newest one. Undefined when there is none that the caller may read. */
async function readShown(
  context: Context,
  model: Model,
  { paths }: Formula,
  recordId: string | undefined,
): Promise<ShownRecord | undefined> {
  const fields = [...new Set(['_id', ...paths.map(([key = '']) => key)])];
  const references = new Set(paths.filter(({ length }) => length > 1).map(([key = '']) => key));
  const include = [...references].filter((key) => mayRead(context, model, key));
  const query = { fields, ...(include.length > 0 && { include }) };
  if (recordId !== undefined) {
    const { body } = await invoke(context, operations.get, model, { id: recordId, query });
    const { included = {}, ...record } = parseJson(body) as RecordValues & { included?: ShownRecord['included'] };
    return { record: record as RecordValues, included };
  }
  if (context.caller.access.reach(model.scopes.read) === undefined) return undefined;
  const newest = { ...query, limit: 1, count: 'none' };
  const { body } = await invoke(context, operations.list, model, { query: () => newest });
  const { data, included = {} } = parseJson(body) as { data: RecordValues[]; included?: ShownRecord['included'] };
  const [record] = data;
  return record && { record, included };
}

function mayRead({ registry, caller }: Context, model: Model, key: string): boolean {
  const reference = model.fields.get(key);
  const target = reference && registry.target(reference);
  return target !== undefined && caller.access.reach(target.scopes.read) !== undefined;
}
