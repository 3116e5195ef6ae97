import type { Params } from '#db/params.ts';
import { isId } from '#lib/ids.ts';
import type { Grant } from '../access/access.ts';
import { visibleField } from '../access/access.ts';
import { badQuery } from '../errors.ts';
import type { Field, JsonValue } from '../fields/field.ts';
import { readValue } from './filter.ts';
import { orderedComparison, isNull, sortedBy, equalInOrder } from './indexed-comparisons.ts';

export interface SortKey {
  readonly field: Field;
  readonly descending: boolean;
}

/** The place of the last record of a page: its values under the sort keys, and its id. */
export interface Position {
  readonly values: readonly (JsonValue | null)[];
  readonly id: string;
}

const maxSortKeys = 5;

const sortText = (keys: readonly SortKey[]): string =>
  keys.map(({ field, descending }) => `${descending ? '-' : ''}${field.key}`).join(',');

/** `-value,name` or `["-value","name"]`; the newest first when nothing is asked for. */
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

/**
 * A cursor only says where to go on. It is checked like any other input and opens nothing the caller could not list.
 */
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

/** SQL of what a cursor remembers of a row: each sort key in a form that its type can read again. */
export function positionSql(keys: readonly SortKey[], alias: string): string {
  const parts = keys.map(({ field, field: { type } }) => {
    const value = field.sql(alias);
    return `(${type.output ? type.output(value) : value})::text`;
  });
  return `json_build_array(${[...parts, `${alias}.id::text`].join(', ')})::text`;
}

/** One run of rows in list order: what restricts it and how it is ordered. */
export interface Segment {
  readonly where: string;
  readonly orderBy: string;
}

/** A tenant's own field may have become required after records were there. */
const nullable = ({ field }: SortKey): boolean =>
  !(field.required && field.column !== null) && !['createdAt', 'updatedAt', 'version', '_id'].includes(field.key);

const orderOf = ({ field, descending }: SortKey, alias: string, nulls = ''): string =>
  sortedBy(field, alias)
    .map((sql) => `${sql}${descending ? ' desc' : ''}${nulls}`)
    .join(', ');

const order = (keys: readonly SortKey[], alias: string): string =>
  [...keys.map((key) => orderOf(key, alias, nullable(key) ? ' nulls last' : '')), `${alias}.id`].join(', ');

/**
 * The list as segments that follow one another, each of which an index can deliver in order. A single `(a, b) > (x, y)`
 * cannot: directions differ, nulls come last, `_id` always ascends. A stretch that is not reached costs nothing,
 * because the rows before it fill the page.
 */
export function segments(
  keys: readonly SortKey[],
  alias: string,
  after: Position | undefined,
  params: Params,
): Segment[] {
  return after ? segmentsAfter(keys, alias, after, params) : segmentsFromStart(keys, alias);
}

/** An ascending index read backwards has its nulls first; so a descending sort takes the values, then the nulls. */
function segmentsFromStart(keys: readonly SortKey[], alias: string): Segment[] {
  const [first, ...rest] = keys;
  if (!first?.descending || !nullable(first)) return [{ where: '', orderBy: order(keys, alias) }];
  const then = order(rest, alias);
  return [
    { where: ` and not (${isNull(first.field, alias)})`, orderBy: `${orderOf(first, alias)}, ${then}` },
    { where: ` and ${isNull(first.field, alias)}`, orderBy: then },
  ];
}

/** From near to far: ties on all keys but the id, then ties on all but the last key, and so on outwards. */
function segmentsAfter(keys: readonly SortKey[], alias: string, { values, id }: Position, params: Params): Segment[] {
  const equal = keys.map(({ field }, n) => {
    const value = values[n] ?? null;
    return ` and ${value === null ? isNull(field, alias) : equalInOrder(field, alias, value, params)}`;
  });
  const ties = (upTo: number): string => equal.slice(0, upTo).join('');
  const found: Segment[] = [
    { where: `${ties(keys.length)} and ${alias}.id > ${params.add(id, 'uuid')}`, orderBy: `${alias}.id` },
  ];
  for (let n = keys.length - 1; n >= 0; n -= 1) {
    const key = keys[n] as SortKey;
    const value = values[n] ?? null;
    if (value === null) continue; // Nulls come last: nothing follows them but ties.
    const rest = order(keys.slice(n + 1), alias);
    found.push({
      where: `${ties(n)} and ${orderedComparison(key.field, alias, key.descending ? '<' : '>', value, params)}`,
      orderBy: `${orderOf(key, alias)}, ${rest}`,
    });
    if (nullable(key)) found.push({ where: `${ties(n)} and ${isNull(key.field, alias)}`, orderBy: rest });
  }
  return found;
}
