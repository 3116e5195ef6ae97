import { equalValues, type Value } from '../values/value.ts';
import { condition, type FormulaFunction, optional, repeated, scalars, value } from './function.ts';

/** SQL of a condition. It converts null to false. */
const holds = (sql: string): string => `coalesce(${sql}, false)`;
/** SQL of a value to compare. Texts are compared by their code points on every server. */
export const comparable = (sql: string, type: string | undefined): string =>
  type === 'text' ? `(${sql} collate "C")` : sql;

/**
 * SQL of the branches of a case. Arguments at even indexes are conditions or matches, and each is followed by its
 * result. A single last argument is the default.
 */
const casesSql = (args: readonly string[]): string =>
  args.map((sql, n) => (n % 2 === 1 ? `then ${sql}` : n === args.length - 1 ? `else ${sql}` : `when ${sql}`)).join(' ');

function caseOf(args: readonly Value[], matches: (value: Value) => boolean): Value {
  for (let n = 0; n + 1 < args.length; n += 2) if (matches(args[n] as Value)) return args[n + 1] as Value;
  return args.length % 2 === 1 ? (args.at(-1) as Value) : null;
}

export const logicFunctions: readonly FormulaFunction[] = [
  {
    name: 'if',
    group: 'logic',
    parameters: [condition('condition'), value('then', 'T'), optional(value('else', 'T'))],
    result: 'T',
    nulls: 'own',
    help: 'Gives the second value when the condition is true, otherwise the third one or null.',
    example: 'if(stage = "won", value * 0.1, 0)',
    sql: (_, ...args) => `(case ${casesSql(args)} end)`,
    js: (_, ...args: Value[]) => caseOf(args, (one) => one === true),
  },
  {
    name: 'ifs',
    group: 'logic',
    parameters: [...repeated(condition('condition'), value('value', 'T')), optional(value('else', 'T'))],
    result: 'T',
    nulls: 'own',
    help: 'Gives the value after the first condition that is true, otherwise the last value or null.',
    example: 'ifs(score > 80, "hot", score > 40, "warm", "cold")',
    sql: (_, ...args) => `(case ${casesSql(args)} end)`,
    js: (_, ...args: Value[]) => caseOf(args, (one) => one === true),
  },
  {
    name: 'switch',
    aliases: ['case'],
    group: 'logic',
    parameters: [
      value('value', 'T'),
      ...repeated(value('match', 'T'), value('result', 'R')),
      optional(value('else', 'R')),
    ],
    result: 'R',
    nulls: 'own',
    help: 'Compares the first value with each match, and gives the result after the one that is equal, otherwise the last one or null.',
    example: 'switch(stage, "won", 1, "lost", 0, 0.5)',
    sql: ({ types }, input = '', ...args) => `(case ${comparable(input, types[0])} ${casesSql(args)} end)`,
    js: (_, input: Value, ...args: Value[]) => caseOf(args, (match) => input !== null && equalValues(input, match)),
  },
  {
    name: 'and',
    group: 'logic',
    parameters: repeated(condition('condition')),
    result: 'boolean',
    nulls: 'own',
    help: 'True when all conditions are true; null counts as false.',
    example: 'and(value > 1000, stage = "won")',
    sql: (_, ...args) => `(${args.map(holds).join(' and ')})`,
    js: (_, ...args: Value[]) => args.every((one) => one === true),
  },
  {
    name: 'or',
    group: 'logic',
    parameters: repeated(condition('condition')),
    result: 'boolean',
    nulls: 'own',
    help: 'True when one of the conditions is true; null counts as false.',
    example: 'or(stage = "won", stage = "lost")',
    sql: (_, ...args) => `(${args.map(holds).join(' or ')})`,
    js: (_, ...args: Value[]) => args.some((one) => one === true),
  },
  {
    name: 'not',
    group: 'logic',
    parameters: [condition('condition')],
    result: 'boolean',
    nulls: 'own',
    help: 'True when the condition is false or null.',
    example: 'not(stage = "won")',
    sql: (_, one = '') => `(not ${holds(one)})`,
    js: (_, one: Value) => one !== true,
  },
  {
    name: 'isBlank',
    group: 'logic',
    parameters: [{ name: 'value', types: [...scalars, 'list'] }],
    result: 'boolean',
    nulls: 'own',
    help: 'True for null, an empty text and an empty list.',
    example: 'isBlank(industry)',
    sql({ types }, one = '') {
      if (types[0] === 'text') return `(coalesce(${one}, '') collate "C" = '')`;
      return types[0] === 'list' ? `(coalesce(cardinality(${one}), 0) = 0)` : `(${one} is null)`;
    },
    js: (_, one: Value) => one === null || one === '' || (Array.isArray(one) && one.length === 0),
  },
  {
    name: 'blankValue',
    group: 'logic',
    parameters: [value('value', 'T'), value('otherwise', 'T')],
    result: 'T',
    nulls: 'own',
    help: 'Gives the second value when the first is null or an empty text.',
    example: 'blankValue(industry, "unknown")',
    sql: ({ types }, one = '', other = '') =>
      types[0] === 'text' ? `coalesce(nullif(${comparable(one, 'text')}, ''), ${other})` : `coalesce(${one}, ${other})`,
    js: (_, one: Value, other: Value) => (one === null || one === '' ? other : one),
  },
  {
    name: 'coalesce',
    group: 'logic',
    parameters: repeated(value('value', 'T')),
    result: 'T',
    nulls: 'own',
    help: 'Gives the first value that is not null.',
    example: 'coalesce(nickname, firstName, lastName)',
    sql: (_, ...args) => `coalesce(${args.join(', ')})`,
    js: (_, ...args: Value[]) => args.find((one) => one !== null) ?? null,
  },
];
