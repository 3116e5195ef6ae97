import type { Included } from '~/api/records.ts';
import type { Field } from '~/metadata/model.ts';
import { amountCurrency } from '../../lib/company-currency.ts';
import { numberFormat } from '../../lib/intl.ts';
import { formatMoney } from '../../lib/money.ts';

export type NumberStyle = 'money' | 'percent' | 'plain' | 'ungrouped';

/** The registry says which numbers are amounts. The other styles follow from the name of the field. */
export function numberStyle({ key, money, min, max }: Field): NumberStyle {
  if (money) return 'money';
  const limited = min === 0 && max === 100;
  if (/percent/i.test(key) || (limited && /(probability|rate|progress|confidence)$/i.test(key))) return 'percent';
  // Years and coordinates are written without digit grouping.
  return /(year|latitude|longitude|version)$/i.test(key) ? 'ungrouped' : 'plain';
}

type Values = Readonly<Record<string, unknown>>;

/**
 * The currency of an amount: that of its record or of the parent of its record, else that of the company. Undefined when
 * it is unknown, because the record or its parent is not loaded.
 */
export function currencyOf(
  { currencyFrom: from }: Field,
  record: Values | undefined,
  parents: Included | undefined,
): string | undefined {
  if (!from) return amountCurrency(null);
  const holder = from.parent ? parents?.[String(record?.[from.parent.field])] : record;
  return holder && from.field in holder ? amountCurrency(holder[from.field]) : undefined;
}

/** Formats a number in the style of its field. */
export function formatNumber(
  value: number,
  field: Field,
  language: string,
  record?: Values,
  parents?: Included,
): string {
  const style = numberStyle(field);
  if (style === 'money') return formatMoney(value, currencyOf(field, record, parents), language);
  if (style === 'percent')
    return numberFormat(language, { style: 'percent', maximumFractionDigits: 4 }).format(value / 100);
  if (style === 'ungrouped')
    return numberFormat(language, { useGrouping: false, maximumFractionDigits: 20 }).format(value);
  return numberFormat(language, { maximumFractionDigits: 10 }).format(value);
}

/** The digit group and decimal separators of the language. */
export function separators(language: string): { readonly group: string; readonly decimal: string } {
  const parts = numberFormat(language, {}).formatToParts(12345.6);
  const sign = (type: Intl.NumberFormatPartTypes) => parts.find((part) => part.type === type)?.value;
  return { group: sign('group') ?? ',', decimal: sign('decimal') ?? '.' };
}
