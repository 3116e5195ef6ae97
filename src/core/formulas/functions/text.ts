import { inCalendar, textOfDay, wallTime } from '../values/calendar.ts';
import { capitals, smallLetters } from '../values/letters.ts';
import { maxTextLength } from '../values/limits.ts';
import { numberOfText, whole } from '../values/numbers.ts';
import { cut, Decimal, firstCharacters, type Value, zero } from '../values/value.ts';
import { anyAsText, type FormulaFunction, number, optional, repeated, scalars, text } from './function.ts';

const blanks = ' \t\n\r\u00a0';
const isBlankAt = (given: string, at: number): boolean => blanks.includes(given.charAt(at));

function trimmed(given: string): string {
  let [start, end] = [0, given.length];
  while (start < end && isBlankAt(given, start)) start += 1;
  while (end > start && isBlankAt(given, end - 1)) end -= 1;
  return given.slice(start, end);
}

const trimSql = (sql: string): string => `btrim(${sql}, E' \\t\\n\\r\\u00a0')`;
const characters = (given: string): number => {
  let count = 0;
  for (const _ of given) count += 1;
  return count;
};
/** The text without its first characters. */
const after = (given: string, count: number): string => given.slice(firstCharacters(given, count).length);
const size = (x: Decimal): number => whole(x, 0, maxTextLength);
const count = (sql: string | undefined): string => `formula_count(${sql}, ${maxTextLength})`;

/** A function that converts a text to a text. */
const simple = (
  name: string,
  help: string,
  example: string,
  sql: (given: string) => string,
  js: (given: string) => string,
): FormulaFunction => ({
  name,
  group: 'text',
  parameters: [text('text')],
  result: 'text',
  nulls: 'null',
  help,
  example,
  sql: (_, given = '') => sql(given),
  js: (_, given: string) => js(given),
});

const costly = (...given: Parameters<typeof simple>): FormulaFunction => ({ ...simple(...given), costly: true });

const test = (
  name: string,
  help: string,
  example: string,
  sql: (given: string, part: string) => string,
  js: (given: string, part: string) => boolean,
): FormulaFunction => ({
  name,
  group: 'text',
  parameters: [text('text'), text('part')],
  result: 'boolean',
  nulls: 'own',
  help,
  example,
  sql: (_, given = '', part = '') => `coalesce(${sql(given, part)}, false)`,
  js: (_, given: string | null, part: string | null) => given !== null && part !== null && js(given, part),
});

/** The text of a date with time, in the given time zone and without seconds. */
function textOfMoment(time: number, zone: string): string | null {
  const { day, ms } = wallTime(time, zone);
  if (!inCalendar(day)) return null;
  const two = (part: number) => String(part).padStart(2, '0');
  return `${textOfDay(day)} ${two(Math.floor(ms / 3_600_000))}:${two(Math.floor(ms / 60_000) % 60)}`;
}

export const textFunction: FormulaFunction = {
  name: 'text',
  group: 'text',
  parameters: [{ name: 'value', types: scalars }],
  result: 'text',
  nulls: 'null',
  help: 'Gives the value as a text: numbers without trailing zeros, dates as 2026-01-31, dates with time as 2026-01-31 09:30.',
  example: 'text(value)',
  sql({ types, timeZone }, given = '') {
    if (types[0] === 'number') return `(${given}::text)`;
    if (types[0] === 'boolean') return `(case ${given} when true then 'true' when false then 'false' end)`;
    if (types[0] === 'date') return `to_char(${given}::timestamp, 'YYYY-MM-DD')`;
    return types[0] === 'datetime' ? `formula_text(${given}, ${timeZone})` : given;
  },
  js({ types, timeZone }, given: Value) {
    if (types[0] === 'number') return (given as Decimal).toFixed();
    if (types[0] === 'date') return textOfDay(given as number);
    return types[0] === 'datetime' ? textOfMoment(given as number, timeZone) : String(given);
  },
};

/** The function is also the operator &. */
export const concatFunction: FormulaFunction = {
  name: 'concat',
  group: 'text',
  parameters: repeated(anyAsText('value')),
  result: 'text',
  nulls: 'own',
  help: 'Joins values to one text, as the operator & does; null counts as an empty text.',
  example: 'concat(firstName, " ", lastName)',
  // array_to_string omits null. A chain of || would copy the text once for each part.
  sql: (_, ...args) => `left(array_to_string(array[${args.join(', ')}], ''), ${maxTextLength})`,
  js: (_, ...args: (string | null)[]) => cut(args.join('')),
};

