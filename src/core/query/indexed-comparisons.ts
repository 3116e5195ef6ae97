import type { Params } from '#db/params.ts';
import type { Companion, Field, JsonValue } from '../fields/field.ts';
import { matchesText, wordPrefix, wordsInText } from './rows.ts';

/**
 * Comparisons that the index of a field can serve. Under row security that takes leakproof functions: see `Companion`.
 */

/** PostgreSQL scans the index once for each value of a tenant's own field; more are compared row by row. */
const maxScans = 20;

const parameter = ({ type }: Field, value: JsonValue, params: Params): string =>
  params.add(type.param ? type.param(value) : value, type.column);

const listParameter = ({ type }: Field, values: readonly JsonValue[], params: Params): string =>
  params.add(type.param ? values.map(type.param) : values, `${type.column}[]`);

const companionColumn = (companion: NonNullable<Field['companion']>, alias: string): string =>
  `${alias}."${companion.name}"`;

const companionOf = (companion: Companion, value: JsonValue, given: string, params: Params): string =>
  companion.param ? params.add(companion.param(value), companion.column) : companion.of(given);

export function equalTo(field: Field, alias: string, value: JsonValue, params: Params): string {
  const { companion, type } = field;
  if (field.customId !== undefined) return equalToAnyCustom(field, field.customId, alias, [value], params);
  const given = parameter(field, value, params);
  const same = type.equality ?? ((sql: string) => sql);
  const exact = `${same(field.sql(alias))} = ${same(given)}`;
  if (!companion) return exact;
  const near = `${companionColumn(companion, alias)} = ${companionOf(companion, value, given, params)}`;
  return type.equality ? near : `(${near} and ${exact})`;
}

export function oneOf(field: Field, alias: string, values: readonly JsonValue[], params: Params): string {
  const { companion, type } = field;
  if (field.customId !== undefined) return equalToAnyCustom(field, field.customId, alias, values, params);
  const list = listParameter(field, values, params);
  if (!companion) return among(field, alias, list);
  const companions = companion.param
    ? params.add(values.map(companion.param), `${companion.column}[]`)
    : `array(select ${companion.of('v')} from unnest(${list}) v)`;
  const near = `${companionColumn(companion, alias)} = any(${companions})`;
  return type.equality ? near : `(${near} and ${among(field, alias, list)})`;
}

/** Row by row: the value equals one of a list, as its type compares. */
const among = ({ type, sql }: Field, alias: string, list: string): string =>
  type.equality
    ? `${type.equality(sql(alias))} = any(array(select ${type.equality('v')} from unnest(${list}) v))`
    : `${sql(alias)} = any(${list})`;

function equalToAnyCustom(field: Field, customId: string, alias: string, values: readonly JsonValue[], params: Params): string {
  const { type } = field;
  if (values.length === 0 || values.length > maxScans || type.manyJsonForms)
    return among(field, alias, listParameter(field, values, params));
  if (!type.equality)
    return customContainsAny(
      customId,
      alias,
      values.map((value) => parameter(field, value, params)),
    );
  const list = listParameter(field, values, params);
  const exact = among(field, alias, list);
  if (values.some((value) => String(value).length > wordsInText.longestValue)) return exact;
  return `(${matchesText(`${alias}.custom_search`, `custom_values('${wordPrefix(customId)}', ${list})`)} and ${exact})`;
}

/** A list is filtered by its elements: whether it holds one of them. */
export function listContainsAny(field: Field, alias: string, values: readonly JsonValue[], params: Params): string {
  const { customId, type } = field;
  if (customId !== undefined && values.length > 0 && values.length <= maxScans)
    return customContainsAny(
      customId,
      alias,
      values.map((value) => params.add([value], type.column)),
    );
  return `${field.sql(alias)} && ${params.add(values, type.column)}`;
}

/** What the index over `custom` finds. The values are SQL of the types whose JSON is what is stored. */
const customContainsAny = (customId: string, alias: string, values: readonly string[]): string =>
  `(${values.map((value) => `${alias}.custom @> jsonb_build_object('${customId}', ${value})`).join(' or ')})`;

export type Bound = '>' | '>=' | '<' | '<=';

export function orderedComparison(field: Field, alias: string, bound: Bound, value: JsonValue, params: Params): string {
  const { companion } = field;
  const given = parameter(field, value, params);
  const exact = `${field.sql(alias)} ${bound} ${given}`;
  if (!companion?.ordered) return exact;
  // Different values may have equal companions.
  const near = `${companionColumn(companion, alias)} ${bound[0]}= ${companionOf(companion, value, given, params)}`;
  return `(${near} and ${exact})`;
}

/** Equal in the order of a list, where emails that differ in case are different. */
export function equalInOrder(field: Field, alias: string, value: JsonValue, params: Params): string {
  const { companion } = field;
  const given = parameter(field, value, params);
  const exact = `${field.sql(alias)} = ${given}`;
  if (!companion?.ordered) return exact;
  return `${companionColumn(companion, alias)} = ${companionOf(companion, value, given, params)} and ${exact}`;
}

/** The companion of a value is null where the value is. */
export const isNull = (field: Field, alias: string): string =>
  `${field.companion ? companionColumn(field.companion, alias) : field.sql(alias)} is null`;

/** SQL by which rows are sorted by a field, as its index is. */
export const sortedBy = (field: Field, alias: string): string[] =>
  field.companion?.ordered ? [companionColumn(field.companion, alias), field.sql(alias)] : [field.sql(alias)];
