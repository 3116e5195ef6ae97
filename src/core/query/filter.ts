import type { ParamSink } from '#db/params.ts';
import { ExactNumber, isJsonObject } from '#lib/json.ts';
import type { Grant } from '../access/access.ts';
import { visibleField } from '../access/access.ts';
import { badQuery } from '../errors.ts';
import { type Field, type JsonValue, type Operator, Problem } from '../fields/field.ts';
import { plainCalendar } from './calendar.ts';
import { type FieldPath, type QueryContext, readPath } from './field-path.ts';
import { type NamedPeople, PeopleWords } from './named-people.ts';
import { NamedPeriods } from './named-periods.ts';

/** `field operator values`, on the record itself or on a record that it references. */
export interface Comparison extends FieldPath {
  readonly operator: Operator;
  readonly values: readonly JsonValue[];
  /** Further values that the statement reads: the members of the caller's teams, or these teams. */
  readonly people?: NamedPeople;
}

export type Condition =
  | Comparison
  | { readonly anyOf: readonly (readonly Condition[])[] }
  /** Matches records that do not meet all of these conditions. */
  | { readonly not: readonly Condition[] }
  | OtherCondition;

/** A condition that its owner compiles, for statements in `scoped`. */
interface OtherCondition {
  readonly sqlOf: (alias: string, params: ParamSink) => string;
}

/**
 * Reads a value under a key that names no field, such as `{event: {…}}` in a segment. Fields take precedence. Throws an
 * error that names `at`.
 */
export type OtherKeys = ReadonlyMap<string, (value: unknown, at: string) => Condition>;

const noOtherKeys: OtherKeys = new Map();

/** Keys of a filter that contain groups of conditions instead of naming a field. */
const groupKeys = ['or', 'and', 'not'] as const;
type GroupKey = (typeof groupKeys)[number];

const operators: ReadonlySet<string> = new Set([
  'eq',
  'ne',
  'gt',
  'gte',
  'lt',
  'lte',
  'in',
  'nin',
  'contains',
  'startsWith',
  'endsWith',
  'between',
  'null',
]);
const maxConditions = 50;
const maxValues = 1000;
const maxDepth = 3;
/** PostgreSQL tries a pattern at every character of every row: 95 patterns of 4,000 characters took 20 seconds. */
const maxPatternLength = 200;
const patternOperators: ReadonlySet<string> = new Set(['contains', 'startsWith', 'endsWith']);

/** The ends of a named period with which an operator compares: `lt` uses its first moment, `lte` its last. */
const periodEnds: Readonly<Record<string, readonly (0 | 1)[]>> = {
  between: [0, 1],
  gt: [1],
  gte: [0],
  lt: [0],
  lte: [1],
};

/** Parses `filter`. Parsed query strings and JSON bodies have the same shape. */
export function readFilter(
  context: QueryContext,
  grant: Grant,
  filter: unknown,
  periods: NamedPeriods = new NamedPeriods(plainCalendar),
  others: OtherKeys = noOtherKeys,
): Condition[] {
  // The user of the grant takes precedence, because compiled queries are cached by grant.
  const words = new PeopleWords(grant.userId ?? context.caller.userId);
  const countCondition = countUpTo(maxConditions, 'conditions');
  const countGroup = countUpTo(maxConditions, 'groups');
  const readGroup = (group: unknown, at: string, depth: number): Condition[] => {
    if (!isJsonObject(group)) throw badQuery(at, 'must be an object of fields');
    return Object.entries(group).flatMap(([key, value]) => {
      const path = `${at}[${key}]`;
      if (isGroupKey(grant, key)) return readNested(key, value, path, depth + 1);
      const other = visibleField(grant, key) ? undefined : others.get(key);
      if (!other) return readField({ context, grant, periods, words, countCondition }, key, value, path);
      countCondition();
      return [other(value, path)];
    });
  };
  const readNested = (key: GroupKey, value: unknown, at: string, depth: number): Condition[] => {
    if (depth > maxDepth) throw badQuery(at, 'must not be nested more than three levels deep');
    if (key === 'not') {
      countGroup();
      const not = readGroup(value, at, depth);
      if (not.length === 0) throw badQuery(at, 'must hold a condition, such as filter[not][stage]=won');
      return [{ not }];
    }
    const groups = groupsOf(value);
    if (groups.length === 0) throw badQuery(at, `must hold numbered groups, such as filter[${key}][0][stage]=won`);
    const conditions = groups.map((group, n) => {
      countGroup();
      return readGroup(group, `${at}[${n}]`, depth);
    });
    return key === 'or' ? [{ anyOf: conditions }] : conditions.flat();
  };
  return filter === undefined ? [] : readGroup(filter, 'filter', 0);
}

/** True for a group key. A tenant may have created a field called `and` or `not` before these became group keys. */
const isGroupKey = (grant: Grant, key: string): key is GroupKey =>
  key === 'or' || (groupKeys.some((group) => group === key) && !visibleField(grant, key));

