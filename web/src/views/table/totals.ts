import type { Group } from '~/api/records.ts';
import type { Field } from '~/metadata/model.ts';
import { amountCurrency } from '../../lib/company-currency.ts';
import { currencyPath } from '../../metadata/money-fields.ts';

/** The total of a column of numbers. */
export type Total =
  | { readonly kind: 'sum' | 'average'; readonly value: number; readonly currency?: string | undefined }
  /** Amounts of several currencies cannot be added. */
  | { readonly kind: 'mixed'; readonly parts: readonly { readonly currency: string; readonly value: number }[] };

export type Totals = ReadonlyMap<string, Total>;

export interface Measures {
  readonly sums: readonly string[];
  readonly averages: readonly string[];
  /** Amounts that are summed per currency. Those in the currency of the company are among `sums`. */
  readonly money: readonly string[];
  /** The path of their currency: `currency`, or `quoteId.currency`. */
  readonly currencyPath?: string | undefined;
}

const isNumber = ({ type, key }: Field): boolean => (type === 'number' || type === 'integer') && key !== 'version';

/** Percentages and scores have no meaningful sum. */
const isShare = ({ key, max }: Field): boolean =>
  max === 100 || /(percent|percentage|probability|rate|score|rating|position|year)$/i.test(key);

/** The measures that the columns need. */
export function measuresOf(columns: readonly Field[]): Measures {
  const numbers = columns.filter(isNumber);
  const isMoney = (field: Field) => field.money === true && field.currencyFrom !== undefined;
  const keys = (fields: readonly Field[]) => fields.map(({ key }) => key);
  return {
    sums: keys(numbers.filter((field) => !isShare(field) && !isMoney(field))),
    averages: keys(numbers.filter((field) => isShare(field) && !isMoney(field))),
    money: keys(numbers.filter(isMoney)),
    currencyPath: numbers.map(currencyPath).find((path) => path !== undefined),
  };
}

/** The totals of one group. `byCurrency` has one part per currency. */
export function totalsOf(
  { sums, averages, money, currencyPath: path = 'currency' }: Measures,
  group: Group | undefined,
  byCurrency: readonly Group[],
): Totals {
  const totals = new Map<string, Total>();
  for (const key of sums) {
    const value = group?.sum?.[key];
    if (typeof value === 'number') totals.set(key, { kind: 'sum', value });
  }
  for (const key of averages) {
    const value = group?.avg?.[key];
    if (typeof value === 'number') totals.set(key, { kind: 'average', value });
  }
  for (const key of money) {
    const byCode = new Map<string, number>();
    for (const part of byCurrency) {
      const value = part.sum?.[key];
      const currency = amountCurrency(part[path]);
      if (typeof value === 'number') byCode.set(currency, (byCode.get(currency) ?? 0) + value);
    }
    const parts = [...byCode].map(([currency, value]) => ({ currency, value }));
    const [only] = parts;
    if (parts.length > 1) totals.set(key, { kind: 'mixed', parts });
    else if (only) totals.set(key, { kind: 'sum', value: only.value, currency: only.currency || undefined });
  }
  return totals;
}
