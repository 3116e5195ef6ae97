import type { Ast, Formula } from './ast.ts';
import { maxTextLength } from './values/limits.ts';
import { type FieldPath, type FormulaType, sqlTypes } from './values/types.ts';
import type { Decimal, Value } from './values/value.ts';

/**
 * SQL of the result, with its type from `sqlTypes`. `sqlOf` gives the SQL of a field in its own type. `timeZoneSql` is
 * the SQL of a time zone name that PostgreSQL knows. The size of the SQL is linear in the size of the formula, and it
 * raises no error for any values.
 */
export function formulaSql(formula: Formula, sqlOf: (path: FieldPath) => string, timeZoneSql: string): string {
  const timeZone = `((${timeZoneSql})::text)`;
  const write = (ast: Ast): string => {
    if (ast.kind === 'literal') return literalSql(ast.value, ast.type);
    if (ast.kind === 'field') return readers[ast.type](`(${sqlOf(ast.path)})::${sqlTypes[ast.type]}`);
    const types = ast.args.map(({ type }) => type);
    return ast.operation.sql({ timeZone, types }, ...ast.args.map(write));
  };
  return write(formula.ast);
}

/**
 * SQL of a literal. It contains no text of a tenant: a text is written in hexadecimal digits, and a number from its
 * value.
 */
function literalSql(value: Value, type: FormulaType): string {
  if (value === null) return `(null::${sqlTypes[type]})`;
  if (type === 'boolean') return value === true ? 'true' : 'false';
  if (type === 'number') return `(${(value as Decimal).toFixed()}::numeric)`;
  return `convert_from(decode('${Buffer.from(value as string).toString('hex')}', 'hex'), 'UTF8')`;
}

/** SQL of field values within the limits of formulas. */
const readers: Readonly<Record<FormulaType, (sql: string) => string>> = {
  number: (sql) => `formula_number(${sql})`,
  text: (sql) => `left((${sql}) collate "C", ${maxTextLength})`,
  boolean: (sql) => `(${sql})`,
  date: (sql) => `formula_day(${sql})`,
  datetime: (sql) => `formula_moment(${sql})`,
  list: (sql) => `array_remove(${sql}, null)`,
};
