import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formulaFields, parseForTest } from '#test/formula-database.ts';
import { FormulaError, type FormulaType, formulaSql, functionTable, parseFormula } from './index.ts';

const errorOf = (text: string): FormulaError => {
  try {
    parseForTest(text);
  } catch (error) {
    if (error instanceof FormulaError) return error;
    throw error;
  }
  assert.fail(`no error in ${text.slice(0, 100)}`);
};

/** The fields that the examples of the function table use. */
const exampleFields: Readonly<Record<string, FormulaType>> = {
  ...formulaFields,
  score: 'number',
  profit: 'number',
  bonus: 'number',
  industry: 'text',
  nickname: 'text',
  firstName: 'text',
  lastName: 'text',
  phone: 'text',
  email: 'text',
  birthday: 'date',
};

describe('a formula', () => {
  it('tells its type, its fields and whether it depends on the time', () => {
    const { type, paths, usesTime } = parseForTest(
      'if(accountId.annualRevenue > value and value > 1, today(), closeDate)',
    );
    assert.deepEqual(
      { type, paths, usesTime },
      { type: 'date', paths: [['accountId', 'annualRevenue'], ['value'], ['closeDate']], usesTime: true },
    );
    assert.equal(parseForTest('hour(createdAt)').usesTime, false);
  });

  it('is not sensitive to the case of functions and words, but to that of fields', () => {
    assert.equal(parseForTest('IF(TRUE AND Not FALSE, NULL, IsBlank(name))').type, 'boolean');
    assert.equal(errorOf('Name').message, 'There is no field Name. Did you mean name?');
  });

  it('binds operators as people know them', () => {
    const sqlOf = (text: string) => formulaSql(parseForTest(text), (path) => path.join('_'), "'UTC'");
    const pairs = [
      ['value + other * rating', 'value + (other * rating)'],
      ['value * other ^ rating', 'value * (other ^ rating)'],
      ['-value ^ 2', '-(value ^ 2)'],
      ['value + 1 & "x" = name', '((value + 1) & "x") = name'],
      ['active or active and not value = 1', 'active or (active and (not (value = 1)))'],
      ['!active and active', '(!active) and active'],
      ['not(active) = active', '(not active) = active'],
      ['value ^ other ^ rating', 'value ^ (other ^ rating)'],
    ] as const;
    for (const [text, grouped] of pairs) assert.equal(sqlOf(text), sqlOf(grouped), text);
  });

  it('every example of the function table is valid', () => {
    for (const { name, example, help } of functionTable) {
      const formula = parseFormula(example, ([field = '']) => exampleFields[field]);
      assert.ok(formula.type, name);
      assert.match(example, new RegExp(`\\b${name}\\(`));
      assert.match(help, /^[A-Z].*\.$/);
    }
  });
});

describe('an error of a formula', () => {
  const cases: readonly [text: string, message: string | RegExp, part: string, line?: number, column?: number][] = [
    ['', 'The formula is empty.', ''],
    ['  ', 'The formula is empty.', '  '],
    ['1 +', /^A value is expected, .* but the formula ends here\.$/, '', 1, 4],
    ['1 2', 'An operator or the end of the formula is expected, but there is 2 here.', '2', 1, 3],
    ['(1', ') is expected, but the formula ends here.', '', 1, 3],
    ['round(1,)', /^A value is expected, .* but there is \) here\.$/, ')'],
    ['1 < 2 < 3', /^An operator or the end/, '<'],
    ['value\n  + "abc', 'The text that begins here has no closing ".', '"', 2, 5],
    ['value\n+ $', 'The character $ is not allowed here.', '$', 2, 3],
    ['if(active; 1; 2)', 'Arguments are separated by commas, not by ;.', ';'],
    ['stage = “won”', /^Write a text in straight quotes/, '“'],
    ['value | 1', 'The character | is not allowed here.', '|'],
    ['"a\\qb"', /^\\q means nothing in a text/, '\\q'],
    ['stagge = 1', 'There is no field stagge. Did you mean stage?', 'stagge'],
    ['accountId.anualRevenue', /Did you mean accountId\.annualRevenue\?$/, 'accountId.anualRevenue'],
    ['zzzzzz', 'There is no field zzzzzz.', 'zzzzzz'],
    ['a.b.c', 'a.b.c has more than one dot: a.b is the longest path.', 'a.b.c'],
    ['fi(active, 1, 2)', 'There is no function fi. Did you mean if?', 'fi'],
    ['1 + rond(2.5)', 'There is no function rond. Did you mean round?', 'rond'],
    ['round()', 'round takes 1 or 2 arguments, not 0.', 'round()'],
    ['round(1, 2, 3)', 'round takes 1 or 2 arguments, not 3.', 'round(1, 2, 3)'],
    ['today(1)', 'today takes no arguments, not 1.', 'today(1)'],
    ['ifs(true)', 'ifs takes 2 or more arguments, with pairs of condition and value, not 1.', 'ifs(true)'],
    [
      'if(active, 1, "x")',
      'The values of if must have one type: this is a text, and one before it is a number.',
      '"x"',
    ],
    ['if(value, 1, 2)', 'condition of if is true or false, and this is a number.', 'value'],
    ['year(name)', 'date of year is a date or a date with time, and this is a text.', 'name'],
    ['name + 1', /^The operator \+ does not take a text and a number\. Use & to join texts/, 'name + 1'],
    ['closeDate < createdAt', /Use dateOf\(\)/, 'closeDate < createdAt'],
    ['1 + closeDate - name', /^The operator - does not take a date and a text/, '1 + closeDate - name'],
    ['tags = "a"', /Use contains\(\)/, 'tags = "a"'],
    ['-name', 'Only a number can have the sign -, and this is a text.', 'name'],
    ['tags & "a"', /^value of & is a single value, and this is a list\.$/, 'tags'],
    ['tags', /^The result cannot be a list/, 'tags'],
    ['null', 'The formula can only be null.', 'null'],
    ['if(active, null)', 'The formula can only be null.', 'if(active, null)'],
    ['9'.repeat(31), /^A number has at most 30 digits/, '9'.repeat(31)],
    ['9'.repeat(100), /^A number has at most 60 digits/, '9'.repeat(100)],
  ];
  for (const [text, message, part, line, column] of cases)
    it(`of ${JSON.stringify(text.slice(0, 40))} says what is wrong and where`, () => {
      const error = errorOf(text);
      if (typeof message === 'string') assert.equal(error.message, message);
      else assert.match(error.message, message);
      assert.equal(text.slice(error.position, error.position + error.length), part);
      if (line !== undefined) assert.deepEqual([error.line, error.column], [line, column]);
    });
});

