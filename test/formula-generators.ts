import fc from 'fast-check';
import type { FormulaType } from '#core/formulas/index.ts';
import { functionTable } from '#core/formulas/index.ts';
import { type FormulaRow, formulaFields } from './formula-database.ts';

type Parameter = (typeof functionTable)[number]['parameters'][number];
type Scalar = Exclude<FormulaType, 'list'>;

const scalars: readonly Scalar[] = ['number', 'text', 'boolean', 'date', 'datetime'];

const numbers = fc.oneof(
  fc.integer({ min: -20, max: 40 }).map(String),
  fc
    .constantFrom('0', '-1', '0.5', '-2.5', '1e', '0.000000000001', '99999999999999999999', '12.345')
    .map((text) => text.replace('e', '')),
  fc.tuple(fc.maxSafeInteger(), fc.nat({ max: 12 })).map(([whole, places]) => decimal(whole, places)),
);

function decimal(whole: number, places: number): string {
  const digits = String(Math.abs(whole)).padStart(places + 1, '0');
  const point = digits.length - places;
  return `${whole < 0 ? '-' : ''}${digits.slice(0, point)}${places > 0 ? `.${digits.slice(point)}` : ''}`;
}

const texts = fc.oneof(
  fc.constantFrom(
    '',
    'a',
    'won',
    'Won',
    ' ß é ',
    '12.5',
    '-3',
    '😀',
    'a😀b',
    'i̇İıI',
    '\n\t',
    "it's",
    '"\\',
    'aaaa',
    '２',
  ),
  fc.string({ unit: 'grapheme', maxLength: 12 }).map((text) => text.replaceAll('\0', '').toWellFormed()),
);
const days = fc.oneof(
  fc.constantFrom('0001-01-01', '9999-12-31', '2024-02-29', '2026-01-31', '1970-01-01'),
  fc.integer({ min: -719_162, max: 2_932_896 }).map((day) => new Date(day * 86_400_000).toISOString().slice(0, 10)),
);
const moments = fc
  .oneof(
    fc.integer({ min: -62_135_596_800_000, max: 253_402_300_799_999 }),
    fc.integer({ min: 0, max: 2_145_916_800_000 }),
    // Around changes of clocks in Berlin.
    fc.constantFrom(0, 1_774_747_800_000, 1_774_751_400_000),
  )
  .map((time) => new Date(time).toISOString());

const values: Readonly<Record<FormulaType, fc.Arbitrary<FormulaRow[string]>>> = {
  number: numbers.map(Number),
  text: texts,
  boolean: fc.boolean(),
  date: days,
  datetime: moments,
  list: fc.array(texts, { maxLength: 3 }),
};

export const formulaRow: fc.Arbitrary<FormulaRow> = fc.record(
  Object.fromEntries(Object.entries(formulaFields).map(([name, type]) => [name, fc.option(values[type], { freq: 4 })])),
);

const quoted = (text: string): string =>
  JSON.stringify(text).replace(/\\([bf])/g, (_, letter) => (letter === 'b' ? '\\u0008' : '\\u000c'));

const literals: Readonly<Record<Scalar, fc.Arbitrary<string>>> = {
  number: numbers.map((text) => (text.startsWith('-') ? `(${text})` : text)),
  text: texts.map(quoted),
  boolean: fc.constantFrom('true', 'false'),
  date: fc
    .tuple(fc.integer({ min: 1, max: 9999 }), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 31 }))
    .map((parts) => `date(${parts.join(', ')})`),
  datetime: fc.constantFrom('now()', 'datetime(date(2026, 3, 29), 2, 30)', 'datetime(date(2026, 10, 25), 2, 30)'),
};

const fieldsOf = (type: FormulaType): string[] =>
  Object.keys(formulaFields).filter((name) => formulaFields[name] === type);

const leaf = (type: FormulaType): fc.Arbitrary<string> =>
  type === 'list'
    ? fc.constantFrom(...fieldsOf('list'))
    : fc.oneof(
        { weight: 4, arbitrary: fc.constantFrom(...fieldsOf(type)) },
        { weight: 3, arbitrary: literals[type] },
        // An operator could take a bare null for another type than this one.
        { weight: 1, arbitrary: fc.constant(`if(false, ${fieldsOf(type)[0]})`) },
      );

