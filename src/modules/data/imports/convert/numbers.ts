import { parseJson } from '#lib/json.ts';
import { CellProblem } from './cell-problem.ts';

/** The characters with which a language writes numbers. */
export interface NumberFormat {
  readonly decimal: string;
  readonly group: string;
}

export function numberFormat(locale: string): NumberFormat {
  const parts = new Intl.NumberFormat(locale, { useGrouping: 'always' }).formatToParts(1_234_567.8);
  const of = (type: string) => parts.find((part) => part.type === type)?.value;
  return of('decimal') === ',' ? { decimal: ',', group: '.' } : { decimal: '.', group: ',' };
}

/** Longer texts are no numbers: the maximum of `numberType` is 60 characters. */
const maxLength = 80;
/** Spaces of every width, and apostrophes, group digits in some countries. */
const spacing = /[\s\u00a0\u202f'’_]/g;
const currency = /^(?:[A-Z]{3}|[\p{Sc}])|(?:[A-Z]{3}|[\p{Sc}]|%)$/gu;

const asFormat = ({ decimal, group }: NumberFormat): RegExp =>
  new RegExp(`^(?:\\d+|[1-9]\\d{0,2}(?:\\${group}\\d{3})+)(?:\\${decimal}\\d+)?$|^\\${decimal}\\d+$`);

/**
 * Reads a number as people of a language write it: 1.234,56 or 1,234.56, with a currency, a percent sign or in brackets, which
 * makes it negative. A text that the language does not allow, but only the other way of writing explains, is read that way: 12.5
 * in German. The percent sign is dropped: 12 % is 12.
 */
export function readNumber(text: string, format: NumberFormat): unknown {
  const problem = () =>
    new CellProblem(
      'invalid_type',
      `is not a number such as 1234${format.decimal}5 or 1${format.group}234${format.decimal}50`,
    );
  if (text.length > maxLength) throw problem();
  let rest = text.replace(spacing, '');
  const isScientific = /^-?\d+(?:\.\d+)?e[+-]?\d{1,3}$/i.test(rest);
  if (isScientific) return parseJson(rest.toLowerCase());
  const inBrackets = rest.startsWith('(') && rest.endsWith(')');
  if (inBrackets) rest = rest.slice(1, -1);
  rest = rest.replace(currency, '');
  const sign = /^[-−]|[-−]$/.test(rest) ? '-' : '';
  if (sign && inBrackets) throw problem();
  rest = rest.replace(/^[-−+]|[-−]$/, '').replace(currency, '');
  const plain = plainDigits(rest, format);
  if (plain === undefined) throw problem();
  return parseJson(`${sign || inBrackets ? '-' : ''}${plain}`);
}

function plainDigits(text: string, format: NumberFormat): string | undefined {
  const other = { decimal: format.group, group: format.decimal };
  const used = [format, other].find((one) => asFormat(one).test(text));
  if (!used) return undefined;
  const [whole = '', fraction] = text.replaceAll(used.group, '').split(used.decimal);
  const digits = whole.replace(/^0+(?=\d)/, '') || '0';
  return fraction === undefined ? digits : `${digits}.${fraction}`;
}
