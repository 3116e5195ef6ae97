import type { AggregateInput, ListInput } from './records.ts';

/**
 * Keys of React Query. All data of a model begins with `['records', path]`, so one invalidation refreshes everything
 * that a change may concern.
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

/** Without empty parameters, the count of a list and its totals have the same key and share one request. */
const withoutEmpty = (input: AggregateInput) =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => !Array.isArray(value) || value.length > 0));