interface Template {
  readonly result: Scalar;
  readonly args: readonly FormulaType[];
  readonly write: (args: readonly string[]) => string;
  /** Arguments may be null literals: the result has its type nevertheless. */
  readonly nullable?: boolean;
}

const infix = (sign: string, result: Scalar, a: Scalar, b: Scalar = a): Template => ({
  result,
  args: [a, b],
  write: ([left, right]) => `(${left} ${sign} ${right})`,
});

const operators: readonly Template[] = [
  ...['+', '-', '*', '/', '%', '^'].map((sign) => infix(sign, 'number', 'number')),
  ...(['=', '!=', '<', '<=', '>', '>='] as const).flatMap((sign) =>
    (['number', 'text', 'date', 'datetime'] as const).map((type) => infix(sign, 'boolean', type)),
  ),
  ...['=', '!='].map((sign) => infix(sign, 'boolean', 'boolean')),
  ...['and', '||'].map((sign) => infix(sign, 'boolean', 'boolean')),
  ...scalars.flatMap((type) => scalars.map((other) => infix('&', 'text', type, other))),
  ...(['date', 'datetime'] as const).flatMap((type) => [
    infix('+', type, type, 'number'),
    infix('-', type, type, 'number'),
    infix('+', type, 'number', type),
    infix('-', 'number', type, type),
  ]),
  { result: 'number', args: ['number', 'number', 'number'], write: ([a, b, c]) => `(${a} + ${b} - ${c})` },
  { result: 'number', args: ['number'], write: ([a]) => `(-${a})` },
  { result: 'boolean', args: ['boolean'], write: ([a]) => `(not ${a})` },
];

/** Every way to give a function arguments of fixed types: with and without the optional ones, and repeated once or twice. */
const calls: readonly Template[] = functionTable.flatMap(({ name, parameters, result }) => {
  const group = parameters.filter(({ repeats }) => repeats);
  const first = parameters.filter(({ repeats, optional }) => !repeats && !optional);
  const last = parameters.filter(({ optional }) => optional);
  const lists: Parameter[][] = [
    [...first, ...group],
    [...first, ...group, ...group, ...last],
  ];
  return lists.flatMap((list) =>
    Array.from({ length: 5 }, (_, n): Template => {
      const variables = { T: scalars[n] as Scalar, R: scalars[(n * 2 + 1) % 5] as Scalar };
      const args = list.map(({ types, as }) => {
        const wanted = as && types.includes(variables[as]) ? variables[as] : undefined;
        return wanted ?? (as ? (types[0] as FormulaType) : (types[n % types.length] as FormulaType));
      });
      const own = (variable: 'T' | 'R') =>
        (args[list.findIndex(({ as }) => as === variable)] ?? variables[variable]) as Scalar;
      return {
        result: result === 'T' || result === 'R' ? own(result) : (result as Scalar),
        args,
        write: (given) => `${name}(${given.join(', ')})`,
        nullable: result !== 'T' && result !== 'R',
      };
    }),
  );
});

const templates = [...operators, ...calls];

function formulaOf(type: FormulaType, depth: number): fc.Arbitrary<string> {
  const fitting = type === 'list' || depth === 0 ? [] : templates.filter(({ result }) => result === type);
  if (fitting.length === 0) return leaf(type);
  const call = fc.constantFrom(...fitting).chain(({ args, write, nullable }) =>
    fc
      .tuple(
        ...args.map((arg) => {
          const argument = formulaOf(arg, depth - 1);
          return nullable ? fc.option(argument, { freq: 20, nil: 'null' }) : argument;
        }),
      )
      .map(write),
  );
  return fc.oneof({ weight: 1, arbitrary: leaf(type) }, { weight: 4, arbitrary: call });
}

/** Well-typed formulas of all types and operations. */
export const anyFormula: fc.Arbitrary<string> = fc
  .tuple(fc.constantFrom(...scalars), fc.integer({ min: 1, max: 4 }))
  .chain(([type, depth]) => formulaOf(type, depth));
