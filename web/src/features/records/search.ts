import type { Filter } from '~/api/records.ts';
import type { ViewState } from '~/views/view.ts';

const layouts = ['table', 'board', 'calendar'] as const;
export type Layout = (typeof layouts)[number];

/** What the address of a list says. */
export interface ListState extends ViewState {
  readonly view?: Layout | undefined;
}

/** The parameters of the address, as the router parses and writes them. */
export type Search = Readonly<Record<string, unknown>>;

const listKeys = ['view', 'q', 'filter', 'sort', 'columns', 'groupBy', 'dateField'] as const;

const isObject = (value: unknown): value is Filter =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const readText = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;

/** `name,-value`; an empty text is an empty list. */
const readNames = (value: unknown): string[] | undefined =>
  readText(value)
    ?.split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');

function readFilter(value: unknown): Filter | undefined {
  if (isObject(value)) return value;
  if (typeof value !== 'string') return undefined;
  try {
    const parsed: unknown = JSON.parse(value);
    return isObject(parsed) ? parsed : undefined;
  } catch {
    // Somebody shortened the address: the list is shown without a filter.
    return undefined;
  }
}

/** Reads what people may have typed: whatever makes no sense is left out. */
export function readSearch(search: Search): ListState {
  return withoutUndefined({
    view: layouts.find((layout) => layout === search.view),
    q: readText(search.q),
    filter: readFilter(search.filter),
    sort: readNames(search.sort),
    columns: readNames(search.columns),
    groupBy: readText(search.groupBy),
    dateField: readText(search.dateField),
  });
}

function writeValue(value: unknown): unknown {
  return Array.isArray(value) ? value.join(',') : value;
}

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === '' ||
  (Array.isArray(value) && value.length === 0) ||
  (isObject(value) && Object.keys(value).length === 0);

const same = (one: unknown, other: unknown): boolean =>
  (isEmpty(one) && isEmpty(other)) || JSON.stringify(one) === JSON.stringify(other);

/**
 * The parameters after a change. What the base has is left out; a part of the base that was emptied is written as
 * empty. Undefined returns to the base.
 */
export function changeSearch(search: Search, base: ListState, change: Partial<ListState>): Search {
  const result: Record<string, unknown> = { ...search };
  for (const key of listKeys) {
    if (!(key in change)) continue;
    const value = change[key];
    if (value === undefined || same(value, base[key])) delete result[key];
    else result[key] = writeValue(value);
  }
  return result;
}

/** What people change many times in a row, as they type or arrange. */
const restless: readonly string[] = ['q', 'columns'];

/** A filter without its values: whether conditions were added, removed or changed otherwise than in their value. */
function shapeOf(filter: unknown): unknown {
  if (Array.isArray(filter)) return filter.some(isObject) ? filter.map(shapeOf) : null;
  if (!isObject(filter)) return null;
  return Object.fromEntries(Object.entries(filter).map(([key, value]) => [key, shapeOf(value)]));
}

/**
 * Whether going back should take away this change alone: another view, order, grouping, or a condition that comes or
 * goes, but not each letter of a search or of a value.
 */
export const isStep = (before: ListState, change: Partial<ListState>): boolean =>
  listKeys.some((key) => {
    if (!(key in change) || restless.includes(key)) return false;
    return key !== 'filter' || !same(shapeOf(before.filter ?? {}), shapeOf(change.filter ?? {}));
  });

/** The parameters without a person's changes. */
export function resetSearch(search: Search): Search {
  const keys: readonly string[] = listKeys;
  return Object.fromEntries(Object.entries(search).filter(([key]) => !keys.includes(key)));
}

/** Whether a person has changed anything of the base. */
export const isChanged = (search: Search): boolean => listKeys.some((key) => key in search);

function withoutUndefined(state: ListState): ListState {
  return Object.fromEntries(Object.entries(state).filter(([, value]) => value !== undefined));
}
