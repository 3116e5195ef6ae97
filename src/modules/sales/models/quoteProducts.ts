import { reference } from '#core/fields/index.ts';
import { defineModel } from '#core/models/model.ts';
import { lineItem } from '../lineItem.ts';

export const quoteProducts = defineModel({
  slug: 'quoteProducts',
  openToForms: true,
  parent: 'quoteId',
  fields: {
    quoteId: reference('sales.quotes', { required: true }),
    ...lineItem(),
  },
});
