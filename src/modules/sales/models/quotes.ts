import { choice, date, datetime, integer, longText, number, reference, text, url } from '#core/fields/index.ts';
import { combineHooks } from '#core/models/combine-hooks.ts';
import { defineModel } from '#core/models/declaration.ts';
import { recordStatus } from '#core/statuses/record-status.ts';
import { address } from '../address.ts';
import { currency } from '../currency.ts';
import { documentHooks } from '../documents/document-hooks.ts';
import { quoteHooks } from '../quotes/state/quote-hooks.ts';
import { quoteStatuses } from '../standard-statuses.ts';

export const quotes = defineModel({
  slug: 'quotes',
  openToForms: true,
  title: 'number',
  children: ['files', 'notes', 'tasks'],
  hooks: combineHooks(quoteHooks, documentHooks),
  fields: {
    number: text({ unique: true, search: true, maxLength: 100, autonumber: 'Q-{000000}' }),
    name: text({ search: true }),
    revision: integer({ default: 1, readOnly: true, help: 'Counts the versions of a quote, which revising makes.' }),
    previousVersionId: reference('sales.quotes', { readOnly: true, label: 'Previous version' }),
    replacedById: reference('sales.quotes', { readOnly: true, label: 'Next version' }),
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
    sentAt: datetime({ status: { part: 'reached', keys: ['sent'] } }),
    acceptedAt: datetime({ status: { part: 'reached', keys: ['accepted'], categories: ['won'] } }),
    rejectedAt: datetime({ status: { part: 'reached', keys: ['rejected'], categories: ['lost'] } }),
    decidedBy: text({ readOnly: true, help: 'The name with which the customer accepted or declined.' }),
    decidedFrom: text({ readOnly: true, maxLength: 45, label: 'IP address of the customer' }),
    decisionComment: longText({ readOnly: true, maxLength: 5000, label: 'Comment of the customer' }),
    ...address('billing'),
    ...address('shipping'),
    customerReference: text({ search: true }),
    paymentTerms: choice({ options: ['onReceipt', 'net15', 'net30', 'net60', 'net90'] }),
    terms: longText(),
    documentUrl: url({ outward: true, label: 'Document' }),
    description: longText(),
  },
});
