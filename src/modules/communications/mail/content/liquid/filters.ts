import { filters, type Liquid } from 'liquidjs';
import { limits } from '../template/limits.ts';
import type { MailContext } from './mail-context.ts';
import { printedLength } from './print.ts';

/**
 * Removes filters of liquidjs that mails must not have: filters that evaluate text as an expression, which could come from a value, and
 * `sample`, because a preview would differ from the mail.
 */
const removed = ['where_exp', 'reject_exp', 'group_by_exp', 'has_exp', 'find_exp', 'find_index_exp', 'sample'];

/** The filters whose memory liquidjs does not count. */
const uncounted = new Set(['url_encode', 'url_decode', 'cgi_escape', 'uri_escape', 'slugify']);

interface FilterThis {
  readonly context: MailContext;
}

type FilterFunction = (this: FilterThis, value: unknown, ...rest: unknown[]) => unknown;

export function registerFilters(liquid: Liquid): void {
  for (const name of removed) liquid.unregisterFilter(name);
  const date = filters.date as unknown as FilterFunction;
  liquid.registerFilter('date', function (this: unknown, value: unknown, ...rest: unknown[]) {
    if (printedLength(rest[0], limits.dateFormatLength) > limits.dateFormatLength)
      throw new Error('date format limit exceeded');
    return date.call(this as FilterThis, withZone(value), ...rest);
  });
  for (const [name, filter] of Object.entries(liquid.filters)) {
    if (typeof filter === 'function')
      liquid.registerFilter(name, bounded(name, filter as unknown as FilterFunction) as never);
  }
}

/**
 * Adds limits that liquidjs lacks: it reads the clock only between tags although a tag can have thousands of filters, and most filters
 * turn a list into text before they count it.
 */
function bounded(name: string, filter: FilterFunction): FilterFunction {
  return function (value, ...rest) {
    const { context } = this;
    context.checkTime();
    if (uncounted.has(name)) context.memoryLimit.use(printedLength(value, limits.filterMemory));
    for (const input of [value, ...rest]) {
      if (Array.isArray(input)) context.memoryLimit.check(printedLength(input, limits.filterMemory));
    }
    return filter.call(this, value, ...rest);
  };
}

/** A time without a zone is taken as UTC, so that a date does not change with the time zone of the server. */
function withZone(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  if (typeof value !== 'string') return value;
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return `${value}T00:00:00Z`;
  return /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?$/.test(value) ? `${value.replace(' ', 'T')}Z` : value;
}
