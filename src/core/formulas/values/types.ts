/** Types of values. `list` is a list of texts. */
export type FormulaType = 'number' | 'text' | 'boolean' | 'date' | 'datetime' | 'list';

export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };

/** A field of the record, or of a record to which the first field refers. */
export type FieldPath = readonly string[];

/** The PostgreSQL types of values. */
export const sqlTypes: Readonly<Record<FormulaType, string>> = {
  number: 'numeric',
  text: 'text',
  boolean: 'boolean',
  date: 'date',
  datetime: 'timestamptz',
  list: 'text[]',
};

/** Names of types in messages. */
export const typeNames: Readonly<Record<FormulaType | 'null', string>> = {
  number: 'a number',
  text: 'a text',
  boolean: 'true or false',
  date: 'a date',
  datetime: 'a date with time',
  list: 'a list',
  null: 'null',
};
