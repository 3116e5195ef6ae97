import type { Group, RecordData } from '~/api/records.ts';
import type { Field } from '~/metadata/model.ts';
import { amountCurrency } from '../../lib/company-currency.ts';
import { formatMoney } from '../../lib/money.ts';
import { currencyPath } from '../../metadata/money-fields.ts';
import type { BoardColumn } from './columns.ts';

export interface Total {
  readonly count: number;
  /** Sums by currency. The key is empty when the sum is not an amount of money. */
  readonly sums: ReadonlyMap<string, number>;
}

const shortenFrom = 1_000_000;

/** The currency of the sum of a group; empty when it is not an amount of money. */
function currencyOfGroup(group: Group, sum: Field): string {
  const path = currencyPath(sum);
  return sum.money ? amountCurrency(path === undefined ? null : group[path]) : '';
}

export function totalsByColumn(groups: readonly Group[], field: string, sum: Field | undefined): Map<string, Total> {
  const totals = new Map<string, { count: number; sums: Map<string, number> }>();
  for (const group of groups) {
    const value = group[field];
    const key = value === null || value === undefined ? '' : String(value);
    const total = totals.get(key) ?? { count: 0, sums: new Map<string, number>() };
    total.count += group.count ?? 0;
    const amount = sum && group.sum?.[sum.key];
    if (sum && typeof amount === 'number' && amount !== 0) {
      const currency = currencyOfGroup(group, sum);
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

/** A sum in the language, shortened from a million on. */
export const sumText = (amount: number, currency: string, language: string): string =>
  formatMoney(amount, currency, language, Math.abs(amount) >= shortenFrom ? { compact: true } : { whole: true });
