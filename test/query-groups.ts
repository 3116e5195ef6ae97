import fc from 'fast-check';
import { anyQuery, type Population } from './query-generators.ts';
import {
  compareValues,
  expectedRows,
  type FieldInfo,
  type Query,
  type Row,
  scaled,
  type Value,
} from './query-oracle.ts';
import { filterPairs } from './query-wire.ts';

/** An in-memory oracle for aggregates: the server must return the same. */

const periods = ['day', 'week', 'month', 'quarter', 'year'] as const;
const measureNames = ['sum', 'avg', 'min', 'max'] as const;

type Period = (typeof periods)[number];
type MeasureName = (typeof measureNames)[number];

interface Group {
  readonly field: FieldInfo;
  readonly period?: Period;
}

export interface Measure {
  readonly name: MeasureName;
  readonly field: FieldInfo;
}

export interface AggregateQuery {
  readonly filter: Query;
  readonly groups: readonly Group[];
  readonly measures: readonly Measure[];
  readonly count: boolean;
  /** Keys such as `-count`, `sum.value` and the group fields. Groups missing here sort last. */
  readonly sort: readonly string[];
  readonly limit: number;
}

/** A line of the answer. Numbers are decimal texts. */
export interface Line {
  readonly keys: readonly Value[];
  readonly rows: readonly Row[];
}

/** The first day of the period that contains a date or a UTC time. */
function firstDay(value: string, period: Period): string {
  const [year = 0, month = 0, day = 0] = value.slice(0, 10).split('-').map(Number);
  const pad = (number: number, width: number) => String(number).padStart(width, '0');
  const from = (firstMonth: number) => `${pad(year, 4)}-${pad(firstMonth, 2)}-01`;
  if (period === 'year') return from(1);
  if (period === 'quarter') return from(month - ((month - 1) % 3));
  if (period === 'month') return from(month);
  const date = new Date(`${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}T00:00:00Z`);
  if (period === 'week') date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
  return date.toISOString().slice(0, 10);
}

const isNumber = ({ type }: FieldInfo): boolean => type === 'number' || type === 'integer';

/** The canonical form of a value, because equal numbers such as 1.50 and 1.5 form one group. */
export const canonical = (field: FieldInfo, value: unknown): unknown =>
  value === null || value === undefined ? null : isNumber(field) ? scaled(String(value)) : value;

const groupValue = ({ field, period }: Group, row: Row): Value => {
  const value = row[field.key] ?? null;
  return value !== null && period ? firstDay(String(value), period) : value;
};

function linesOf({ filter, groups }: AggregateQuery, { rows, targets }: Population): Line[] {
  const matching = expectedRows(filter, rows, targets);
  if (groups.length === 0) return [{ keys: [], rows: matching }];
  const textOf = (group: Group, row: Row) => {
    const value = canonical(group.field, groupValue(group, row));
    return value === null ? 'none' : `some ${value}`;
  };
  const byKeys = Map.groupBy(matching, (row) => groups.map((group) => textOf(group, row)).join('\u0000'));
  return [...byKeys.values()].map((members) => ({
    keys: groups.map((group) => groupValue(group, members[0] as Row)),
    rows: members,
  }));
}

/** Minimum, maximum, or the exact sum as an integer of the oracle's unit (for sum and avg); null without values. */
export function measured({ name, field }: Measure, rows: readonly Row[]): unknown {
  const values = rows.flatMap((row) => row[field.key] ?? []) as (string | boolean)[];
  if (values.length === 0) return null;
  if (name === 'sum' || name === 'avg') return values.reduce((sum, value) => sum + scaled(String(value)), 0n);
  const sorted = values.sort((a, b) => compareValues(field.type, a, b));
  return canonical(field, name === 'min' ? sorted[0] : sorted.at(-1));
}

function compareLines({ groups, measures, sort }: AggregateQuery, a: Line, b: Line): number {
  const keys = [...sort, ...groups.map(({ field }) => field.key)];
  for (const text of keys) {
    const descending = text.startsWith('-');
    const key = descending ? text.slice(1) : text;
    const order = compareBy(key, groups, measures, a, b);
    if (order === 'null first') return 1;
    if (order === 'null last') return -1;
    if (order !== 0) return descending ? -order : order;
  }
  return 0;
}

