import type { FormulaType } from '../values/types.ts';
import type { Value } from '../values/value.ts';

interface SqlContext {
  /** SQL of the name of the time zone. */
  readonly timeZone: string;
  /** Types of the arguments. */
  readonly types: readonly FormulaType[];
}

export interface JsContext {
  /** Milliseconds since 1970-01-01. */
  readonly now: number;
  readonly timeZone: string;
  /** Types of the arguments. */
  readonly types: readonly FormulaType[];
}

/** A function or an operator. Both forms give the same result for all arguments, and never raise an error. */
export interface Operation {
  readonly name: string;
  /** `null`: the result is null when an argument is null. `own`: the function says what null means. */
  readonly nulls: 'null' | 'own';
  /** Takes long for some arguments. A formula has few of these calls. */
  readonly costly?: true;
  /**
   * SQL of the result. Each argument is in parentheses or a call, and appears once in the SQL: otherwise its size would
   * grow exponentially with the depth of a formula.
   */
  sql(context: SqlContext, ...args: string[]): string;
  /** Arguments that are left out are undefined. With `nulls: 'null'` none is null. */
  js(context: JsContext, ...args: never[]): Value;
}

/** Arguments with the same variable have one type. */
export type TypeVariable = 'T' | 'R';

export interface Parameter {
  readonly name: string;
  readonly types: readonly FormulaType[];
  readonly as?: TypeVariable;
  /** Arguments of the other types are converted: a date with time to its date, any value to its text. */
  readonly convert?: 'date' | 'text';
  /** Parameters that repeat stand together, and can only be followed by optional ones. */
  readonly repeats?: true;
  readonly optional?: true;
}

/** An entry of the function table. */
export interface FormulaFunction extends Operation {
  readonly aliases?: readonly string[];
  readonly group: 'logic' | 'numbers' | 'text' | 'dates';
  readonly parameters: readonly Parameter[];
  readonly result: FormulaType | TypeVariable;
  /** The result depends on the current time. */
  readonly usesTime?: true;
  /** One sentence. */
  readonly help: string;
  readonly example: string;
}

export const scalars: readonly FormulaType[] = ['number', 'text', 'boolean', 'date', 'datetime'];
export const ordered: readonly FormulaType[] = ['number', 'text', 'date', 'datetime'];

export const number = (name: string): Parameter => ({ name, types: ['number'] });
export const text = (name: string): Parameter => ({ name, types: ['text'] });
export const condition = (name: string): Parameter => ({ name, types: ['boolean'] });
export const datetime = (name: string): Parameter => ({ name, types: ['datetime'] });
/** A date, or the date of a date with time. */
export const day = (name: string): Parameter => ({ name, types: ['date', 'datetime'], convert: 'date' });
/** A value of any type, which becomes a text. */
export const anyAsText = (name: string): Parameter => ({ name, types: scalars, convert: 'text' });
export const value = (name: string, as: TypeVariable, types: readonly FormulaType[] = scalars): Parameter => ({
  name,
  types,
  as,
});

export const optional = (parameter: Parameter): Parameter => ({ ...parameter, optional: true });
export const repeated = (...parameters: Parameter[]): Parameter[] =>
  parameters.map((parameter) => ({ ...parameter, repeats: true }));
