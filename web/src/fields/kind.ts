import type { ComponentType } from 'react';
import type { Filter, Included } from '~/api/records.ts';
import type { Field, Model } from '~/metadata/model.ts';

export interface DisplayProps {
  readonly field: Field;
  readonly value: unknown;
  /** The record that contains the value, or the part of it that is known, such as the currency of an amount. */
  readonly record?: Readonly<Record<string, unknown>> | undefined;
  /** Referenced records, by id. Missing ones are read one by one. */
  readonly included?: Included | undefined;
  /** True for table cells: the value has one line, and no links that take the focus. */
  readonly compact?: boolean | undefined;
}

export interface InputProps {
  readonly field: Field;
  readonly model: Model;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  /** Called after `onChange` when the input is complete: an option was picked, a box was ticked. */
  readonly onCommit?: ((value: unknown) => void) | undefined;
  /** Called when the focus leaves the input and its dropdowns. */
  readonly onBlur?: (() => void) | undefined;
  readonly error?: string | undefined;
  readonly autoFocus?: boolean | undefined;
  readonly disabled?: boolean | undefined;
  /** True for table cells: the input has no label and no description. */
  readonly compact?: boolean | undefined;
  readonly included?: Included | undefined;
  /** References: only records that match are offered. A record that is chosen already stays. */
  readonly only?: Filter | undefined;
  /** The other values of the record or form, such as the currency of an amount. */
  readonly values?: Readonly<Record<string, unknown>> | undefined;
}

/** The operators of the filter grammar. */
export type Operator =
  | 'eq'
  | 'ne'
  | 'gt'
  | 'gte'
  | 'lt'
  | 'lte'
  | 'in'
  | 'nin'
  | 'contains'
  | 'startsWith'
  | 'endsWith'
  | 'between'
  | 'null';

export interface FilterInputProps {
  readonly field: Field;
  readonly operator: Operator;
  /** A list for `in` and `nin`, two values or a relative period for `between`, a boolean for `null`. */
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  /** References: only records that match are offered. */
  readonly only?: Filter | undefined;
}

/** A problem with a value: a key of the namespace `fields`, with the parameters of its text. */
export interface CheckFailure {
  readonly key: string;
  readonly values?: Readonly<Record<string, unknown>>;
}

/**
 * Everything the console can do with a field type. There is one folder per type; `kinds.ts` lists them, and `inputs.ts`
 * lists their inputs.
 */
export interface FieldKind {
  readonly Display: ComponentType<DisplayProps>;
  /** The supported operators, the most frequent first. */
  readonly operators: readonly Operator[];
  /** Default width of a column, in pixels. */
  readonly width: number;
  readonly align?: 'right';
  /** The value as plain text, for titles, exports and clipboards. */
  toText(value: unknown, field: Field, included?: Included): string;
  /** Converts an input to the form that the API expects: `example.com` gets a protocol. */
  normalize?(value: unknown): unknown;
  /** Checks an input before it is sent. Not called for empty values. */
  check?(value: unknown, field: Field): CheckFailure | undefined;
}
