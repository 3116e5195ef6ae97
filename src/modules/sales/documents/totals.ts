import { Decimal as Decimals } from 'decimal.js';

/** Sums and taxes of quotes and orders, in exact decimals. */

const Decimal = Decimals.clone({ precision: 80, rounding: Decimals.ROUND_HALF_UP, toExpNeg: -100, toExpPos: 100 });

const one = new Decimal(1);

/** A number as the database or a client writes it. Null counts as 0. */
type Amount = string | number | null | undefined;

const amount = (value: Amount) => new Decimal(value ?? 0);

export interface LinePrice {
  readonly quantity: Amount;
  readonly unitPrice: Amount;
  readonly discountPercent: Amount;
  readonly taxPercent: Amount;
}

/** The amounts of a line. They are null while it has no quantity or no price. */
export function lineAmounts(
  { quantity, unitPrice, discountPercent, taxPercent }: LinePrice,
  digits: number,
): { readonly net: string | null; readonly total: string | null } {
  if ((quantity ?? null) === null || (unitPrice ?? null) === null) return { net: null, total: null };
  const paid = new Decimal(100).minus(amount(discountPercent)).div(100);
  const net = amount(quantity).times(amount(unitPrice)).times(paid).toDecimalPlaces(digits);
  const total = net.times(new Decimal(100).plus(amount(taxPercent)).div(100)).toDecimalPlaces(digits);
  return { net: net.toFixed(), total: total.toFixed() };
}

export interface DocumentLine {
  readonly net: Amount;
  readonly taxPercent: Amount;
}

/** The tax of all lines with one rate. */
interface TaxOfRate {
  readonly percent: string;
  /** The sum of the lines without their share of the discount of the document, from which the tax is computed. */
  readonly base: string;
  readonly tax: string;
}

export interface DocumentTotals {
  readonly subtotal: string;
  readonly taxes: readonly TaxOfRate[];
  readonly tax: string;
  readonly total: string;
}

/**
 * The totals of a document. Each rate of tax bears the share of the discount that its lines have in the sum, and its tax
 * is rounded once.
 */
export function documentTotals(
  lines: readonly DocumentLine[],
  { discount, shipping }: { readonly discount: Amount; readonly shipping: Amount },
  digits: number,
): DocumentTotals {
  const sumOf = (some: readonly DocumentLine[]) => some.reduce((sum, { net }) => sum.plus(amount(net)), new Decimal(0));
  const subtotal = sumOf(lines);
  const byRate = Map.groupBy(lines, ({ taxPercent }) => amount(taxPercent).toFixed());
  const taxes = Array.from(byRate, ([percent, some]): TaxOfRate => {
    const net = sumOf(some);
    // One division at the end, because a third of the discount has no exact decimals.
    const [factor, divisor] = subtotal.isZero() ? [one, one] : [subtotal.minus(amount(discount)), subtotal];
    const base = net.times(factor);
    const tax = base.times(percent).div(divisor.times(100)).toDecimalPlaces(digits);
    return { percent, base: base.div(divisor).toDecimalPlaces(digits).toFixed(), tax: tax.toFixed() };
  });
  taxes.sort((a, b) => Number(a.percent) - Number(b.percent));
  const tax = taxes.reduce((sum, of) => sum.plus(of.tax), new Decimal(0));
  const total = subtotal.minus(amount(discount)).plus(tax).plus(amount(shipping)).toDecimalPlaces(digits);
  return { subtotal: subtotal.toFixed(), taxes, tax: tax.toFixed(), total: total.toFixed() };
}
