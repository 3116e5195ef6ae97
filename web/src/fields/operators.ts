import type { Operator } from './kind.ts';

/** Operators of texts, the most frequent first. */
export const textOperators: readonly Operator[] = [
  'contains',
  'eq',
  'ne',
  'startsWith',
  'endsWith',
  'in',
  'nin',
  'null',
];

export const orderedOperators: readonly Operator[] = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'between', 'null'];

export const choiceOperators: readonly Operator[] = ['in', 'nin', 'eq', 'ne', 'null'];
