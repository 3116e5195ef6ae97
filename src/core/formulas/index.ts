import type { Formula } from './ast.ts';
import { Checker } from './check.ts';
import { readSyntax } from './grammar.ts';
import type { FieldPath, FormulaType } from './values/types.ts';

/**
 * Parses and checks a formula. `fieldType` gives the type of a field, or undefined for an unknown field. `names` are
 * the paths of fields from which an error suggests one. Throws a FormulaError.
 */
export const parseFormula = (
  text: string,
  fieldType: (path: FieldPath) => FormulaType | undefined,
  names: Iterable<string> = [],
): Formula => new Checker(text, fieldType, names).check(readSyntax(text));

export type { Formula } from './ast.ts';
export { evaluate } from './evaluate.ts';
export { FormulaError } from './formula-error.ts';
export { formulaSql } from './formula-sql.ts';
export { functionTable } from './functions/function-table.ts';
export type { FieldPath, FormulaType } from './values/types.ts';
