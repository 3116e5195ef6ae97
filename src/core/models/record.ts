import type { Field, JsonValue } from '../fields/field.ts';

export type RecordObject = Readonly<Record<string, JsonValue>>;

/** Checked values to write, in the JSON form that their types define. */
export type Values = Map<Field, JsonValue>;
