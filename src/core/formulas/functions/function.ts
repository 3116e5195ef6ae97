import type { FormulaType } from '../values/types.ts';
import type { Value } from '../values/value.ts';

interface SqlContext {
  /** SQL of the time zone name. */
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

/**
 * A function or an operator. Its SQL and its JavaScript give the same result for all arguments, and never raise an
 * error.
 */
export interface Operation {
  readonly name: string;
  /** `null`: the result is null when an argument is null. `own`: the function handles null itself. */
  readonly nulls: 'null' | 'own';
  /** True when it takes long for some arguments. `maxCostlyCalls` limits these calls. */
  readonly costly?: true;
  /**
   * SQL of the result. Each argument is in parentheses or is a call. It must appear only once in the SQL, because its
   * size would otherwise grow exponentially with the depth of a formula.
   */
  sql(context: SqlContext, ...args: string[]): string;
  /** Computes the result. Omitted arguments are undefined. With `nulls: 'null'`, no argument is null. */
  js(context: JsContext, ...args: never[]): Value;
}

/** All arguments with the same variable have the same type. */
export type TypeVariable = 'T' | 'R';

export interface Parameter {
  readonly name: string;
  readonly types: readonly FormulaType[];
  readonly as?: TypeVariable;
  /** The type to which arguments of other types are converted: a date with time to its date, any value to its text. */
  readonly convert?: 'date' | 'text';
  /**
   * True when the parameter may be repeated. Such parameters stand together, and only optional ones may follow them.
   */
  readonly repeats?: true;
  readonly optional?: true;
}

/** An entry of the function table. */
export interface FormulaFunction extends Operation {
  readonly aliases?: readonly string[];
  readonly group: 'logic' | 'numbers' | 'text' | 'dates';
  readonly parameters: readonly Parameter[];
  readonly result: FormulaType | TypeVariable;
  /** True when the result depends on the current time. */
  readonly usesTime?: true;
  /** An explanation in one sentence. */
  readonly help: string;
  readonly example: string;
}

export const scalars: readonly FormulaType[] = ['number', 'text', 'boolean', 'date', 'datetime'];
export const ordered: readonly FormulaType[] = ['number', 'text', 'date', 'datetime'];

export const number = (name: string): Parameter => ({ name, types: ['number'] });
export const text = (name: string): Parameter => ({ name, types: ['text'] });
export const condition = (name: string): Parameter => ({ name, types: ['boolean'] });
export const datetime = (name: string): Parameter => ({ name, types: ['datetime'] });
/** A parameter that takes a date, or the date of a date with time. */
export const day = (name: string): Parameter => ({ name, types: ['date', 'datetime'], convert: 'date' });
/** A parameter that takes a value of any type and converts it to a text. */
export const anyAsText = (name: string): Parameter => ({ name, types: scalars, convert: 'text' });
export const value = (name: string, as: TypeVariable, types: readonly FormulaType[] = scalars): Parameter => ({
  name,
  types,
  as,
});

export const optional = (parameter: Parameter): Parameter => ({ ...parameter, optional: true });
export const repeated = (...parameters: Parameter[]): Parameter[] =>
  parameters.map((parameter) => ({ ...parameter, repeats: true }));
