import type { Group } from '~/api/records.ts';
import type { Field, Model } from '~/metadata/model.ts';

/** What stands under a column of numbers. */
export type Total =
  | { readonly kind: 'sum' | 'average'; readonly value: number; readonly currency?: string | undefined }
  /** Sums of several currencies cannot be added. */
  | { readonly kind: 'mixed'; readonly parts: readonly { readonly currency: string; readonly value: number }[] };

export type Totals = ReadonlyMap<string, Total>;

export interface Measures {
  readonly sums: readonly string[];
  readonly averages: readonly string[];
  /** Summed by currency. */
  readonly money: readonly string[];
}

const isNumber = ({ type, key }: Field): boolean => (type === 'number' || type === 'integer') && key !== 'version';

/** Shares of a hundred and scores have no meaningful sum. */
const isShare = ({ key, max }: Field): boolean =>
  max === 100 || /(percent|percentage|probability|rate|score|rating|position|year)$/i.test(key);

/** What to compute for the columns. */
export function measuresOf(model: Model, columns: readonly Field[]): Measures {
  const numbers = columns.filter(isNumber);
  const hasCurrency = model.fields.some(({ key }) => key === 'currency');
  const isMoney = (field: Field) => hasCurrency && field.type === 'number' && !isShare(field);
  const keys = (fields: readonly Field[]) => fields.map(({ key }) => key);
  return {
    sums: keys(numbers.filter((field) => !isShare(field) && !isMoney(field))),
    averages: keys(numbers.filter(isShare)),
    money: keys(numbers.filter(isMoney)),
  };
}

/** The totals of one group. `byCurrency` has one part for each currency. */
export function totalsOf(
  { sums, averages, money }: Measures,
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
    const parts = byCurrency.flatMap((part) => {
      const value = part.sum?.[key];
      return typeof value === 'number' ? [{ currency: String(part.currency ?? ''), value }] : [];
    });
    const [only] = parts;
    if (parts.length > 1) totals.set(key, { kind: 'mixed', parts });
    else if (only) totals.set(key, { kind: 'sum', value: only.value, currency: only.currency || undefined });
  }
  return totals;
}
