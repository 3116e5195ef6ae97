import type { Field } from '~/metadata/model.ts';
import { numberFormat } from '../../lib/intl.ts';

export type NumberStyle = 'money' | 'percent' | 'plain' | 'ungrouped';

const moneyWords =
  /(value|amount|price|total|cost|revenue|budget|salary|tax|discount|shipping|fee|revenueatrisk|costperclick)$/i;

/** The style of a number follows from the name of its field, because the registry has one type for all numbers. */
export function numberStyle({ key, type, min, max }: Field): NumberStyle {
  const limited = min === 0 && max === 100;
  if (/percent/i.test(key) || (limited && /(probability|rate|progress|confidence)$/i.test(key))) return 'percent';
  if (type === 'number' && moneyWords.test(key)) return 'money';
  // Years and coordinates are written without digit grouping.
  return /(year|latitude|longitude|version)$/i.test(key) ? 'ungrouped' : 'plain';
}

export const isCurrency = (currency: unknown): currency is string =>
  typeof currency === 'string' && /^[A-Z]{3}$/.test(currency);

/** Formats a number in the style of its field; an amount uses the currency of its record. */
export function formatNumber(value: number, field: Field, language: string, currency?: unknown): string {
  const style = numberStyle(field);
  if (style === 'percent')
    return numberFormat(language, { style: 'percent', maximumFractionDigits: 4 }).format(value / 100);
  if (style === 'ungrouped')
    return numberFormat(language, { useGrouping: false, maximumFractionDigits: 20 }).format(value);
  if (style === 'plain') return numberFormat(language, { maximumFractionDigits: 10 }).format(value);
  // Two decimals are enough, except for prices below one.
  const digits = {
    minimumFractionDigits: Number.isInteger(value) ? 0 : 2,
    maximumFractionDigits: Math.abs(value) < 1 ? 6 : 2,
  };
  return isCurrency(currency)
    ? numberFormat(language, { style: 'currency', currency, currencyDisplay: 'narrowSymbol', ...digits }).format(value)
    : numberFormat(language, digits).format(value);
}

/** The digit group and decimal separators of the language. */
export function separators(language: string): { readonly group: string; readonly decimal: string } {
  const parts = numberFormat(language, {}).formatToParts(12345.6);
  const sign = (type: Intl.NumberFormatPartTypes) => parts.find((part) => part.type === type)?.value;
  return { group: sign('group') ?? ',', decimal: sign('decimal') ?? '.' };
}

/** The symbol of a currency, such as € for EUR. */
export const currencySign = (currency: string, language: string): string =>
  numberFormat(language, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
    .formatToParts(0)
    .find((part) => part.type === 'currency')?.value ?? currency;
