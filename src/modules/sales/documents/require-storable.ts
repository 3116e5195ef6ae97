import { Decimal } from 'decimal.js';
import { invalid } from '#core/errors.ts';

/** Amounts are numbers of records, which have these limits. */
const limit = new Decimal('1e20');

/** Refuses amounts that follow from others and are too large for a field, so that the record could not be written again. */
export function requireStorable<Amounts extends Readonly<Record<string, string | null>>>(amounts: Amounts): Amounts {
  for (const [key, value] of Object.entries(amounts))
    if (value !== null && new Decimal(value).abs().gte(limit))
      throw invalid(
        key,
        'out_of_range',
        'would not lie between -1e20 and 1e20; lower the quantities, the prices or the charges',
      );
  return amounts;
}