describe('hostile text', () => {
  const million = 1_000_000;
  const refused: readonly [name: string, text: string, message: RegExp][] = [
    ['a megabyte of letters', 'a'.repeat(million), /at most 4,000 characters/],
    ['a megabyte of parentheses', '('.repeat(million), /at most 4,000 characters/],
    ['4,000 parentheses', '('.repeat(4000), /at most 1,000 words/],
    ['51 levels of parentheses', `${'('.repeat(51)}1${')'.repeat(51)}`, /at most 50 levels of parentheses/],
    ['51 levels of functions', `${'abs('.repeat(51)}1${')'.repeat(51)}`, /at most 50 levels/],
    ['900 signs', `${'-'.repeat(900)}1`, /at most 50 levels of operations/],
    ['300 times not', `${'not '.repeat(300)}active`, /at most 50 levels of operations/],
    ['a tower of powers', `2${'^2'.repeat(400)}`, /at most 50 levels of operations/],
    ['51 powers', Array.from({ length: 51 }, () => '2^2').join('+'), /at most 50 powers/],
    ['1,001 tokens', `1${'+1'.repeat(500)}+`, /at most 1,000 words/],
    ['an unclosed comment', `/*${'/*'.repeat(1000)}`, /value is expected|not allowed|at most/],
    ['unclosed texts', '"\\'.repeat(1999), /no closing|not allowed/],
    ['a NUL character', '"a\0b"', /no NUL/],
    ['a NUL character as an escape', '"a\\u0000b"', /no NUL/],
    ['half of a character', '"a\ud800b"', /well-formed/],
    ['half of a character as an escape', '"a\\ud800b"', /half of a character/],
    ['letters of other scripts as a name', 'имя', /not allowed here/],
    ['a name of an object', '__proto__', /no field __proto__/],
    ['a function of an object', 'constructor(1)', /no function constructor/],
  ];
  for (const [name, text, message] of refused)
    it(`is refused: ${name}`, () => {
      const start = performance.now();
      assert.match(errorOf(text).message, message);
      assert.ok(performance.now() - start < 1000);
    });

  it('an escape may write both halves of a character', () => {
    const { ast } = parseForTest('"\\ud83d\\ude00"');
    assert.deepEqual(ast, { kind: 'literal', type: 'text', value: '😀' });
  });

  it('is never in the SQL', () => {
    const text = `concat("'; drop table x; --", '\\\\', name)`;
    const written = formulaSql(parseForTest(text), () => 'r.name', "'UTC'");
    assert.ok(!written.includes('drop') && !written.includes('\\') && !written.includes('--'));
  });
});

describe('the size of SQL', () => {
  const sizeOf = (text: string) => formulaSql(parseForTest(text), (path) => path.join('_'), "'UTC'").length;
  const nestings: readonly [name: string, open: string, close: string][] = [
    ['if', 'if(active, ', ', value)'],
    ['coalesce', 'coalesce(', ', value)'],
    ['blankValue', 'blankValue(', ', value)'],
    ['round', 'round(', ', 2)'],
    ['switch', 'switch(', ', value, 1, 2)'],
    ['division', '(1 / ', ')'],
    ['min', 'min(', ', value)'],
    ['sum', '(1 + ', ')'],
  ];
  for (const [name, open, close] of nestings)
    it(`grows linearly with nested ${name}`, () => {
      const nested = (times: number) => sizeOf(`${open.repeat(times)}value${close.repeat(times)}`);
      const [ten, twenty, forty] = [nested(10), nested(20), nested(40)];
      assert.equal(forty - twenty, (twenty - ten) * 2);
    });

  it('every function names each of its arguments at most once', () => {
    for (const { name, parameters, sql } of functionTable) {
      const args = parameters.map((_, n) => `(argument${n})`);
      for (const type of ['number', 'text', 'boolean', 'date', 'datetime', 'list'] as const) {
        const written = sql({ timeZone: 'zone', types: parameters.map(() => type) }, ...args);
        for (const arg of args) assert.ok(written.split(arg).length <= 2, `${name}: ${written}`);
      }
    }
  });
});
