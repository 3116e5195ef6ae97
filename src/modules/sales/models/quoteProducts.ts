import { reference } from '#core/fields/index.ts';
import { combineHooks } from '#core/models/combine-hooks.ts';
import { defineModel } from '#core/models/declaration.ts';
import { lineHooks } from '../documents/line-hooks.ts';
import { lineItem } from '../lineItem.ts';
import { quoteLineHooks } from '../quotes/state/quote-line-hooks.ts';

export const quoteProducts = defineModel({
  slug: 'quoteProducts',
  openToForms: true,
  parent: 'quoteId',
  hooks: combineHooks(quoteLineHooks, lineHooks),
  fields: {
    quoteId: reference('sales.quotes', { required: true }),
    ...lineItem(),
  },
});
