import { ExactNumber } from '#lib/json.ts';
import {
  type Companion,
  declare,
  type FieldOptions,
  type FieldType,
  type JsonValue,
  type Operator,
  Problem,
} from './field.ts';
import { kindOf } from './strings.ts';

export const orderedOperators: readonly Operator[] = [
  'eq',
  'ne',
  'gt',
  'gte',
  'lt',
  'lte',
  'in',
  'nin',
  'between',
  'null',
];

const exclusiveMax = 1e20;
/** The largest double below the maximum. */
const maxAllowed = 99_999_999_999_999_980_000;

/**
 * The nearest double. Rounding keeps the order, so a condition on the double excludes no row that the exact condition
 * includes. Parameters are rounded in this process, because PostgreSQL refuses to round numbers that are closer to zero
 * than any double.
 */
const approximate: Companion = {
  suffix: 'approx',
  column: 'float8',
  of: (expression) => `(${expression})::float8`,
  param: Number,
  ordered: true,
};

/** Exact decimals. A number that a double cannot represent arrives as an `ExactNumber` and keeps all its digits. */
export const numberType: FieldType = {
  name: 'number',
  column: 'numeric',
  operators: orderedOperators,
  sortable: true,
  searchable: false,
  numeric: true,
  limits: ({ declared: { min = -maxAllowed, max = maxAllowed } }) => ({ min, max }),
  schema: ({ declared }) => ({
    type: 'number',
    ...(declared.min !== undefined && { minimum: declared.min }),
    ...(declared.max !== undefined && { maximum: declared.max }),
  }),
  check(value, { declared }) {
    const exact = value instanceof ExactNumber;
    if (!exact && typeof value !== 'number') {
      throw new Problem('invalid_type', `must be a number, not ${kindOf(value)}`);
    }
    const size = Number(value);
    if (!Number.isFinite(size) || Math.abs(size) >= exclusiveMax) {
      throw new Problem('out_of_range', 'must lie between -1e20 and 1e20');
    }
    if (exact && size === 0) throw new Problem('out_of_range', 'is too close to zero');
    if (exact && value.source.length > 60)
      throw new Problem('out_of_range', 'must be written in at most 60 characters');
    if (declared.min !== undefined && size < declared.min) {
      throw new Problem('out_of_range', `must be at least ${declared.min}`);
    }
    if (declared.max !== undefined && size > declared.max) {
      throw new Problem('out_of_range', `must be at most ${declared.max}`);
    }
    return value as JsonValue;
  },
  parse(text) {
    if (text.length > 500 || !/^-?\d+(?:\.\d+)?(?:e[+-]?\d{1,3})?$/i.test(text)) {
      throw new Problem('invalid_type', 'must be a number such as 12.5');
    }
    if (!(Math.abs(Number(text)) < exclusiveMax)) throw new Problem('out_of_range', 'must lie between -1e20 and 1e20');
    return text;
  },
  param: String,
  fromJson: (json) => `(${json}#>>'{}')::numeric`,
  companion: ({ index, unique }) => (index || unique ? approximate : undefined),
  example: ({ declared }, n) => Math.min((declared.min ?? 0) + n + 0.5, declared.max ?? Number.POSITIVE_INFINITY),
};

export const number = (options: FieldOptions = {}) => declare(numberType, options);
