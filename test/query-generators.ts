import fc from 'fast-check';
import type { FieldTypeName, Operator } from '#core/fields/field.ts';
import type { Condition, FieldInfo, Query, Row, SortKey, Target, Value } from './query-oracle.ts';
import { isArray, pathOf } from './query-oracle.ts';

/** Random values, records and queries. Values come from small pools, so that ties, duplicates and hits are common. */

/**
 * Letters with case pairs, wildcards of LIKE, quotes, a comma, and two letters whose UTF-16 order differs from their
 * code point order.
 */
const letters = [...'aAbBéÉяЯ中～😀%_\\\'", .-7'];
const words = ['a', 'A', 'ab', 'aB', 'a%', 'a_b', 'aXb', '\\', '\\%', '%', '_', "'", '"', 'É', 'é', '～', '😀', 'null'];

const wordish = fc.oneof(fc.constantFrom(...words), fc.string({ unit: fc.constantFrom(...letters), maxLength: 4 }));
const filledWord = wordish.filter((text) => text.trim() !== '');
const hundredths = fc.integer({ min: -500, max: 500 }).map((n) => (n / 100).toString());
const tiny = `0.${'0'.repeat(34)}1`;
const numbers = ['0', '-1', '1', '0.1', '0.10000000000000000001', tiny, `-${tiny}`, '12345678901234567890.5', '-2.75'];
const integers = ['0', '-1', '1', '7', '-9007199254740991', '9007199254740991'];
const dates = ['0001-01-01', '2024-02-29', '2025-12-31', '2026-01-01', '2026-01-31', '9999-12-31'];
const times = ['00:00:00.000', '09:30:00.000', '09:30:00.001', '23:59:59.999'];
const emails = ['a@x.com', 'A@X.com', 'a_b@x.com', 'aXb@x.com', 'b%c@Example.org', "o'neil@example.org", 'z@y.co'];
const urls = ['https://x.com/a', 'https://x.com/A', 'http://x.com/a%20b_c', 'https://x.com/?q=a,b', 'https://x.com/中'];
const phones = ['+1 202 555 0100', '202-555-0100', '(202) 555.0100', '+44 20 7946 0000'];
const choices = ['won', 'Won', 'lost', 'a%', 'a_b', 'neu, gut', 'ça', '中'];

/** An id that no record has. */
const nobody = '01930000-0000-7000-8000-000000000000';

function someValue(type: FieldTypeName, ids: readonly string[]): fc.Arbitrary<string | boolean | string[]> {
  const id = fc.constantFrom(nobody, ...ids);
  switch (type) {
    case 'number':
      return fc.oneof(fc.constantFrom(...numbers), hundredths);
    case 'integer':
      return fc.constantFrom(...integers);
    case 'boolean':
      return fc.boolean();
    case 'date':
      return fc.constantFrom(...dates);
    case 'datetime':
      return fc.tuple(fc.constantFrom(...dates), fc.constantFrom(...times)).map(([day, time]) => `${day}T${time}Z`);
    case 'email':
      return fc.constantFrom(...emails);
    case 'url':
      return fc.constantFrom(...urls);
    case 'phone':
      return fc.constantFrom(...phones);
    case 'choice':
      return fc.constantFrom(...choices);
    case 'reference':
      return id;
    case 'references':
      return fc.uniqueArray(id, { maxLength: 3 });
    case 'list':
      return fc.array(filledWord, { maxLength: 3 });
    default:
      return wordish;
  }
}

/** A possible stored value: sometimes null, and only ids of existing records. */
export function storedValue(field: FieldInfo, ids: readonly string[], natural: boolean): fc.Arbitrary<Value> {
  const stored = someValue(field.type, ids).filter((value) => {
    if (field.required) return String(value).trim() !== '';
    if (natural && field.type === 'integer') return !String(value).startsWith('-');
    return ![value].flat().includes(nobody);
  });
  return field.required
    ? stored
    : fc.oneof({ weight: 4, arbitrary: stored }, { weight: 1, arbitrary: fc.constant(null) });
}

