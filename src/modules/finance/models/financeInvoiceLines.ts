import { integer, longText, number, reference, text } from '#core/fields/index.ts';
import { defineModel } from '#core/models/declaration.ts';
import { invoiceLineHooks } from '../invoices/invoice-line-hooks.ts';

export const financeInvoiceLines = defineModel({
  slug: 'financeInvoiceLines',
  label: 'Invoice line',
  labelPlural: 'Invoice lines',
  parent: 'invoiceId',
  owned: false,
  hooks: invoiceLineHooks,
  fields: {
    invoiceId: reference('finance.financeInvoices', { required: true }),
    productId: reference('sales.products'),
    name: text({ search: true }),
    description: longText(),
    quantity: number({ default: 1 }),
    unitPrice: number({ money: true }),
    discountPercent: number({ min: 0, max: 100 }),
    taxPercent: number({ min: 0, max: 100 }),
    net: number({ money: true }),
    total: number({ money: true }),
    position: integer({ default: 0 }),
  },
});
