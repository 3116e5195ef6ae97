import { choice, date, datetime, longText, number, reference, text, url } from '#core/fields/index.ts';
import { combineHooks } from '#core/models/combine-hooks.ts';
import { defineModel } from '#core/models/declaration.ts';
import { recordStatus } from '#core/statuses/record-status.ts';
import { address } from '../address.ts';
import { currency } from '../currency.ts';
import { documentHooks } from '../documents/document-hooks.ts';
import { restoredOrderHooks } from '../orders/steps/restored-order.ts';
import { orderStatuses } from '../standard-statuses.ts';

export const orders = defineModel({
  slug: 'orders',
  openToForms: true,
  hooks: combineHooks(documentHooks, restoredOrderHooks),
  title: 'number',
  children: ['files', 'notes', 'tasks'],
  fields: {
    number: text({ unique: true, search: true, maxLength: 100, autonumber: 'O-{000000}' }),
    name: text({ search: true }),
    accountId: reference('sales.accounts'),
    contactId: reference('sales.contacts'),
    opportunityId: reference('sales.opportunities'),
    quoteId: reference('sales.quotes'),
    ...recordStatus({ list: 'sales.orderStatuses', standard: orderStatuses }),
    type: choice({ options: ['new', 'renewal', 'replacement', 'return'] }),
    orderDate: date({ index: true }),
    currency: currency(),
    subtotal: number({ money: true }),
    discount: number({ money: true }),
    tax: number({ money: true }),
    shipping: number({ money: true }),
    total: number({ money: true, index: true }),
    purchaseOrderNumber: text({ search: true, maxLength: 100 }),
    paymentStatus: choice({ options: ['unpaid', 'partiallyPaid', 'paid', 'refunded'] }),
    paymentMethod: choice({ options: ['card', 'bankTransfer', 'invoice', 'directDebit', 'cash', 'cheque'] }),
    paymentTerms: choice({ options: ['onReceipt', 'net15', 'net30', 'net60', 'net90'] }),
    paidAt: datetime(),
    ...address('billing'),
    ...address('shipping'),
    carrier: text({ maxLength: 100 }),
    trackingNumber: text({ search: true, maxLength: 100 }),
    trackingUrl: url({ outward: true, label: 'Tracking' }),
    requestedDeliveryDate: date(),
    confirmedAt: datetime({ status: { part: 'reached', keys: ['confirmed'] } }),
    shippedAt: datetime({ status: { part: 'reached', keys: ['shipped'] } }),
    deliveredAt: datetime({ status: { part: 'reached', keys: ['delivered'], categories: ['fulfilled'] } }),
    returnedAt: datetime({ status: { part: 'reached', keys: ['returned'], categories: ['returned'] } }),
    cancelledAt: datetime({ status: { part: 'reached', keys: ['cancelled'], categories: ['cancelled'] } }),
    cancellationReason: text(),
    terms: longText(),
    description: longText(),
  },
});
