import { choice, date, datetime, longText, number, reference, text } from '#core/fields/index.ts';
import { defineModel } from '#core/models/declaration.ts';
import { invoiceHooks } from '../invoices/invoice-hooks.ts';

const changedBy = 'POST /api/finance/financeInvoices/{id}/issue issues an invoice';

export const financeInvoices = defineModel({
  slug: 'financeInvoices',
  label: 'Invoice',
  labelPlural: 'Invoices',
  title: 'number',
  children: ['files', 'notes'],
  hooks: invoiceHooks,
  fields: {
    number: text({
      unique: true,
      search: true,
      maxLength: 100,
      readOnly: true,
      changedBy,
      help: 'Given when the invoice is issued.',
    }),
    status: choice({
      options: ['draft', 'open', 'paid', 'void', 'uncollectible'],
      default: 'draft',
      index: true,
      readOnly: true,
      changedBy,
    }),
    accountId: reference('sales.accounts'),
    contactId: reference('sales.contacts'),
    orderId: reference('sales.orders'),
    currency: text({ maxLength: 3, help: 'Three letters of ISO 4217, such as EUR.' }),
    subtotal: number({ money: true }),
    discount: number({ money: true }),
    tax: number({ money: true }),
    shipping: number({ money: true }),
    total: number({ money: true, index: true }),
    amountPaid: number({ money: true, default: 0, readOnly: true }),
    amountRefunded: number({ money: true, default: 0, readOnly: true }),
    amountDue: number({ money: true, readOnly: true }),
    issuedAt: datetime({ readOnly: true, index: true }),
    dueDate: date({ index: true }),
    paidAt: datetime({ readOnly: true }),
    paymentTerms: choice({ options: ['onReceipt', 'net15', 'net30', 'net60', 'net90'] }),
    customerReference: text({ search: true, maxLength: 100 }),
    billingStreet: text({ maxLength: 500 }),
    billingCity: text({ maxLength: 100 }),
    billingState: text({ maxLength: 100 }),
    billingPostalCode: text({ maxLength: 20 }),
    billingCountry: text({ maxLength: 100 }),
    terms: longText(),
    description: longText(),
  },
});
