import { Problem } from '../fields/field.ts';

/** A pattern of numbers, such as `R-{yyyy}-{0000}`: a counter with its least number of digits, parts of the date, and other characters. */
export interface NumberPattern {
  readonly parts: readonly Part[];
}

type Part = { readonly text: string } | { readonly date: DatePart } | { readonly digits: number };

const dateParts = { yyyy: [0, 4], yy: [2, 4], mm: [5, 7], dd: [8, 10] } as const;

type DatePart = keyof typeof dateParts;

const maxLength = 50;
const maxDigits = 12;
/** Letters, digits and marks that need no care in addresses, files and other systems. */
const plainText = /^[A-Za-z0-9 ._/#:-]*$/;

const isDatePart = (name: string): name is DatePart => Object.hasOwn(dateParts, name);

/** Throws a Problem when the text is not a pattern. */
export function readPattern(text: string): NumberPattern {
  if (text.length > maxLength) throw new Problem('too_long', `must be at most ${maxLength} characters long`);
  // Split at braces: every second piece was inside of a pair.
  const pieces = text.split(/\{([^{}]*)\}/);
  const parts = pieces.flatMap((piece, n): Part[] => {
    if (n % 2 === 1) return [readToken(piece)];
    if (!plainText.test(piece))
      throw new Problem('invalid_format', 'has only letters, digits, spaces and . _ / # : - outside of braces');
    return piece === '' ? [] : [{ text: piece }];
  });
  if (parts.filter((part) => 'digits' in part).length !== 1)
    throw new Problem(
      'invalid_format',
      'needs one counter, such as {0000}, whose zeros are its least number of digits',
    );
  return { parts };
}

function readToken(token: string): Part {
  if (isDatePart(token)) return { date: token };
  if (/^0+$/.test(token) && token.length <= maxDigits) return { digits: token.length };
  throw new Problem(
    'invalid_format',
    `has {${token}}; in braces are a counter such as {0000}, and {yyyy}, {yy}, {mm} or {dd}`,
  );
}

const dateText = (part: DatePart, day: string): string => day.slice(...dateParts[part]);

/** The parts of the date in the pattern. The counter begins again at 1 when they change. */
export const periodOf = ({ parts }: NumberPattern, day: string): string =>
  parts.flatMap((part) => ('date' in part ? [dateText(part.date, day)] : [])).join('-');

/** The number with this count, on a day (YYYY-MM-DD). */
export const formatNumber = ({ parts }: NumberPattern, day: string, count: number): string =>
  parts
    .map((part) =>
      'text' in part ? part.text : 'date' in part ? dateText(part.date, day) : String(count).padStart(part.digits, '0'),
    )
    .join('');

/** A regular expression, for JavaScript and PostgreSQL, that numbers in lower case match. More than 15 digits are not a count of ours. */
const expressionOf = ({ parts }: NumberPattern, ofDate: (part: DatePart) => string): string =>
  `^${parts
    .map((part) =>
      'text' in part
        ? part.text.toLowerCase().replace(/[^a-z0-9 ]/g, '\\$&')
        : 'date' in part
          ? ofDate(part.date)
          : `([0-9]{${part.digits},15})`,
    )
    .join('')}$`;

/** A regular expression that numbers of the period of a day match, in lower case. Its group is the count. */
export const expressionOfPeriod = (pattern: NumberPattern, day: string): string =>
  expressionOf(pattern, (part) => dateText(part, day));

interface ReadNumber {
  readonly count: number;
  readonly period: string;
  /** As of `expressionOfPeriod`. */
  readonly expression: string;
}

/** The count and period of a number that was not made here; undefined when it does not match the pattern. */
export function readNumber(pattern: NumberPattern, number: string): ReadNumber | undefined {
  const expression = expressionOf(pattern, (part) => `([0-9]{${part.length}})`);
  const groups = new RegExp(expression).exec(number.toLowerCase())?.slice(1);
  if (!groups) return undefined;
  const variable = pattern.parts.filter((part) => !('text' in part));
  const countAt = variable.findIndex((part) => 'digits' in part);
  const dates = groups.toSpliced(countAt, 1);
  let n = 0;
  return {
    count: Number(groups[countAt]),
    period: dates.join('-'),
    expression: expressionOf(pattern, () => dates[n++] ?? ''),
  };
}
