import type { ParamSink } from '#db/params.ts';
import type { Companion, Field, JsonValue } from '../fields/field.ts';
import { matchesText, searchLimits, wordPrefix } from './text-search.ts';

/** SQL comparisons that can use the index of a field. Row security requires leakproof functions: see `Companion`. */

/**
 * The maximum of values of a custom field that use the index, with one scan each. Longer lists are compared row by row.
 */
const maxScans = 20;

const parameter = ({ type }: Field, value: JsonValue, params: ParamSink): string =>
  params.add(type.param ? type.param(value) : value, type.column);

const listParameter = ({ type }: Field, values: readonly JsonValue[], params: ParamSink): string =>
  params.add(type.param ? values.map(type.param) : values, `${type.column}[]`);

/** The key of a field in `custom`, which has an index; undefined for fields that are not stored there. */
const storedId = ({ customId, derived }: Field): string | undefined => (derived ? undefined : customId);

const companionColumn = (companion: NonNullable<Field['companion']>, alias: string): string =>
  `${alias}."${companion.name}"`;

const companionValue = (companion: Companion, value: JsonValue, valueParam: string, params: ParamSink): string =>
  companion.param ? params.add(companion.param(value), companion.column) : companion.of(valueParam);

export function equalTo(field: Field, alias: string, value: JsonValue, params: ParamSink): string {
  const { companion, type } = field;
  const customId = storedId(field);
  if (customId !== undefined) return equalToAnyCustom(field, customId, alias, [value], params);
  const valueParam = parameter(field, value, params);
  const normalized = type.equality ?? ((sql: string) => sql);
  const exact = `${normalized(field.sql(alias))} = ${normalized(valueParam)}`;
  if (!companion) return exact;
  const indexed = `${companionColumn(companion, alias)} = ${companionValue(companion, value, valueParam, params)}`;
  return type.equality ? indexed : `(${indexed} and ${exact})`;
}

export function equalToAny(field: Field, alias: string, values: readonly JsonValue[], params: ParamSink): string {
  const { companion, type } = field;
  const customId = storedId(field);
  if (customId !== undefined) return equalToAnyCustom(field, customId, alias, values, params);
  const list = listParameter(field, values, params);
  if (!companion) return equalToAnyByRow(field, alias, list);
  const companions = companion.param
    ? params.add(values.map(companion.param), `${companion.column}[]`)
    : `array(select ${companion.of('v')} from unnest(${list}) v)`;
  const indexed = `${companionColumn(companion, alias)} = any(${companions})`;
  return type.equality ? indexed : `(${indexed} and ${equalToAnyByRow(field, alias, list)})`;
}

/** Compares row by row, without an index, with the equality of the type. */
const equalToAnyByRow = ({ type, sql }: Field, alias: string, list: string): string =>
  type.equality
    ? `${type.equality(sql(alias))} = any(array(select ${type.equality('v')} from unnest(${list}) v))`
    : `${sql(alias)} = any(${list})`;

function equalToAnyCustom(
  field: Field,
  customId: string,
  alias: string,
  values: readonly JsonValue[],
  params: ParamSink,
): string {
  const { type } = field;
  if (values.length === 0 || values.length > maxScans || type.manyJsonForms)
    return equalToAnyByRow(field, alias, listParameter(field, values, params));
  if (!type.equality)
    return customContainsAny(
      customId,
      alias,
      values.map((value) => parameter(field, value, params)),
    );
  const list = listParameter(field, values, params);
  const exact = equalToAnyByRow(field, alias, list);
  if (values.some((value) => String(value).length > searchLimits.maxValueLength)) return exact;
  return `(${matchesText(`${alias}.custom_search`, `custom_values('${wordPrefix(customId)}', ${list})`)} and ${exact})`;
}

/** SQL that is true when an array field contains one of the values. */
export function listContainsAny(field: Field, alias: string, values: readonly JsonValue[], params: ParamSink): string {
  const { customId, type } = field;
  if (customId !== undefined && values.length > 0 && values.length <= maxScans)
    return customContainsAny(
      customId,
      alias,
      values.map((value) => params.add([value], type.column)),
    );
  return `${field.sql(alias)} && ${params.add(values, type.column)}`;
}

/** A condition for the index over `custom`. Only for types with one JSON form, whose equal values have equal JSON. */
const customContainsAny = (customId: string, alias: string, values: readonly string[]): string =>
  `(${values.map((value) => `${alias}.custom @> jsonb_build_object('${customId}', ${value})`).join(' or ')})`;

export type OrderOperator = '>' | '>=' | '<' | '<=';

export function orderedComparison(
  field: Field,
  alias: string,
  operator: OrderOperator,
  value: JsonValue,
  params: ParamSink,
): string {
  const { companion } = field;
  const valueParam = parameter(field, value, params);
  const exact = `${field.sql(alias)} ${operator} ${valueParam}`;
  if (!companion?.ordered) return exact;
  // Use `<=` and `>=` for the companion, because different values may have equal companions.
  const indexed = `${companionColumn(companion, alias)} ${operator[0]}= ${companionValue(companion, value, valueParam, params)}`;
  return `(${indexed} and ${exact})`;
}

/** Equality in sort order, where emails that differ only in case are different. */
export function equalInOrder(field: Field, alias: string, value: JsonValue, params: ParamSink): string {
  const { companion } = field;
  const valueParam = parameter(field, value, params);
  const exact = `${field.sql(alias)} = ${valueParam}`;
  if (!companion?.ordered) return exact;
  return `${companionColumn(companion, alias)} = ${companionValue(companion, value, valueParam, params)} and ${exact}`;
}

/** A companion is null exactly when its value is null. */
export const isNull = (field: Field, alias: string): string =>
  `${field.companion ? companionColumn(field.companion, alias) : field.sql(alias)} is null`;

/** The sort expressions of a field, in the order of its index. */
export const sortedBy = (field: Field, alias: string): string[] =>
  field.companion?.ordered ? [companionColumn(field.companion, alias), field.sql(alias)] : [field.sql(alias)];
