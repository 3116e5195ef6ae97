import { boolean, date, longText, text } from '#core/fields/index.ts';
import { defineModel } from '#core/models/declaration.ts';
import { currency } from '../currency.ts';
import { priceBookHooks } from '../prices/price-book-hooks.ts';

/** A list of prices in one currency. Lines take their prices from the default one of their currency. */
export const priceBooks = defineModel({
  slug: 'priceBooks',
  owned: false,
  hooks: priceBookHooks,
  fields: {
    name: text({ required: true, unique: true, search: true, maxLength: 100 }),
    currency: currency(),
    isDefault: boolean({ default: false, help: 'One of each currency. Its prices are proposed on lines.' }),
    active: boolean({ default: true }),
    validFrom: date(),
    validUntil: date({ help: 'The last day on which the prices apply.' }),
    description: longText(),
  },
});