/** Accepts `[{…}, {…}]` from JSON, and `{0: {…}, 1: {…}}` from a query string. */
const groupsOf = (value: unknown): readonly unknown[] => {
  if (Array.isArray(value)) return value;
  return isJsonObject(value) && Object.keys(value).every((key) => /^\d+$/.test(key)) ? Object.values(value) : [];
};

/** Returns a function that throws when it is called more than `max` times. */
function countUpTo(max: number, what: string): () => void {
  let count = 0;
  return () => {
    count += 1;
    if (count > max) throw badQuery('filter', `must hold at most ${max} ${what}`);
  };
}

interface Reading {
  readonly context: QueryContext;
  readonly grant: Grant;
  readonly periods: NamedPeriods;
  readonly words: PeopleWords;
  readonly countCondition: () => void;
}

function readField(reading: Reading, key: string, value: unknown, at: string): Comparison[] {
  const { context, grant, periods, words, countCondition } = reading;
  const target = readPath(context, grant, key, at, { is: 'filterable', verb: 'filtered' });
  const pairs: [string, unknown][] = isJsonObject(value) ? Object.entries(value) : [['eq', value]];
  if (pairs.length === 0) throw badQuery(at, 'must hold a value or an operator');
  return pairs.map(([operator, operand]) => {
    countCondition();
    const path = isJsonObject(value) ? `${at}[${operator}]` : at;
    if (!operators.has(operator))
      throw badQuery(path, `${operator} is not an operator; there are ${[...operators].join(', ')}`);
    if (!target.field.type.operators.includes(operator as Operator)) {
      throw badQuery(path, `${target.field.key} is a ${target.field.type.name} field and has no operator ${operator}`);
    }
    const values = periodValues(target.field, operator, operand, periods);
    const read = values ? { values } : readValues(target.field, operator, operand, path, words);
    return { ...target, operator: operator as Operator, ...read };
  });
}

/** The values of `filter[closeDate][between]=thisMonth`; undefined when the operand names no period. */
function periodValues(
  { type }: Field,
  operator: string,
  operand: unknown,
  periods: NamedPeriods,
): JsonValue[] | undefined {
  const wanted = periodEnds[operator];
  if (!type.temporal || !wanted || typeof operand !== 'string') return undefined;
  const ends = periods.ends(operand, type.column === 'date');
  return ends && wanted.map((end) => ends[end]);
}

interface ReadValues {
  readonly values: JsonValue[];
  readonly people?: NamedPeople;
}

function readValues(field: Field, operator: string, operand: unknown, at: string, words: PeopleWords): ReadValues {
  if (operator === 'null') {
    if (operand === true || operand === 'true') return { values: [true] };
    if (operand === false || operand === 'false') return { values: [false] };
    throw badQuery(at, 'must be true or false');
  }
  const takesList = operator === 'in' || operator === 'nin' || operator === 'between';
  if (!takesList && Array.isArray(operand))
    throw badQuery(at, 'was given more than once; use the operator in for several values');
  if (patternOperators.has(operator) && typeof operand === 'string' && operand.length > maxPatternLength)
    throw badQuery(at, `must be at most ${maxPatternLength} characters long`);
  const items = takesList
    ? Array.isArray(operand)
      ? operand
      : typeof operand === 'string'
        ? operand.split(',')
        : [operand]
    : [operand];
  if (operator === 'between' && items.length !== 2)
    throw badQuery(
      at,
      `must be two values, the lowest and the highest${field.type.temporal ? ', or a period such as thisMonth' : ''}`,
    );
  if (items.length > maxValues) throw badQuery(at, `must hold at most ${maxValues} values`);
  const values: JsonValue[] = [];
  let people: NamedPeople | undefined;
  for (const item of items) {
    if (!words.isWord(field, item)) values.push(readValue(field, item, at));
    else {
      const named = words.resolve(field, item);
      if (named === undefined) throw badQuery(at, `${item} means the user of the call, and this call has none`);
      if (typeof named === 'string') values.push(named);
      else people = named;
    }
  }
  return people ? { values, people } : { values };
}

const isNumber = (value: unknown): boolean => typeof value === 'number' || value instanceof ExactNumber;

export function readValue(field: Field, value: unknown, at: string): JsonValue {
  try {
    if (typeof value === 'string') return field.type.parse(value, field);
    if (value === null || value === undefined || field.type.array)
      throw new Problem('invalid_type', 'must be a value; for null use the operator null');
    // `parse` does not apply min and max: they limit stored values, not the values of a filter.
    return field.type.numeric && isNumber(value)
      ? field.type.parse(String(value), field)
      : field.type.check(value, field);
  } catch (problem) {
    if (problem instanceof Problem) throw badQuery(at, `${field.key} ${problem.message}`);
    throw problem;
  }
}
