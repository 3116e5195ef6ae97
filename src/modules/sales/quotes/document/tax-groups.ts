import { Decimal } from 'decimal.js';

/** A line of a document, with the fields on which amounts depend. */
export interface AmountLine {
  readonly quantity: number;
  readonly unitPrice: number;
  readonly discountPercent: number;
  readonly taxPercent: number;
  /** The amount without tax, as it is stored; null when the platform has not computed it. */
  readonly net: number | null;
}

export interface TaxGroup {
  readonly percent: number;
  readonly amount: number;
}

/** The number of digits after the decimal point of a currency. */
export const digitsOf = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;

const rounded = (amount: Decimal, digits: number): Decimal => amount.toDecimalPlaces(digits, Decimal.ROUND_HALF_UP);

/** The stored net amount of a line, or the one that its quantity, price and discount give. */
export const netOf = (line: AmountLine, digits: number): number =>
  line.net ??
  rounded(
    new Decimal(line.quantity).times(line.unitPrice).times(new Decimal(100).minus(line.discountPercent)).div(100),
    digits,
  ).toNumber();

/** The tax of each rate: of the nets of its lines without their share of the discount, rounded once for each rate. */
export function taxGroups(lines: readonly AmountLine[], discount: number, digits: number): TaxGroup[] {
  const nets = new Map<number, Decimal>();
  for (const line of lines)
    nets.set(line.taxPercent, (nets.get(line.taxPercent) ?? new Decimal(0)).plus(netOf(line, digits)));
  const sum = [...nets.values()].reduce((total, net) => total.plus(net), new Decimal(0));
  return [...nets]
    .filter(([percent]) => percent !== 0)
    .sort(([a], [b]) => a - b)
    .map(([percent, net]) => {
      const share = sum.isZero() ? new Decimal(0) : net.times(discount).div(sum);
      return { percent, amount: rounded(net.minus(share).times(percent).div(100), digits).toNumber() };
    });
}
