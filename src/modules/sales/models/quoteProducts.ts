import { reference } from '#core/fields/index.ts';
import { defineModel } from '#core/models/model.ts';
import { lineHooks } from '../documents/line-hooks.ts';
import { lineItem } from '../lineItem.ts';

export const quoteProducts = defineModel({
  slug: 'quoteProducts',
  openToForms: true,
  hooks: lineHooks,
  parent: 'quoteId',
  fields: {
    quoteId: reference('sales.quotes', { required: true }),
    ...lineItem(),
  },
});
