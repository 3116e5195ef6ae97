import type { Grant } from '../access/access.ts';
import { visibleField } from '../access/access.ts';
import type { Context } from '../context.ts';
import { badQuery } from '../errors.ts';
import type { Field } from '../fields/field.ts';
import type { Calendar } from './calendar.ts';
import { type Condition, readFilter } from './filter.ts';
import { NamedPeriods } from './named-periods.ts';
import { type Position, readCursor, readSort, type SortKey } from './paging.ts';
import type { TextSearch } from './text-search.ts';

/** The validated query of a list. */
export interface ListQuery {
  readonly conditions: readonly Condition[];
  /** True when the conditions depend on the current day, so that the query must be parsed again each time. */
  readonly isRelative: boolean;
  /** Undefined without a search. */
  readonly q: TextSearch | undefined;
  readonly sort: readonly SortKey[];
  readonly page: number;
  readonly limit: number;
  readonly after: Position | undefined;
  readonly byCursor: boolean;
  readonly fields: ReadonlySet<string> | undefined;
  readonly include: readonly Field[];
  readonly count: 'auto' | 'exact' | 'none';
}

export type RawQuery = Readonly<Record<string, unknown>>;

const listParameters = ['filter', 'sort', 'page', 'limit', 'cursor', 'fields', 'include', 'q', 'count', 'tz'];

export function readListQuery(context: Context, grant: Grant, raw: RawQuery, calendar: Calendar): ListQuery {
  refuseUnknown(raw, listParameters);
  if (raw.page !== undefined && raw.cursor !== undefined) throw badQuery('cursor', 'cannot be used together with page');
  const sort = readSort(grant, raw.sort);
  const count = raw.count === undefined ? 'auto' : raw.count;
  if (count !== 'auto' && count !== 'exact' && count !== 'none') throw badQuery('count', 'must be auto, exact or none');
  const periods = new NamedPeriods(calendar);
  const conditions = readFilter(context, grant, raw.filter, periods);
  return {
    conditions,
    isRelative: periods.used,
    q: readSearch(context, grant, raw.q),
    sort,
    page: readInteger(raw.page === undefined ? 1 : raw.page, 'page', 1, 1_000_000_000),
    limit: readInteger(raw.limit === undefined ? 20 : raw.limit, 'limit', 1, 200),
    after: raw.cursor === undefined ? undefined : readCursor(sort, raw.cursor),
    byCursor: raw.cursor !== undefined,
    fields: readFields(grant, raw.fields),
    include: readInclude(context, grant, raw.include),
    count,
  };
}

export function refuseUnknown(raw: RawQuery, allowed: readonly string[]): void {
  const unknown = Object.keys(raw).find((key) => !allowed.includes(key));
  if (unknown !== undefined)
    throw badQuery(unknown, `is not a parameter here; there are ${allowed.join(', ') || 'none'}`);
}

export function readInteger(value: unknown, name: string, min: number, max: number): number {
  const number = typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isInteger(number) || number < min || number > max) {
    throw badQuery(name, `must be a whole number from ${min} to ${max}`);
  }
  return number;
}

export function readNames(value: unknown, name: string): string[] {
  const names = typeof value === 'string' ? value.split(',').map((part) => part.trim()) : value;
  if (!Array.isArray(names) || names.length > 200 || !names.every((part) => typeof part === 'string' && part !== '')) {
    throw badQuery(name, 'must be a list of fields');
  }
  return [...new Set(names as string[])];
}

export function readFields(grant: Grant, value: unknown): ReadonlySet<string> | undefined {
  if (value === undefined) return undefined;
  const names = readNames(value, 'fields');
  const unknown = names.find((key) => !visibleField(grant, key));
  if (unknown !== undefined) throw badQuery('fields', `${unknown} is not a field of ${grant.model.slug}`);
  return new Set(names);
}

export function readInclude(context: Context, grant: Grant, value: unknown): readonly Field[] {
  if (value === undefined) return [];
  return readNames(value, 'include').map((key) => {
    const field = visibleField(grant, key);
    if (field?.declared.to === undefined) throw badQuery('include', `${key} is not a reference of ${grant.model.slug}`);
    context.caller.access.grant(context.registry.target(field), 'read');
    return field;
  });
}

function readSearch(context: Context, grant: Grant, q: unknown): TextSearch | undefined {
  const words = readWords(q);
  return words && searchFor(context, grant, words);
}

/** A search for words in everything that the caller may read. */
export function searchFor({ caller, registry }: Context, { model }: Grant, words: readonly string[]): TextSearch {
  const other = model.searchedThrough && registry.named(model.searchedThrough.model);
  const through = other && caller.access.readGrant(other);
  return through ? { words, through } : { words };
}

const maxWords = 20;

/** Splits `q` into words at punctuation and blanks. PostgreSQL folds their case as it does for records. */
export function readWords(q: unknown): string[] | undefined {
  if (q === undefined) return undefined;
  if (typeof q !== 'string' || q.length > 500 || q.includes('\u0000') || !q.isWellFormed())
    throw badQuery('q', 'must be a text of at most 500 characters');
  const words = q.split(/[^\p{L}\p{N}\p{M}]+/u).filter((word) => word !== '');
  if (q.trim() === '') return undefined;
  if (words.length > maxWords) throw badQuery('q', `must be at most ${maxWords} words`);
  return words;
}
