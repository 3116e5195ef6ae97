import { number, reference } from '#core/fields/index.ts';
import { defineModel } from '#core/models/declaration.ts';
import { lineHooks } from '../documents/line-hooks.ts';
import { lineItem } from '../lineItem.ts';

export const orderProducts = defineModel({
  slug: 'orderProducts',
  openToForms: true,
  hooks: lineHooks,
  parent: 'orderId',
  fields: {
    orderId: reference('sales.orders', { required: true }),
    ...lineItem(),
    quantityShipped: number({ min: 0 }),
    quantityReturned: number({ min: 0 }),
  },
});
