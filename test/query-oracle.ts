import type { FieldTypeName, Operator } from '#core/fields/field.ts';

/** An in-memory oracle for lists, written as simply as possible: the server's SQL must return the same. */

/** A value. Numbers are decimal texts, so that no digit is lost. */
export type Value = string | boolean | readonly string[] | null;

export type Row = Readonly<Record<string, Value>> & { readonly _id: string };

export interface FieldInfo {
  readonly key: string;
  readonly type: FieldTypeName;
  readonly required: boolean;
  readonly sortable: boolean;
  readonly default: unknown;
}

/** The records that a reference can point to. */
export interface Target {
  readonly fields: readonly FieldInfo[];
  readonly rows: ReadonlyMap<string, Row>;
}

export interface Condition {
  readonly field: FieldInfo;
  /** The reference that leads to the field: `accountId` in `accountId.name`. */
  readonly through?: FieldInfo;
  readonly operator: Operator;
  /** The operands: one for most operators, two for `between`, any number for `in` and `nin`. */
  readonly operands: readonly (string | boolean)[];
}

export interface SortKey {
  readonly field: FieldInfo;
  readonly descending: boolean;
}

export interface Query {
  /** All of these conditions must match. */
  readonly all: readonly Condition[];
  /** All conditions of at least one of these groups must match, too. Ignored when empty. */
  readonly anyOf: readonly (readonly Condition[])[];
  /** These conditions must not all match together. Ignored when empty. */
  readonly not: readonly Condition[];
  readonly sort: readonly SortKey[];
}

export const pathOf = ({ field, through }: Condition): string => (through ? `${through.key}.${field.key}` : field.key);

const decimals = 100;

/** A JSON number in any notation as a multiple of 10^-100. */
export function scaled(text: string): bigint {
  const [, sign, whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(text) ?? [];
  const zeros = decimals + Number(exponent) - fraction.length;
  if (whole === '' || zeros < 0) throw new Error(`${text} is not a number that the oracle can represent`);
  const size = BigInt(whole + fraction + '0'.repeat(zeros));
  return sign === '-' ? -size : size;
}

export const isArray = ({ type }: FieldInfo): boolean => type === 'list' || type === 'references';

/** Compares text by code point, which is the order of its UTF-8 bytes; JavaScript compares UTF-16 units instead. */
export function compareValues(type: FieldTypeName, a: Value, b: Value): number {
  if (type === 'number' || type === 'integer') {
    const [x, y] = [scaled(String(a)), scaled(String(b))];
    return x < y ? -1 : x > y ? 1 : 0;
  }
  return Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b)));
}

const same = (type: FieldTypeName, a: Value, b: Value): boolean =>
  type === 'email' ? String(a).toLowerCase() === String(b).toLowerCase() : compareValues(type, a, b) === 0;

const opposite: Partial<Record<Operator, Operator>> = { ne: 'eq', nin: 'in' };

/** True when a value other than null satisfies an operator that compares values. */
function meets(type: FieldTypeName, operator: Operator, value: string | boolean, operands: Condition['operands']) {
  const [first = '', second = ''] = operands;
  const [text, part] = [String(value).toLowerCase(), String(first).toLowerCase()];
  switch (operator) {
    case 'eq':
    case 'in':
      return operands.some((operand) => same(type, value, operand));
    case 'gt':
      return compareValues(type, value, first) > 0;
    case 'gte':
      return compareValues(type, value, first) >= 0;
    case 'lt':
      return compareValues(type, value, first) < 0;
    case 'lte':
      return compareValues(type, value, first) <= 0;
    case 'between':
      return compareValues(type, value, first) >= 0 && compareValues(type, value, second) <= 0;
    case 'contains':
      return text.includes(part);
    case 'startsWith':
      return text.startsWith(part);
    case 'endsWith':
      return text.endsWith(part);
    default:
      throw new Error(`${operator} does not compare values`);
  }
}

/**
 * True when a condition holds. `values` are the field's values in all rows that the path leads to: none, one or
 * several.
 */
function holds({ field, operator, operands }: Condition, values: readonly Value[]): boolean {
  const present = values.filter((value) => value !== null);
  if (operator === 'null') return operands[0] === true ? present.length === 0 : present.length > 0;
  // A null does not equal any value: ne and nin match exactly the records that eq and in do not match.
  const positive = opposite[operator];
  if (positive) return !holds({ field, operator: positive, operands }, values);
  return present.flat().some((value) => meets(field.type, operator, value as string | boolean, operands));
}

export const matches = (query: Query, row: Row, targets: Readonly<Record<string, Target>>): boolean => {
  const meetsAll = (conditions: readonly Condition[]) =>
    conditions.every((condition) => holds(condition, valuesAt(condition, row, targets)));
  const isExcluded = query.not.length > 0 && meetsAll(query.not);
  return meetsAll(query.all) && !isExcluded && (query.anyOf.length === 0 || query.anyOf.some(meetsAll));
};

function valuesAt({ field, through }: Condition, row: Row, targets: Readonly<Record<string, Target>>): Value[] {
  if (!through) return [row[field.key] ?? null];
  const ids = [row[through.key] ?? []].flat();
  return ids.map((id) => targets[through.key]?.rows.get(String(id))?.[field.key] ?? null);
}

/** Nulls sort last in both directions; ties sort by ascending `_id`. */
export function compareRows(sort: readonly SortKey[], a: Row, b: Row): number {
  for (const { field, descending } of sort) {
    const [x, y] = [a[field.key] ?? null, b[field.key] ?? null];
    if (x === null && y === null) continue;
    if (x === null) return 1;
    if (y === null) return -1;
    const order = compareValues(field.type, x, y);
    if (order !== 0) return descending ? -order : order;
  }
  return compareValues('text', a._id, b._id);
}

export const expectedRows = (query: Query, rows: readonly Row[], targets: Readonly<Record<string, Target>>): Row[] =>
  rows.filter((row) => matches(query, row, targets)).sort((a, b) => compareRows(query.sort, a, b));
