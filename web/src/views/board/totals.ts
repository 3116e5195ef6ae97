import type { Group, RecordData } from '~/api/records.ts';
import { recordCurrency } from '../../lib/company-currency.ts';
import { numberFormat } from '../../lib/intl.ts';
import type { BoardColumn } from './columns.ts';

export interface Total {
  readonly count: number;
  /** Sums by currency. The key is empty when the model has no currency. */
  readonly sums: ReadonlyMap<string, number>;
}

export function totalsByColumn(groups: readonly Group[], field: string, sum: string | undefined): Map<string, Total> {
  const totals = new Map<string, { count: number; sums: Map<string, number> }>();
  for (const group of groups) {
    const value = group[field];
    const key = value === null || value === undefined ? '' : String(value);
    const total = totals.get(key) ?? { count: 0, sums: new Map<string, number>() };
    total.count += group.count ?? 0;
    const amount = sum === undefined ? null : group.sum?.[sum];
    if (typeof amount === 'number' && amount !== 0) {
      const currency = recordCurrency(group) ?? '';
      total.sums.set(currency, (total.sums.get(currency) ?? 0) + amount);
    }
    totals.set(key, total);
  }
  return totals;
}

/** The totals after a move, computed before the server has counted again. */
export function moveTotals(
  groups: readonly Group[],
  field: string,
  sum: string | undefined,
  card: RecordData,
  from: BoardColumn,
  to: BoardColumn,
): Group[] {
  const currency = (card.currency ?? null) as string | null;
  const amount = sum === undefined ? 0 : Number(card[sum] ?? 0);
  const next = groups.map((group) => ({ ...group }));
  const add = (column: BoardColumn, sign: 1 | -1): void => {
    const isSame = (group: Group) =>
      (group[field] ?? null) === column.value && (!('currency' in group) || (group.currency ?? null) === currency);
    let at = next.findIndex(isSame);
    if (at === -1) at = next.push({ [field]: column.value, ...('currency' in card && { currency }), count: 0 }) - 1;
    const group = next[at];
    if (!group) return;
    const former = sum === undefined ? undefined : group.sum?.[sum];
    next[at] = {
      ...group,
      count: Math.max(0, (group.count ?? 0) + sign),
      ...(sum !== undefined && { sum: { ...group.sum, [sum]: (former ?? 0) + sign * amount } }),
    };
  };
  add(from, -1);
  add(to, 1);
  return next;
}

/** A sum formatted in the language, with its currency if it has one. */
export function sumText(amount: number, currency: string, language: string): string {
  const isCurrency = /^[A-Z]{3}$/.test(currency);
  const text = numberFormat(language, {
    ...(isCurrency && { style: 'currency', currency }),
    notation: Math.abs(amount) >= 1_000_000 ? 'compact' : 'standard',
    maximumFractionDigits: Math.abs(amount) >= 1_000_000 ? 1 : 0,
  }).format(amount);
  return isCurrency || currency === '' ? text : `${text} ${currency}`;
}