const textTypes: readonly FieldTypeName[] = ['text', 'longText', 'email', 'phone', 'url', 'choice'];
const orderedTypes: readonly FieldTypeName[] = ['number', 'integer', 'date', 'datetime'];
const setOperators: readonly Operator[] = ['eq', 'ne', 'in', 'nin', 'null'];
const orderOperators: readonly Operator[] = ['gt', 'gte', 'lt', 'lte', 'between'];
const partOperators: readonly Operator[] = ['contains', 'startsWith', 'endsWith'];

const operatorsOf = ({ type }: FieldInfo): readonly Operator[] => [
  ...setOperators,
  ...(textTypes.includes(type) || orderedTypes.includes(type) ? orderOperators : []),
  ...(textTypes.includes(type) ? partOperators : []),
];

const recased = (text: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .tuple(text, fc.constantFrom('as it is', 'upper', 'lower'))
    .map(([word, casing]) =>
      casing === 'upper' ? word.toUpperCase() : casing === 'lower' ? word.toLowerCase() : word,
    );

/** A substring, cut between code points. */
const partOf = (text: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.tuple(text, fc.nat(5), fc.nat(5)).map(([word, from, length]) => [...word].slice(from, from + length).join(''));

/** Usually a value of some record, perhaps in another case; sometimes a random value. */
function operandOf(field: FieldInfo, operator: Operator, rows: readonly Row[]): fc.Arbitrary<string | boolean> {
  const present = rows.flatMap((row) => [row[field.key] ?? []].flat()) as (string | boolean)[];
  const random = isArray(field)
    ? field.type === 'list'
      ? filledWord
      : fc.constant(nobody)
    : (someValue(field.type, []) as fc.Arbitrary<string | boolean>);
  if (present.length === 0) return random;
  const mostlyPresent = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...present) },
    { weight: 1, arbitrary: random },
  );
  if (!textTypes.includes(field.type) && field.type !== 'list') return mostlyPresent;
  const text = recased(mostlyPresent.map(String));
  return partOperators.includes(operator) ? partOf(text) : text;
}

function conditionOn(field: FieldInfo, rows: readonly Row[], through?: FieldInfo): fc.Arbitrary<Condition> {
  return fc.constantFrom(...operatorsOf(field)).chain((operator) => {
    const operand = operator === 'null' ? fc.boolean() : operandOf(field, operator, rows);
    const [minLength, maxLength] =
      operator === 'between' ? [2, 2] : operator === 'in' || operator === 'nin' ? [0, 4] : [1, 1];
    const operands = fc.array(operand, { minLength, maxLength });
    return operands.map((values) => ({ field, operator, operands: values, ...(through && { through }) }));
  });
}

export interface Population {
  readonly fields: readonly FieldInfo[];
  readonly rows: readonly Row[];
  /** Keyed by reference field. */
  readonly targets: Readonly<Record<string, Target>>;
}

function anyCondition({ fields, rows, targets }: Population): fc.Arbitrary<Condition> {
  const own = fields.map((field) => conditionOn(field, rows));
  const referenced = fields.flatMap((through) => {
    const target = targets[through.key];
    return target ? target.fields.map((field) => conditionOn(field, [...target.rows.values()], through)) : [];
  });
  return fc.oneof({ weight: 3, arbitrary: fc.oneof(...own) }, { weight: 1, arbitrary: fc.oneof(...referenced) });
}

const group = (condition: fc.Arbitrary<Condition>, minLength: number): fc.Arbitrary<Condition[]> =>
  fc.uniqueArray(condition, { minLength, maxLength: 2, selector: (one) => `${pathOf(one)} ${one.operator}` });

const anySort = (fields: readonly FieldInfo[]): fc.Arbitrary<SortKey[]> =>
  fc.uniqueArray(
    fc.record({ field: fc.constantFrom(...fields.filter((field) => field.sortable)), descending: fc.boolean() }),
    { minLength: 1, maxLength: 3, selector: ({ field }) => field.key },
  );

export function anyQuery(population: Population): fc.Arbitrary<Query> {
  const condition = anyCondition(population);
  const alternatives = fc.array(group(condition, 1), { minLength: 1, maxLength: 3 });
  return fc.record({
    all: group(condition, 0),
    anyOf: fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: alternatives }),
    not: fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: group(condition, 1) }),
    sort: anySort(population.fields),
  });
}
