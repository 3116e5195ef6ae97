import { date, number } from '#core/fields/index.ts';
import { defineModel } from '#core/models/declaration.ts';
import { currency } from '../currency.ts';

/** The rate of a currency from a day on: one unit of the currency of the company is `rate` of this currency. */
export const exchangeRates = defineModel({
  slug: 'exchangeRates',
  owned: false,
  uniqueTogether: [['currency', 'validFrom']],
  fields: {
    currency: currency({ required: true }),
    rate: number({
      required: true,
      min: 0.000000001,
      help: 'How much of this currency one unit of the currency of the company is.',
    }),
    validFrom: date({ required: true, help: 'The first day of the rate. It holds until the next one.' }),
  },
});
