import { ExactNumber } from '#lib/json.ts';
import { declare, type FieldOptions, type FieldType, type JsonValue, Problem } from './field.ts';
import { kindOf, wellFormed } from './strings.ts';

const maxDepth = 32;

/** Refuses text that PostgreSQL cannot store, numbers that are out of range, and deep nesting. */
function checkTree(value: unknown, depth: number): void {
  if (depth > maxDepth) throw new Problem('too_deep', `must not be nested more than ${maxDepth} levels deep`);
  if (typeof value === 'string') wellFormed(value);
  else if (typeof value === 'number' || value instanceof ExactNumber) {
    const size = Math.abs(Number(value));
    if (!(size <= 1e100) || String(value).length > 60 || (typeof value !== 'number' && size === 0)) {
      throw new Problem('out_of_range', 'must hold numbers between -1e100 and 1e100, of at most 60 characters');
    }
  } else if (Array.isArray(value)) for (const item of value) checkTree(item, depth + 1);
  else if (value !== null && typeof value === 'object') {
    for (const key in value) {
      wellFormed(key);
      checkTree((value as Record<string, unknown>)[key], depth + 1);
    }
  }
}

/** Any JSON value, such as widgets, layouts and answers of providers. */
export const jsonType: FieldType = {
  name: 'json',
  column: 'jsonb',
  operators: [],
  sortable: false,
  searchable: false,
  limits: ({ declared: { shape } }) => ({ ...(shape && { shape }), maxDepth }),
  schema: ({ declared: { shape } }) =>
    shape === 'object'
      ? { type: 'object', additionalProperties: true }
      : shape === 'array'
        ? { type: 'array', items: {} }
        : {},
  check(value, { declared: { shape } }) {
    const actual = Array.isArray(value) ? 'array' : value !== null && typeof value === 'object' ? 'object' : 'other';
    if (shape && actual !== shape) throw new Problem('invalid_type', `must be an ${shape}, not ${kindOf(value)}`);
    checkTree(value, 1);
    return value as JsonValue;
  },
  parse(text) {
    return text;
  },
  param: (value) => JSON.stringify(value),
  fromJson: (json) => `nullif(${json}, 'null')`,
  example: ({ declared: { shape } }, n) => (shape === 'array' ? [{ n }] : { n }),
};

export const json = (options: FieldOptions = {}) => declare(jsonType, options);
