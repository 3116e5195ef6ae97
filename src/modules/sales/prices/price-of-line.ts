import { Decimal as Decimals } from 'decimal.js';
import { companyOf } from '#core/company/company.ts';
import type { Context } from '#core/context.ts';
import { todayIn } from '#lib/days.ts';
import { findPrice, findRate } from '../sql/prices.ts';

const Decimal = Decimals.clone({ precision: 40, rounding: Decimals.ROUND_HALF_UP });
/** Prices for one unit may be fractions of the smallest coin. */
const priceDecimals = 6;

export interface PricedLine {
  readonly productId: string;
  readonly quantity: string;
  /** The currency and the day of the document; null for those of the company and of today. */
  readonly currency: string | null;
  readonly day: string | null;
}

/**
 * The price of a product on a document: that of the price book, or else its own, converted to the currency of the document
 * where there are rates. A product without a currency has its price in that of the company.
 */
export async function priceOfLine(context: Context, line: PricedLine): Promise<string | null> {
  const { currency: base, timeZone } = await companyOf(context);
  const currency = line.currency ?? base;
  const day = line.day ?? todayIn(timeZone);
  const found = await findPrice(context, { ...line, currency, base, day });
  if (!found) return null;
  if (found.fromBook !== null) return found.fromBook;
  const own = found.currency ?? base;
  if (found.price === null || own === currency) return found.price;
  const rateOf = async (code: string) => (code === base ? '1' : findRate(context, code, day));
  const [from, to] = [await rateOf(own), await rateOf(currency)];
  if (from === undefined || to === undefined) return found.price;
  return new Decimal(found.price).times(to).div(from).toDecimalPlaces(priceDecimals).toFixed();
}
