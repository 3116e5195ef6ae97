import { choice, date, longText, number, reference, text } from '#core/fields/index.ts';
import { defineModel } from '#core/models/declaration.ts';
import { currency } from '../currency.ts';

/** A product that an account has bought from us or from a competitor. */
export const accountProducts = defineModel({
  slug: 'accountProducts',
  openToForms: true,
  parent: 'accountId',
  fields: {
    accountId: reference('sales.accounts', { required: true }),
    productId: reference('sales.products'),
    orderId: reference('sales.orders'),
    name: text({ search: true }),
    serialNumber: text({ search: true }),
    status: choice({ options: ['trial', 'active', 'suspended', 'expired', 'cancelled', 'competitor'] }),
    quantity: number({ default: 1 }),
    unitPrice: number({ money: true }),
    currency: currency(),
    purchaseDate: date(),
    startDate: date(),
    endDate: date(),
    renewalDate: date({ index: true }),
    description: longText(),
  },
});