function compareBy(key: string, groups: readonly Group[], measures: readonly Measure[], a: Line, b: Line) {
  if (key === 'count') return a.rows.length - b.rows.length;
  const n = groups.findIndex(({ field }) => field.key === key);
  const group = groups[n];
  const measure = measures.find(({ name, field }) => `${name}.${field.key}` === key);
  const valueIn = (line: Line) => (group ? (line.keys[n] ?? null) : measured(measure as Measure, line.rows));
  const [x, y] = [valueIn(a), valueIn(b)];
  if (x === null && y === null) return 0;
  if (x === null) return 'null first';
  if (y === null) return 'null last';
  if (typeof x === 'bigint') return x < (y as bigint) ? -1 : x > (y as bigint) ? 1 : 0;
  const type = group?.period ? 'date' : (group ?? (measure as Measure)).field.type;
  return compareValues(type, x as Value, y as Value);
}

export const expectedLines = (query: AggregateQuery, population: Population): Line[] =>
  linesOf(query, population)
    .sort((a, b) => compareLines(query, a, b))
    .slice(0, query.limit);

export function aggregatePairs({ filter, groups, measures, count, sort, limit }: AggregateQuery): string {
  const byName = measureNames.flatMap((name) => {
    const keys = measures.filter((measure) => measure.name === name).map(({ field }) => field.key);
    return keys.length > 0 ? [`${name}=${keys.join(',')}`] : [];
  });
  const names = groups.map(({ field, period }) => (period ? `${field.key}:${period}` : field.key));
  const order = [...new Set([...sort, ...groups.map(({ field }) => field.key)])].filter(
    (key) => !sort.includes(`-${key}`),
  );
  return [
    ...(filterPairs(filter) ?? []),
    ...(names.length > 0 ? [`groupBy=${names.join(',')}`] : []),
    ...byName,
    `count=${count}`,
    ...(order.length > 0 ? [`sort=${order.join(',')}`] : []),
    `limit=${limit}`,
  ].join('&');
}

const isTemporal = ({ type }: FieldInfo): boolean => type === 'date' || type === 'datetime';

function anyGroups(fields: readonly FieldInfo[]): fc.Arbitrary<Group[]> {
  const group = fc.constantFrom(...fields).chain((field): fc.Arbitrary<Group> => {
    if (!isTemporal(field)) return fc.constant({ field });
    return fc.constantFrom(undefined, ...periods).map((period) => (period ? { field, period } : { field }));
  });
  return fc.uniqueArray(group, { maxLength: 3, selector: ({ field }) => field.key });
}

function anyMeasures(fields: readonly FieldInfo[]): fc.Arbitrary<Measure[]> {
  const measure = fc.constantFrom(...fields).chain((field) => {
    const names = isNumber(field) ? measureNames : (['min', 'max'] as const);
    return fc.constantFrom(...names).map((name): Measure => ({ name, field }));
  });
  return fc.uniqueArray(measure, { maxLength: 4, selector: ({ name, field }) => `${name} ${field.key}` });
}

/**
 * Generates aggregates. They are never sorted by averages, because the order of nearly equal ones depends on how the
 * database rounds.
 */
export function anyAggregate(population: Population): fc.Arbitrary<AggregateQuery> {
  const groupable = population.fields.filter(({ sortable, key }) => sortable && key !== '_id');
  const ordered = groupable.filter(({ type }) => type !== 'boolean' && type !== 'reference');
  const filter = anyQuery(population).filter((query) => filterPairs(query) !== undefined);
  return fc
    .tuple(filter, anyGroups(groupable), anyMeasures(ordered), fc.boolean(), fc.integer({ min: 1, max: 40 }))
    .chain(([filter, groups, measures, counted, limit]) => {
      const count = counted || (groups.length === 0 && measures.length === 0);
      const keys = [
        ...groups.map(({ field }) => field.key),
        ...measures.filter(({ name }) => name !== 'avg').map(({ name, field }) => `${name}.${field.key}`),
        ...(count ? ['count'] : []),
      ];
      const key = fc.tuple(fc.constantFrom('', ...keys), fc.boolean());
      const sort = fc
        .uniqueArray(key, { maxLength: 2, selector: ([name]) => name })
        .map((chosen) => chosen.filter(([name]) => name !== '').map(([name, down]) => `${down ? '-' : ''}${name}`));
      return sort.map((order) => ({ filter, groups, measures, count, sort: order, limit }));
    });
}
