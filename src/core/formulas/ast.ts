import type { Operation } from './functions/function.ts';
import type { FieldPath, FormulaType } from './values/types.ts';
import type { Value } from './values/value.ts';

/** A checked formula: each part has a type, and operators are operations like functions. */
export type Ast =
  | { readonly kind: 'literal'; readonly type: FormulaType; readonly value: Value }
  | { readonly kind: 'field'; readonly type: FormulaType; readonly path: FieldPath }
  | { readonly kind: 'call'; readonly type: FormulaType; readonly operation: Operation; readonly args: readonly Ast[] };

export interface Formula {
  readonly type: FormulaType;
  /** The fields that the formula reads, each once. */
  readonly paths: readonly FieldPath[];
  /** True when the result depends on the current time. */
  readonly usesTime: boolean;
  readonly ast: Ast;
}
