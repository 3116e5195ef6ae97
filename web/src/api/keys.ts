import type { AggregateInput, ListInput } from './records.ts';

/**
 * Keys of React Query. Everything about the records of a model begins with `['records', path]`, so that a change by
 * anybody refreshes all of it.
 */
export const keys = {
  me: ['me'] as const,
  registry: ['registry'] as const,
  records: ['records'] as const,
  model: (path: string) => ['records', path] as const,
  list: (path: string, input: ListInput) => ['records', path, 'list', input] as const,
  record: (path: string, id: string) => ['records', path, 'record', id] as const,
  history: (path: string, id: string) => ['records', path, 'history', id] as const,
  aggregate: (path: string, input: AggregateInput) => ['records', path, 'aggregate', withoutEmpty(input)] as const,
};

/** The count of a list and its totals are one request when nothing is summed. */
const withoutEmpty = (input: AggregateInput) =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => !Array.isArray(value) || value.length > 0));
