import { Problem } from '../fields/field.ts';

/**
 * A pattern of numbers, such as `R-{yyyy}-{0000}`: a counter with its minimum number of digits, parts of the date, and
 * other characters.
 */
export interface NumberPattern {
  readonly parts: readonly Part[];
}

type Part = { readonly text: string } | { readonly date: DatePart } | { readonly digits: number };

const dateParts = { yyyy: [0, 4], yy: [2, 4], mm: [5, 7], dd: [8, 10] } as const;

type DatePart = keyof typeof dateParts;

const maxLength = 50;
const maxDigits = 12;
/** Letters, digits and the marks that are common in numbers of records. */
const plainText = /^[A-Za-z0-9 ._/#:-]*$/;

const isDatePart = (name: string): name is DatePart => Object.hasOwn(dateParts, name);

/** Parses a pattern. Throws a Problem when the text is not one. */
export function readPattern(text: string): NumberPattern {
  if (text.length > maxLength) throw new Problem('too_long', `must be at most ${maxLength} characters long`);
  // The text is split at braces, so every second piece is the content of a pair.
  const pieces = text.split(/\{([^{}]*)\}/);
  const parts = pieces.flatMap((piece, n): Part[] => {
    if (n % 2 === 1) return [readToken(piece)];
    if (!plainText.test(piece))
      throw new Problem('invalid_format', 'has only letters, digits, spaces and . _ / # : - outside of braces');
    return piece === '' ? [] : [{ text: piece }];
  });
  if (parts.filter((part) => 'digits' in part).length !== 1)
    throw new Problem('invalid_format', 'needs one counter, such as {0000} for at least four digits');
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

/** True when numbers contain parts of the date. */
export const hasDate = ({ parts }: NumberPattern): boolean => parts.some((part) => 'date' in part);

const dateText = (part: DatePart, day: string): string => day.slice(...dateParts[part]);

/** The parts of the date in the pattern. The counter restarts at 1 when they change. */
export const periodOf = ({ parts }: NumberPattern, day: string): string =>
  parts.flatMap((part) => ('date' in part ? [dateText(part.date, day)] : [])).join('-');

/** The number with this count, on a day (YYYY-MM-DD). */
export const formatNumber = ({ parts }: NumberPattern, day: string, count: number): string =>
  parts
    .map((part) =>
      'text' in part ? part.text : 'date' in part ? dateText(part.date, day) : String(count).padStart(part.digits, '0'),
    )
    .join('');

interface ReadNumber {
  readonly count: number;
  readonly period: string;
}

/** Reads the count and period of an imported number; undefined when it does not match the pattern. */
export function readNumber({ parts }: NumberPattern, number: string): ReadNumber | undefined {
  const expression = parts.map((part) =>
    'text' in part
      ? part.text.replace(/[^A-Za-z0-9 ]/g, '\\$&')
      : 'date' in part
        ? `([0-9]{${part.date.length}})`
        : // A number of more than 15 digits is not a count of the platform.
          `([0-9]{${part.digits},15})`,
  );
  const groups = new RegExp(`^${expression.join('')}$`, 'i').exec(number)?.slice(1);
  if (!groups) return undefined;
  const countAt = parts.filter((part) => !('text' in part)).findIndex((part) => 'digits' in part);
  return { count: Number(groups[countAt]), period: groups.toSpliced(countAt, 1).join('-') };
}
