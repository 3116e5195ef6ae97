import type { Ast, Formula } from './ast.ts';
import type { FieldPath, JsonValue } from './values/types.ts';
import { jsonOfValue, type Value, valueOfJson } from './values/value.ts';

/** Computes the result for the JSON values of a record. It equals the result of the SQL of the formula. */
export function evaluate(
  formula: Formula,
  valueAt: (path: FieldPath) => JsonValue | undefined,
  { now, timeZone }: { readonly now: Date; readonly timeZone: string },
): JsonValue {
  const run = (ast: Ast): Value => {
    if (ast.kind === 'literal') return ast.value;
    if (ast.kind === 'field') return valueOfJson(valueAt(ast.path), ast.type);
    const args = ast.args.map(run);
    const { nulls, js } = ast.operation;
    if (nulls === 'null' && args.includes(null)) return null;
    const context = { now: now.getTime(), timeZone, types: ast.args.map(({ type }) => type) };
    return js(context, ...(args as never[]));
  };
  return jsonOfValue(run(formula.ast), formula.type);
}
