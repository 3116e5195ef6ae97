import type { ComponentType } from 'react';
import type { Included, RecordData } from '~/api/records.ts';
import type { Field, Model } from '~/metadata/model.ts';

export interface DisplayProps {
  readonly field: Field;
  readonly value: unknown;
  /** The record that has the value, when there is one. */
  readonly record?: RecordData | undefined;
  /** Records that references point to, by id. Those that are missing are read one by one. */
  readonly included?: Included | undefined;
  /** In a table cell: one line, no links that take the focus. */
  readonly compact?: boolean | undefined;
}

export interface InputProps {
  readonly field: Field;
  readonly model: Model;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  /** Called after `onChange` when nothing more is to be typed: an option was picked, a box was ticked. */
  readonly onCommit?: ((value: unknown) => void) | undefined;
  /** Called when the person leaves the input and everything that it opened. */
  readonly onBlur?: (() => void) | undefined;
  readonly error?: string | undefined;
  readonly autoFocus?: boolean | undefined;
  readonly disabled?: boolean | undefined;
  /** In a table cell: no label, no description. */
  readonly compact?: boolean | undefined;
  readonly included?: Included | undefined;
  /** The other values of the record or the form: an amount is shown with its currency. */
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
}

/** What is wrong with a value: a key of the namespace `fields`, with the values of its text. */
export interface CheckFailure {
  readonly key: string;
  readonly values?: Readonly<Record<string, unknown>>;
}

/** What the console can do with a type of field. One folder per type; `kinds.ts` lists them, and `inputs.ts` their inputs. */
export interface FieldKind {
  readonly Display: ComponentType<DisplayProps>;
  /** The operators that are offered, the usual one first. */
  readonly operators: readonly Operator[];
  /** Pixels of a column. */
  readonly width: number;
  readonly align?: 'right';
  /** The value as plain text, for titles, exports and clipboards. */
  toText(value: unknown, field: Field, included?: Included): string;
  /** The value as it is sent: `example.com` becomes an address with a protocol. */
  normalize?(value: unknown): unknown;
  /** Finds what is wrong with an input before it is sent. Not called with empty values. */
  check?(value: unknown, field: Field): CheckFailure | undefined;
}
