import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bothResults, formulaFields, parseForTest, sampleTypes } from '#test/formula-database.ts';
import { appForFile } from '#test/harness.ts';
import { type FormulaType, formulaSql, functionTable } from './index.ts';

const { sql } = await appForFile();

/** Values that columns of these types can have, including those that the API refuses. */
const extremes: Readonly<Record<FormulaType, readonly string[]>> = {
  number: [
    'null::numeric',
    "'NaN'::numeric",
    "'Infinity'::numeric",
    "'-Infinity'::numeric",
    '1e30::numeric',
    '-1e1000::numeric',
    '999999999999999999999999999999.999999999999::numeric',
    '-999999999999999999999999999999::numeric',
    '1e-1000::numeric',
    '0::numeric',
    '-0.5::numeric',
    '2147483648::numeric',
    '10000::numeric',
  ],
  text: ['null::text', "''", "'a'", "repeat('ab😀', 5000)", "'1e400'", "'%_\\'"],
  boolean: ['null::boolean', 'true', 'false'],
  date: [
    'null::date',
    "'infinity'::date",
    "'-infinity'::date",
    "'4713-01-01 BC'::date",
    "'5874897-12-31'::date",
    "'0001-01-01'::date",
    "'9999-12-31'::date",
  ],
  datetime: [
    'null::timestamptz',
    "'infinity'::timestamptz",
    "'-infinity'::timestamptz",
    "'4713-01-01 00:00:00+00 BC'::timestamptz",
    "'294276-12-31 00:00:00+00'::timestamptz",
    "'0001-01-01 00:00:00+00'::timestamptz",
    "'9999-12-31 23:59:59.999999+00'::timestamptz",
  ],
  list: ['null::text[]', "'{}'::text[]", 'array[null]::text[]', "array['a', null, repeat('b', 20000)]"],
};

/** The n-th field of a type. After the last field, the first one follows. */
const fieldOf = (type: FormulaType, n: number): string => {
  const names = Object.keys(formulaFields).filter((name) => formulaFields[name] === type);
  return names[n % names.length] as string;
};

/** Runs a formula for all combinations of extreme values of the fields that it reads, in both time zones at the ends of the world. */
async function runWithExtremes(text: string): Promise<void> {
  const formula = parseForTest(text);
  const names = formula.paths.map((path) => path.join('.'));
  const tables = names.map(
    (name, n) =>
      `unnest(array[${extremes[formulaFields[name] as FormulaType].join(', ')}]${sampleTypes[formulaFields[name] as FormulaType]}) v${n}(value)`,
  );
  const lists = names.map((name, n) =>
    formulaFields[name] === 'list'
      ? `(values ${extremes.list.map((value) => `(${value})`).join(', ')}) v${n}(value)`
      : tables[n],
  );
  for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
    const written = formulaSql(formula, (path) => `v${names.indexOf(path.join('.'))}.value`, `'${zone}'`);
    await sql(`select count(${written}) from (select 1) one${lists.map((list) => ` cross join ${list}`).join('')}`);
  }
}

describe('no formula raises an error, whatever the row contains', () => {
  for (const { name, parameters } of functionTable)
    it(name, async () => {
      const types: readonly FormulaType[] = ['number', 'text', 'boolean', 'date', 'datetime', 'list'];
      for (const type of types) {
        const args = parameters.map((parameter, n) =>
          fieldOf(parameter.types.includes(type) ? type : (parameter.types[0] as FormulaType), n),
        );
        await runWithExtremes(`isBlank(${name}(${args.join(', ')}))`);
      }
    });

  it('operators', async () => {
    for (const sign of ['+', '-', '*', '/', '%', '^', '=', '<', '&'])
      await runWithExtremes(`text(value ${sign} other)`);
    for (const text of [
      'closeDate + value',
      'closeDate - value',
      'createdAt + value',
      'createdAt - value',
      'closeDate - startDate',
      'createdAt - closedAt',
      'name & value & closeDate & createdAt',
      'name < stage',
      'createdAt <= closedAt',
    ])
      await runWithExtremes(`text(${text})`);
  });
});

describe('the largest formulas', () => {
  const row = { value: 1.5, name: 'äbc'.repeat(3000), active: true };
  const cases: readonly [name: string, text: string][] = [
    ['a sum of 500 numbers', `value${'+1'.repeat(499)}`],
    ['500 texts', `name${'&name'.repeat(499)}`],
    ['500 conditions', `active${' and active'.repeat(330)}`],
    ['49 levels of if', `${'if(active, '.repeat(49)}value${', 0)'.repeat(49)}`],
    ['49 levels of parentheses', `${'('.repeat(49)}value${'+1)'.repeat(49)}`],
    ['49 replacements that grow', `len(${'substitute('.repeat(48)}name${', "b", "bbbb")'.repeat(48)})`],
    ['49 capital letters', `len(${'upper('.repeat(48)}name${')'.repeat(48)})`],
    ['49 divisions', `${'1/('.repeat(48)}value${')'.repeat(48)}`],
    ['120 cases', `ifs(${'value > 2, value, '.repeat(120)}1)`],
    ['50 powers', Array.from({ length: 49 }, () => 'value^7.5').join('+')],
  ];
  for (const [name, text] of cases)
    it(`work in both evaluators, in time: ${name}`, async () => {
      const start = performance.now();
      const results = await bothResults(sql, text, [row]);
      assert.deepEqual(results.sql, results.js);
      assert.ok(performance.now() - start < 10_000);
    });
});
