import type { FieldPath, Formula, FormulaType } from '#core/formulas/index.ts';
import { evaluate, formulaSql, parseFormula } from '#core/formulas/index.ts';
import { parseJson } from '#lib/json.ts';
import type { TestApp } from './harness.ts';

/** Fields of the rows of tests. */
export const formulaFields: Readonly<Record<string, FormulaType>> = {
  value: 'number',
  other: 'number',
  rating: 'number',
  name: 'text',
  stage: 'text',
  active: 'boolean',
  closeDate: 'date',
  startDate: 'date',
  createdAt: 'datetime',
  closedAt: 'datetime',
  tags: 'list',
  'accountId.annualRevenue': 'number',
  'accountId.industry': 'text',
};

export type FormulaRow = Readonly<Record<string, string | number | boolean | null | string[]>>;

const key = (path: FieldPath): string => path.join('.');

export const parseForTest = (text: string): Formula =>
  parseFormula(
    text,
    (path) => (Object.hasOwn(formulaFields, key(path)) ? formulaFields[key(path)] : undefined),
    Object.keys(formulaFields),
  );

const columns: Readonly<Record<FormulaType, (json: string) => string>> = {
  number: (json) => `(${json}#>>'{}')::numeric`,
  text: (json) => `(${json}#>>'{}')`,
  boolean: (json) => `(${json}#>>'{}')::boolean`,
  date: (json) => `(${json}#>>'{}')::date`,
  datetime: (json) => `(${json}#>>'{}')::timestamptz(3)`,
  list: (json) =>
    `(case when jsonb_typeof(${json}) = 'array' then array(select e from jsonb_array_elements_text(${json}) e) end)`,
};

const output: Readonly<Record<FormulaType, (sql: string) => string>> = {
  number: (sql) => sql,
  text: (sql) => sql,
  boolean: (sql) => sql,
  date: (sql) => `to_char(${sql}, 'YYYY-MM-DD')`,
  datetime: (sql) => `to_char(${sql} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
  list: (sql) => sql,
};

/** Numbers are compared by all their digits. */
const comparable = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? String(value) : typeof value === 'number' ? String(value) : value;

/** SQL of a formula over rows of jsonb with the name `r`. */
const sqlForTest = (formula: Formula, timeZone: string): string =>
  formulaSql(
    formula,
    (path) => columns[formulaFields[key(path)] as FormulaType](`(r.row->'${key(path)}')`),
    `'${timeZone}'`,
  );

export interface BothResults {
  readonly sql: readonly unknown[];
  readonly js: readonly unknown[];
}

/** Results of both evaluators for the same rows at the same time. */
export async function bothResults(
  run: TestApp['sql'],
  text: string,
  rows: readonly FormulaRow[] = [{}],
  timeZone = 'UTC',
): Promise<BothResults> {
  const formula = parseForTest(text);
  const found = await run<{ json: string; now: Date }>(
    `select json_build_object('value', ${output[formula.type](sqlForTest(formula, timeZone))})::text as json, now() as now
     from jsonb_array_elements($1::jsonb) with ordinality r(row, n) order by n`,
    [JSON.stringify(rows)],
  );
  return {
    sql: found.map(({ json }) => comparable((parseJson(json) as { value: unknown }).value)),
    js: rows.map((row, n) => {
      const now = found[n]?.now as Date;
      return comparable(evaluate(formula, (path) => row[key(path)] ?? null, { now, timeZone }));
    }),
  };
}

/** Casts of arrays of values. */
export const sampleTypes: Readonly<Record<FormulaType, string>> = {
  number: '::numeric[]',
  text: '::text[]',
  boolean: '::boolean[]',
  date: '::date[]',
  datetime: '::timestamptz[]',
  list: '',
};
