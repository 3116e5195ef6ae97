import type { FieldType, JsonValue } from './field.ts';

/** The form in which the values of a type are copied. It keeps their order. */
export interface CopyForm {
  /** True when different values never have equal copies. */
  readonly exact: boolean;
  readonly column: 'number' | 'text';
  /** SQL of the copy, given SQL of the value: in the type of its column, or as the text in the JSON of a record. */
  of(value: string): string;
  /** The copy of a value of a filter. */
  param(value: JsonValue): unknown;
  readonly paramType: 'float8' | 'text';
}

/** The maximum of characters in the copy of a text, because an entry of an index has at most 2,700 bytes. */
const maxTextLength = 200;

const moment: CopyForm = {
  // Milliseconds of the years 1 to 9999 are whole numbers that a double represents.
  exact: true,
  column: 'number',
  of: (value) => `(extract(epoch from (${value})::timestamptz) * 1000)::float8`,
  param: (value) => Date.parse(String(value)),
  paramType: 'float8',
};

const forms: Readonly<Record<string, CopyForm>> = {
  numeric: { exact: false, column: 'number', of: (value) => `(${value})::float8`, param: Number, paramType: 'float8' },
  boolean: {
    exact: true,
    column: 'number',
    of: (value) => `(${value})::boolean::int::float8`,
    param: (value) => (value === true ? 1 : 0),
    paramType: 'float8',
  },
  date: { ...moment, of: (value) => `(extract(epoch from (${value})::date) * 1000)::float8` },
  'timestamptz(3)': moment,
  text: {
    exact: false,
    column: 'text',
    of: (value) => `left(${value}, ${maxTextLength})`,
    param: (value) => [...String(value).slice(0, 2 * maxTextLength)].slice(0, maxTextLength).join(''),
    paramType: 'text',
  },
};

/** The form of the copies of a formula's values. */
export function copyForm({ column }: FieldType): CopyForm {
  const form = forms[column];
  if (!form) throw new Error(`values of the type ${column} are not copied`);
  return form;
}