export const textFunctions: readonly FormulaFunction[] = [
  textFunction,
  {
    name: 'value',
    group: 'text',
    parameters: [text('text')],
    result: 'number',
    nulls: 'null',
    help: 'Gives the number that a text such as "12.5" contains, otherwise null.',
    example: 'value("12.5")',
    sql: (_, given) => `formula_value(${given})`,
    js: (_, given: string) => numberOfText(trimmed(given)),
  },
  concatFunction,
  {
    name: 'join',
    group: 'text',
    parameters: [{ name: 'list', types: ['list'] }, text('separator')],
    result: 'text',
    nulls: 'null',
    help: 'Joins the entries of a list to one text, with a separator between them.',
    example: 'join(tags, ", ")',
    sql: (_, list, separator) => `formula_join(${list}, ${separator})`,
    js: (_, list: readonly string[], separator: string) => cut(list.join(separator)),
  },
  {
    name: 'len',
    group: 'text',
    parameters: [{ name: 'text', types: ['text', 'list'] }],
    result: 'number',
    nulls: 'null',
    help: 'Gives the number of characters of a text, or of entries of a list.',
    example: 'len(name)',
    sql: ({ types }, given) => `(${types[0] === 'list' ? 'cardinality' : 'length'}(${given})::numeric)`,
    js: (_, given: string | readonly string[]) =>
      new Decimal(typeof given === 'string' ? characters(given) : given.length),
  },
  {
    name: 'left',
    group: 'text',
    parameters: [text('text'), number('count')],
    result: 'text',
    nulls: 'null',
    help: 'Gives the first characters of a text.',
    example: 'left(name, 3)',
    sql: (_, given, n) => `left(${given}, ${count(n)})`,
    js: (_, given: string, n: Decimal) => firstCharacters(given, size(n)),
  },
  {
    name: 'right',
    group: 'text',
    parameters: [text('text'), number('count')],
    result: 'text',
    nulls: 'null',
    help: 'Gives the last characters of a text.',
    example: 'right(name, 3)',
    sql: (_, given, n) => `right(${given}, ${count(n)})`,
    js: (_, given: string, n: Decimal) => after(given, Math.max(0, characters(given) - size(n))),
  },
  {
    name: 'mid',
    group: 'text',
    parameters: [text('text'), number('start'), number('count')],
    result: 'text',
    nulls: 'null',
    help: 'Gives characters from the middle of a text; the first one has the number 1.',
    example: 'mid(name, 2, 3)',
    sql: (_, given, start, n) => `substr(${given}, ${count(`${start} - 1`)} + 1, ${count(n)})`,
    js: (_, given: string, start: Decimal, n: Decimal) => firstCharacters(after(given, size(start.minus(1))), size(n)),
  },
  costly('upper', 'Gives the text in capital letters.', 'upper(name)', (given) => `formula_upper(${given})`, capitals),
  costly(
    'lower',
    'Gives the text in small letters.',
    'lower(name)',
    (given) => `formula_lower(${given})`,
    smallLetters,
  ),
  simple('trim', 'Removes spaces, tabs and line breaks at both ends.', 'trim(name)', trimSql, trimmed),
  {
    name: 'contains',
    group: 'text',
    parameters: [{ name: 'text', types: ['text', 'list'] }, text('part')],
    result: 'boolean',
    nulls: 'own',
    help: 'True when a text contains a part, or a list contains a text.',
    example: 'contains(name, "GmbH")',
    sql: ({ types }, given, part) =>
      types[0] === 'list'
        ? `coalesce((${part} collate "C") = any(${given}), false)`
        : `coalesce(strpos(${given} collate "C", ${part}) > 0, false)`,
    js: (_, given: string | readonly string[] | null, part: string | null) =>
      given !== null && part !== null && given.includes(part),
  },
  test(
    'startsWith',
    'True when a text begins with a part.',
    'startsWith(phone, "+49")',
    (given, part) => `starts_with(${given} collate "C", ${part})`,
    (given, part) => given.startsWith(part),
  ),
  test(
    'endsWith',
    'True when a text ends with a part.',
    'endsWith(email, ".de")',
    (given, part) => `formula_ends_with(${given}, ${part})`,
    (given, part) => given.endsWith(part),
  ),
  {
    name: 'find',
    group: 'text',
    parameters: [text('part'), text('text'), optional(number('start'))],
    result: 'number',
    nulls: 'null',
    help: 'Gives the place of a part in a text, from 1; 0 when the text does not contain it.',
    example: 'find("@", email)',
    sql: (_, part, given, start = '1') => `formula_find(${part}, ${given}, ${start})`,
    js(_, part: string, given: string, start: Decimal = new Decimal(1)) {
      const skipped = size(start.minus(1));
      if (skipped > characters(given)) return zero;
      const rest = after(given, skipped);
      const at = rest.indexOf(part);
      return at < 0 ? zero : new Decimal(characters(rest.slice(0, at)) + skipped + 1);
    },
  },
  {
    name: 'substitute',
    group: 'text',
    costly: true,
    parameters: [text('text'), text('part'), text('replacement')],
    result: 'text',
    nulls: 'null',
    help: 'Replaces every occurrence of a part of a text.',
    example: 'substitute(phone, " ", "")',
    sql: (_, given, part, replacement) => `formula_substitute(${given}, ${part}, ${replacement})`,
    js(_, given: string, part: string, replacement: string) {
      if (part === '') return given;
      const parts = given.split(part);
      // This is the maximum number of parts that a text of the maximum length can have.
      const most = replacement === '' ? parts.length : Math.floor(maxTextLength / characters(replacement)) + 2;
      return cut(parts.slice(0, most).join(replacement));
    },
  },
  {
    name: 'repeat',
    group: 'text',
    parameters: [text('text'), number('times')],
    result: 'text',
    nulls: 'null',
    help: 'Repeats a text.',
    example: 'repeat("★", rating)',
    sql: (_, given, times) => `formula_repeat(${given}, ${times})`,
    js(_, given: string, times: Decimal) {
      const length = characters(given);
      return length === 0 ? '' : cut(given.repeat(whole(times, 0, Math.floor(maxTextLength / length) + 1)));
    },
  },
];
