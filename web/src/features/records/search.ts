import type { Filter } from '~/api/records.ts';
import type { ViewState } from '~/views/view.ts';

const layouts = ['table', 'board', 'calendar'] as const;
export type Layout = (typeof layouts)[number];

/** The list state in the address. */
export interface ListState extends ViewState {
  readonly view?: Layout | undefined;
}

/** The query parameters as the router parses and writes them. */
export type Search = Readonly<Record<string, unknown>>;

const listKeys = ['view', 'q', 'filter', 'sort', 'columns', 'groupBy', 'dateField'] as const;

const isObject = (value: unknown): value is Filter =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const readText = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;

/** Parses `name,-value`. An empty text is an empty list. */
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
    // The address was truncated, so the list is shown without a filter.
    return undefined;
  }
}

/** Parses parameters that people may have typed. Invalid ones are ignored. */
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
 * The parameters after a change. Values equal to the base are omitted; an emptied value of the base is written as
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

/** Keys that change many times in a row, while people type or arrange. */
const frequentlyChanged: readonly string[] = ['q', 'columns'];

/** A filter without its values. It differs when conditions were added, removed or replaced. */
function shapeOf(filter: unknown): unknown {
  if (Array.isArray(filter)) return filter.some(isObject) ? filter.map(shapeOf) : null;
  if (!isObject(filter)) return null;
  return Object.fromEntries(Object.entries(filter).map(([key, value]) => [key, shapeOf(value)]));
}

/**
 * True when the change gets its own entry in the browser history. That is the case for another view, sort or grouping,
 * and for an added or removed condition, but not for each letter of a search or value.
 */
export const isStep = (before: ListState, change: Partial<ListState>): boolean =>
  listKeys.some((key) => {
    if (!(key in change) || frequentlyChanged.includes(key)) return false;
    return key !== 'filter' || !same(shapeOf(before.filter ?? {}), shapeOf(change.filter ?? {}));
  });

/** The parameters without the person's changes. */
export function resetSearch(search: Search): Search {
  const keys: readonly string[] = listKeys;
  return Object.fromEntries(Object.entries(search).filter(([key]) => !keys.includes(key)));
}

/** True when the person has changed the list state. */
export const isChanged = (search: Search): boolean => listKeys.some((key) => key in search);

function withoutUndefined(state: ListState): ListState {
  return Object.fromEntries(Object.entries(state).filter(([, value]) => value !== undefined));
}
