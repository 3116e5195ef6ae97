import { choice, date, datetime, longText, number, reference, text, url } from '#core/fields/index.ts';
import { defineModel } from '#core/models/model.ts';
import { recordStatus } from '#core/statuses/record-status.ts';
import { address } from '../address.ts';
import { currency } from '../currency.ts';
import { documentHooks } from '../documents/document-hooks.ts';
import { quoteStatuses } from '../standard-statuses.ts';

export const quotes = defineModel({
  slug: 'quotes',
  openToForms: true,
  hooks: documentHooks,
  title: 'number',
  children: ['files', 'notes', 'tasks'],
  fields: {
    number: text({ unique: true, search: true, maxLength: 100, autonumber: 'Q-{000000}' }),
    name: text({ search: true }),
    accountId: reference('sales.accounts'),
    contactId: reference('sales.contacts'),
    opportunityId: reference('sales.opportunities'),
    ...recordStatus({ list: 'sales.quoteStatuses', standard: quoteStatuses }),
    currency: currency(),
    subtotal: number({ money: true }),
    discount: number({ money: true }),
    tax: number({ money: true }),
    shipping: number({ money: true }),
    total: number({ money: true, index: true }),
    quoteDate: date(),
    validUntil: date({ index: true }),
    sentAt: datetime(),
    acceptedAt: datetime(),
    rejectedAt: datetime(),
    ...address('billing'),
    ...address('shipping'),
    customerReference: text({ search: true }),
    paymentTerms: choice({ options: ['onReceipt', 'net15', 'net30', 'net60', 'net90'] }),
    terms: longText(),
    documentUrl: url({ outward: true, label: 'Document' }),
    description: longText(),
  },
});
