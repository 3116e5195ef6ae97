import { type Field, type FieldLimits, type JsonSchema, type Operator, Problem } from './field.ts';

export const textOperators: readonly Operator[] = [
  'eq',
  'ne',
  'gt',
  'gte',
  'lt',
  'lte',
  'in',
  'nin',
  'contains',
  'startsWith',
  'endsWith',
  'between',
  'null',
];

/** Refuses strings that PostgreSQL cannot store: with NUL or with half a surrogate pair. */
export function wellFormed(value: unknown): string {
  if (typeof value !== 'string') throw new Problem('invalid_type', `must be a string, not ${kindOf(value)}`);
  if (value.includes('\u0000')) throw new Problem('invalid_format', 'must not contain the NUL character');
  if (!value.isWellFormed()) throw new Problem('invalid_format', 'must be well-formed Unicode');
  return value;
}

export function checkText(value: unknown, field: Field): string {
  const text = wellFormed(value);
  const { maxLength } = field;
  // The limit counts code points, as JSON Schema does. The cheaper comparison runs first.
  if (maxLength !== undefined && text.length > maxLength && [...text].length > maxLength) {
    throw new Problem('too_long', `must be at most ${maxLength} characters long`);
  }
  if (field.required && text.trim() === '') throw new Problem('required', 'must not be empty');
  return text;
}

export const textSchema = (field: Field): JsonSchema => ({
  type: 'string',
  ...(field.maxLength !== undefined && { maxLength: field.maxLength }),
  ...(field.required && { minLength: 1 }),
});

/** A required text must contain more than white space. */
export const textLimits = (field: Field): FieldLimits => ({
  ...(field.maxLength !== undefined && { maxLength: field.maxLength }),
  ...(field.required && { pattern: '\\S' }),
});

export const textFromJson = (json: string): string => `(${json}#>>'{}')`;

/** SQL of an array. An empty JSON array gives an empty array; anything else gives null. */
export const arrayFromJson = (json: string, type: string): string =>
  `(case when jsonb_typeof(${json}) = 'array' then array(select e::${type} from jsonb_array_elements_text(${json}) e) end)`;

export const kindOf = (value: unknown): string =>
  value === null
    ? 'null'
    : Array.isArray(value)
      ? 'an array'
      : typeof value === 'object'
        ? 'an object'
        : `a ${typeof value}`;
