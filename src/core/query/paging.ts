import type { Params } from '#db/params.ts';
import { isId } from '#lib/ids.ts';
import type { Grant } from '../access/access.ts';
import { visibleField } from '../access/access.ts';
import { badQuery } from '../errors.ts';
import type { Field, JsonValue } from '../fields/field.ts';
import { readValue } from './filter.ts';
import { equalInOrder, isNull, orderedComparison, sortedBy } from './indexed-comparisons.ts';

export interface SortKey {
  readonly field: Field;
  readonly descending: boolean;
}

/** The position of the last record of a page: its values of the sort keys, and its id. */
export interface Position {
  readonly values: readonly (JsonValue | null)[];
  readonly id: string;
}

const maxSortKeys = 5;

const sortText = (keys: readonly SortKey[]): string =>
  keys.map(({ field, descending }) => `${descending ? '-' : ''}${field.key}`).join(',');

/** Parses `-value,name` or `["-value","name"]`. Defaults to newest first. */
export function readSort(grant: Grant, sort: unknown): SortKey[] {
  const given = sort === undefined ? ['-createdAt'] : typeof sort === 'string' ? sort.split(',') : sort;
  if (!Array.isArray(given) || given.length === 0) throw badQuery('sort', 'must be a list of fields');
  if (given.length > maxSortKeys) throw badQuery('sort', `must name at most ${maxSortKeys} fields`);
  const keys = given.map((part) => {
    const text = typeof part === 'string' ? part.trim() : '';
    const descending = text.startsWith('-');
    const key = descending ? text.slice(1) : text;
    const field = visibleField(grant, key);
    if (!field?.sortable)
      throw badQuery('sort', `${key || 'an empty name'} is not a field of ${grant.model.slug} that can be sorted`);
    return { field, descending };
  });
  if (new Set(keys.map(({ field }) => field.key)).size !== keys.length)
    throw badQuery('sort', 'must not name a field twice');
  return keys;
}

export const encodeCursor = (keys: readonly SortKey[], lastRow: string): string =>
  Buffer.from(`${sortText(keys)}|${lastRow}`).toString('base64url');

/** Parses a cursor, which is only a position. It is validated like any other input and gives no access to records. */
export function readCursor(keys: readonly SortKey[], cursor: unknown): Position {
  const broken = () => badQuery('cursor', 'is not a cursor that this list gave out; begin again without it');
  if (typeof cursor !== 'string') throw broken();
  const text = Buffer.from(cursor, 'base64url').toString('utf8');
  const split = text.indexOf('|');
  if (split < 0) throw broken();
  if (text.slice(0, split) !== sortText(keys))
    throw badQuery('cursor', 'belongs to another sort order; begin again without it');
  let parts: unknown;
  try {
    parts = JSON.parse(text.slice(split + 1));
  } catch {
    throw broken();
  }
  if (
    !Array.isArray(parts) ||
    parts.length !== keys.length + 1 ||
    !parts.every((part) => part === null || typeof part === 'string')
  ) {
    throw broken();
  }
  const id = parts.at(-1);
  if (!isId(String(id))) throw broken();
  const values = keys.map(({ field }, n) => (parts[n] === null ? null : readValue(field, parts[n], 'cursor')));
  return { values, id: String(id) };
}

/** SQL of the position of a row, for a cursor: each sort key in a text form that its type can parse. */
export function positionSql(keys: readonly SortKey[], alias: string): string {
  const parts = keys.map(({ field, field: { type } }) => {
    const value = field.sql(alias);
    return `(${type.output ? type.output(value) : value})::text`;
  });
  return `json_build_array(${[...parts, `${alias}.id::text`].join(', ')})::text`;
}

/** A run of consecutive rows of a list, as a condition and an order. */
export interface Segment {
  readonly where: string;
  readonly orderBy: string;
}

/**
 * True when the key can be null. A required custom field can be null, because it may have become required after records
 * were created.
 */
const nullable = ({ field }: SortKey): boolean =>
  !(field.required && field.column !== null) && !['createdAt', 'updatedAt', 'version', '_id'].includes(field.key);

const orderOf = ({ field, descending }: SortKey, alias: string, nulls = ''): string =>
  sortedBy(field, alias)
    .map((sql) => `${sql}${descending ? ' desc' : ''}${nulls}`)
    .join(', ');

const order = (keys: readonly SortKey[], alias: string): string =>
  [...keys.map((key) => orderOf(key, alias, nullable(key) ? ' nulls last' : '')), `${alias}.id`].join(', ');

/**
 * Splits the list into consecutive segments, each of which an index can return in order. A single `(a, b) > (x, y)`
 * cannot be used, because directions differ, nulls come last and `_id` always ascends. A segment after the end of the
 * page costs nothing, because the query stops at the limit.
 */
export function segments(
  keys: readonly SortKey[],
  alias: string,
  after: Position | undefined,
  params: Params,
): Segment[] {
  return after ? segmentsAfter(keys, alias, after, params) : segmentsFromStart(keys, alias);
}

/** True when the list consists of two segments from its start: the records with a value, then those without. */
export const hasNullsAtEnd = ([first]: readonly SortKey[]): boolean => first?.descending === true && nullable(first);

/**
 * An ascending index that is read backwards starts with the nulls, so a descending sort reads values first, then nulls.
 */
function segmentsFromStart(keys: readonly SortKey[], alias: string): Segment[] {
  const [first, ...rest] = keys;
  if (!first || !hasNullsAtEnd(keys)) return [{ where: '', orderBy: order(keys, alias) }];
  const then = order(rest, alias);
  return [
    { where: ` and not (${isNull(first.field, alias)})`, orderBy: `${orderOf(first, alias)}, ${then}` },
    { where: ` and ${isNull(first.field, alias)}`, orderBy: then },
  ];
}

/** First the rows with all keys equal and a greater id, then those with all keys but the last equal, and so on. */
function segmentsAfter(keys: readonly SortKey[], alias: string, { values, id }: Position, params: Params): Segment[] {
  const equal = keys.map(({ field }, n) => {
    const value = values[n] ?? null;
    return ` and ${value === null ? isNull(field, alias) : equalInOrder(field, alias, value, params)}`;
  });
  const ties = (upTo: number): string => equal.slice(0, upTo).join('');
  const segments: Segment[] = [
    { where: `${ties(keys.length)} and ${alias}.id > ${params.add(id, 'uuid')}`, orderBy: `${alias}.id` },
  ];
  for (let n = keys.length - 1; n >= 0; n -= 1) {
    const key = keys[n] as SortKey;
    const value = values[n] ?? null;
    // Nulls come last, so only other nulls follow.
    if (value === null) continue;
    const rest = order(keys.slice(n + 1), alias);
    segments.push({
      where: `${ties(n)} and ${orderedComparison(key.field, alias, key.descending ? '<' : '>', value, params)}`,
      orderBy: `${orderOf(key, alias)}, ${rest}`,
    });
    if (nullable(key)) segments.push({ where: `${ties(n)} and ${isNull(key.field, alias)}`, orderBy: rest });
  }
  return segments;
}
