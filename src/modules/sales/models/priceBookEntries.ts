import { integer, number, reference } from '#core/fields/index.ts';
import { defineModel } from '#core/models/declaration.ts';

/** The price of a product in a price book, from a quantity on. */
export const priceBookEntries = defineModel({
  slug: 'priceBookEntries',
  owned: false,
  parent: 'priceBookId',
  uniqueTogether: [['priceBookId', 'productId', 'minQuantity']],
  fields: {
    priceBookId: reference('sales.priceBooks', { required: true }),
    productId: reference('sales.products', { required: true }),
    unitPrice: number({ required: true, money: true }),
    minQuantity: integer({ required: true, default: 0, min: 0 }),
  },
});
